import { explainResult } from "../../explanation/explain-result.ts";
import type { ExplainedRow, ResultExplanation } from "../../explanation/explanation.ts";
import { repeatingCommand } from "../../explanation/words/repeating.ts";
import { type ToldSource, toldSources } from "../../explanation/words/sources.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { StateInRelease } from "../../release/release.ts";
import { repeatableRequest } from "./repeatable-request.ts";

/** Where the figures of a result come from, and how to see the whole explanation. */
export interface ExplainedLine {
  readonly figures: string;
  readonly command: string;
}

/** Explains the results of a lookup in the words of `ratebook explain`; the formula itself is `calculation_method`. */
export function explainedLines(
  lookup: RateLookup,
  source: StateInRelease,
  release: string,
  request: LookupRequest,
  results: readonly ProviderResult[],
): readonly ExplainedLine[] {
  const asked = repeatableRequest(lookup, request);
  const command = repeatingCommand({ request: asked }, { state: source.state, lookup }, release).join(" ");
  const registry = { providers: source.state.providers.table, origins: source.origins };
  return results.map((result) => ({ figures: figuresText(explainResult(result, registry, null)), command }));
}

/** `rate = $24.00 (ca/outpatient_rates, line 12; Medi-Cal Rates, edition 2026-09-15, line 12); ...` */
function figuresText(explained: ResultExplanation): string {
  return toldSources(explained)
    .ofFigures.flatMap((source) => {
      const where = whereText(source, explained.rows);
      return source.figures.map(({ name, value, where: column }) => `${name} = ${value} (${where ?? column})`);
    })
    .join("; ");
}

/** The address of a row: its line in the dataset, then where it was published; null for what is not taken from a row. */
function whereText({ id, title }: ToldSource, rows: readonly ExplainedRow[]): string | null {
  if (id === null) return null;
  const publication = rows.find((row) => row.id === id)?.publication ?? null;
  const edition = publication?.edition == null ? null : `edition ${publication.edition}`;
  const published = [publication?.name, edition, publication?.place].filter((part) => part != null).join(", ");
  return published === "" ? title : `${title}; ${published}`;
}
