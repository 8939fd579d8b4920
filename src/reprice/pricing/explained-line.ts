import { explainResult } from "../../answers/explanation/explain-result.ts";
import { type ShownSource, shownSources } from "../../answers/explanation/record-words.ts";
import { repeatingCommand } from "../../answers/explanation/result-words.ts";
import type { ExplainedCalculation, ExplainedRow } from "../../answers/explanation/schema.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { StateInRelease } from "../../release/release.ts";
import type { RepeatableRequest } from "./repeatable-request.ts";

/** The sources of a result's figures, and the command that prints the whole explanation. */
export interface ExplainedLine {
  readonly figures: string;
  readonly command: string;
}

/** Explains a result in the words of `ratebook explain`; the formula itself is `calculation_method`. */
export function explainedLine(
  result: ProviderResult,
  said: ReturnType<RepeatableRequest["said"]>,
  { state, origins }: StateInRelease,
  lookup: RateLookup,
  releaseFile: string,
): ExplainedLine {
  const command = repeatingCommand({ request: Object.fromEntries(said) }, { state, lookup }, releaseFile).join(" ");
  const registry = { providers: state.providers.table, origins };
  return { figures: figuresText(explainResult(result, registry, null)), command };
}

/** `rate = $24.00 (ca/outpatient_rates, line 12; Medi-Cal Rates, publication of 2026-09-15, line 12); ...` */
function figuresText(explained: ExplainedCalculation): string {
  return shownSources(explained)
    .ofFigures.flatMap((source) => {
      const where = whereText(source, explained.rows);
      return source.figures.map(({ name, value, where: column }) => `${name} = ${value} (${where ?? column})`);
    })
    .join("; ");
}

/** The address of a row: its line in the dataset, then its publication; null for a figure without a row. */
function whereText({ id, title }: ShownSource, rows: readonly ExplainedRow[]): string | null {
  if (id === null) return null;
  const publication = rows.find((row) => row.id === id)?.publication ?? null;
  const edition = publication?.edition == null ? null : `publication of ${publication.edition}`;
  const published = [publication?.name, edition, publication?.place].filter((part) => part != null).join(", ");
  return published === "" ? title : `${title}; ${published}`;
}
