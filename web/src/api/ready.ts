import { useEffect, useMemo, useRef } from "preact/hooks";
import { releaseName } from "../../../src/release/release.ts";
import type {
  Catalogue,
  CatalogueParameter,
  CatalogueSetting,
  CatalogueState,
} from "../../../src/serve/http/catalogue.ts";
import type { ReleaseInService } from "../../../src/serve/http/health-endpoints.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { learnWords } from "../words/names.ts";
import { learnTables } from "../words/tables.ts";
import { type Pace, RELEASE_ANSWERED } from "./ask.ts";
import { bodyOf, useAnswer } from "./use-answer.ts";

export type { ReleaseInService };

/** The sources of a table's rows, as the dataset states them. */
export type ReleaseSource = ReleaseInService["sources"][number];

interface KnownRelease {
  /** Null until it is known. */
  readonly release: ReleaseInService | null;
  /** How long its request has been waiting; null when it is not. What stands below its words would jump. */
  readonly coming: Pace | null;
}

/** The release in service. Requested again when an answer comes from another one. */
export function useRelease(): KnownRelease {
  const { again, ...request } = useAnswer<ReleaseInService>("/release");
  const release = bodyOf(request);
  const shown = release === null ? null : nameOf(release);
  // Once per release: behind a load balancer, another node may answer this request.
  const requestedRelease = useRef<string | null>(null);
  useEffect(() => {
    const compare = (event: Event) => {
      if (shown === null || !(event instanceof CustomEvent)) return;
      if (event.detail === shown || event.detail === requestedRelease.current) return;
      requestedRelease.current = event.detail;
      again();
    };
    addEventListener(RELEASE_ANSWERED, compare);
    return () => removeEventListener(RELEASE_ANSWERED, compare);
  }, [shown, again]);
  return { release, coming: release === null && request.state === "waiting" ? request.pace : null };
}

function nameOf({ version, content_hash: contentHash }: ReleaseInService): string {
  return releaseName({ version, contentHash });
}

export type { Catalogue, CatalogueParameter, CatalogueSetting, CatalogueState };

/** The catalogue: states, settings, and their parameters, as the service declares them. */
export function useCatalogue() {
  const request = useAnswer<Catalogue>("/catalogue.json");
  const catalogue = request.state === "answered" && request.answer.ok ? request.answer.body : null;
  // Before anything is drawn that uses its names.
  useMemo(() => {
    if (catalogue === null) return;
    learnWords(catalogue);
    learnTables(catalogue);
  }, [catalogue]);
  return request;
}

/** The one parameter of every state that may match many providers. */
export const NAME = "provider_name";

/** The parameters that name one provider exactly. */
export function exactIdentifiers({ setting }: Pick<Lookup, "setting">): readonly string[] {
  return setting.parameters
    .filter(({ name, identifies_provider }) => identifies_provider && name !== NAME)
    .map(({ name }) => name);
}

/** Whether a lookup has what it cannot do without: what is required, and a provider. */
export function isComplete({ setting: { parameters }, fields }: Lookup): boolean {
  const isGiven = (name: string) => fields[name] !== undefined;
  return (
    parameters.every(({ name, required }) => !required || isGiven(name)) &&
    parameters.some(({ name, identifies_provider }) => identifies_provider && isGiven(name))
  );
}

/** What of a lookup names its provider exactly; empty where it is by name. */
export function identifiersIn(lookup: Lookup): Readonly<Record<string, string>> {
  const given = exactIdentifiers(lookup).flatMap((name) => {
    const value = lookup.fields[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}
