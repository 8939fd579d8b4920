import { useEffect, useRef } from "preact/hooks";
import { releaseName } from "../../../src/release/release.ts";
import type { Ready } from "../../../src/serve/http/health-endpoints.ts";
import { RELEASE_ANSWERED } from "./ask.ts";
import { bodyOf, useAnswer } from "./use-answer.ts";

export type { Ready };

/** Where the rows of a table come from, as the dataset says. */
export type ReleaseSource = Ready["release"]["sources"][number];

/** The release in service; null until it is known. Asked for again when an answer comes from another. */
export function useRelease(): Ready["release"] | null {
  const { again, ...asked } = useAnswer<Ready>("/readyz");
  const release = bodyOf(asked)?.release ?? null;
  const shown = release === null ? null : nameOf(release);
  // Once for each: behind a balancer, the service that says what it serves may be another than the one that answered.
  const askedFor = useRef<string | null>(null);
  useEffect(() => {
    const compare = (event: Event) => {
      if (shown === null || !(event instanceof CustomEvent)) return;
      if (event.detail === shown || event.detail === askedFor.current) return;
      askedFor.current = event.detail;
      again();
    };
    addEventListener(RELEASE_ANSWERED, compare);
    return () => removeEventListener(RELEASE_ANSWERED, compare);
  }, [shown, again]);
  return release;
}

function nameOf({ version, content_hash: contentHash }: Ready["release"]): string {
  return releaseName({ version, contentHash });
}
