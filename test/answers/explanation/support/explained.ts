import { createHash } from "node:crypto";
import { explain } from "../../../../src/answers/explanation/explain.ts";
import type { ExplainedLookup } from "../../../../src/answers/explanation/result-words.ts";
import type { Explanation } from "../../../../src/answers/explanation/schema.ts";
import type { Day } from "../../../../src/core/calendar/day.ts";
import { lookupAnswer } from "../../../../src/pricing/answer.ts";
import type { RowOrigins } from "../../../../src/pricing/row-origins.ts";
import { lookupOf } from "../../../../src/pricing/state/state.ts";
import type { CareSetting } from "../../../../src/registry/definition.ts";
import type { Release, StateInRelease } from "../../../../src/release/release.ts";

const TODAY = { today: "2026-11-15" as Day };

/** The explanation of a lookup, and what it was asked of. */
export interface Explained {
  readonly explanation: Explanation;
  readonly asked: ExplainedLookup;
}

/** Explains a batch item as the service does; null when the request is refused. */
export async function explained(
  release: Release,
  stateCode: string,
  setting: CareSetting,
  item: Readonly<Record<string, unknown>>,
): Promise<Explained | null> {
  const source = release.states.get(stateCode) as StateInRelease;
  const lookup = lookupOf(source.state, setting);
  const answer = await lookupAnswer(lookup, "fromItem", item, TODAY, source);
  if (!answer.ok) return null;
  const { request, results } = answer;
  const { name, version, contentHash } = release.description;
  const explanation = explain(
    { lookup, request, sent: new Set(Object.keys(item)), results, stale: [], empty: [] },
    { name, version, contentHash, engineVersion: "1.2.3", origins: publishedOrigins(release), source },
  );
  // As JSON carries it, which is all that the page may need.
  return {
    explanation: JSON.parse(JSON.stringify(explanation)) as Explanation,
    asked: { state: source.state, lookup },
  };
}

/** The origins of a release whose dataset says nothing: every row is published somewhere. */
function publishedOrigins({ origins }: Release): RowOrigins {
  return {
    publicationOf: ({ folder, name }, line) => ({
      name: `Rates of ${name}`,
      publisher: `Department of ${folder}`,
      published: null,
      synthetic: false,
      edition: "2026-01-15",
      file: `${name}.xlsx`,
      sha256: createHash("sha256").update(name).digest("hex"),
      place: `sheet "Rates", row ${line + 4}`,
    }),
    sourcesOf: () => [],
    confirmedBy: () => null,
    cellsOf: (table, row) => origins.cellsOf(table, row),
  };
}
