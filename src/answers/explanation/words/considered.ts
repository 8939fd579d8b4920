import type { ExplainedRow } from "../explanation.ts";
import { keyText, rowPeriod } from "./period.ts";

/** Rows that lost for one reason. */
export interface LosingRows {
  readonly count: string;
  readonly lines: string;
  readonly whyNot: string;
  readonly periods: readonly string[];
}

/** The rows of one table and key that were read and not used. */
export interface ConsideredRows {
  readonly title: string;
  /** Those that no row that was used comes from. */
  readonly publications: readonly string[];
  readonly losing: readonly LosingRows[];
}

/** The rows that were not used: those that lost for the same reason stand together. */
export function consideredRows(rows: readonly ExplainedRow[]): readonly ConsideredRows[] {
  const unused = rows.filter(({ used }) => !used);
  const told = new Set(rows.filter(({ used }) => used).map(publishedIn));
  const groups = Map.groupBy(unused, ({ table, key }) => `${table}, ${keyText(key)}`);
  return [...groups].map(([title, group]) => ({
    title,
    publications: distinct(group.map(publishedIn)).filter((publication) => !told.has(publication)),
    losing: [...Map.groupBy(group, ({ why_not }) => why_not ?? "")].map(([whyNot, losers]) => ({
      count: losers.length === 1 ? "1 row" : `${losers.length} rows`,
      lines: linesText(losers.map(({ line }) => line)),
      whyNot,
      periods: distinct(losers.map(rowPeriod)),
    })),
  }));
}

/** `line 490`, or `lines 490 to 501, 507`. */
function linesText(lines: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const line of lines.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.last === line - 1) run.last = line;
    else runs.push({ first: line, last: line });
  }
  const texts = runs.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`));
  return `${lines.length === 1 ? "line" : "lines"} ${texts.join(", ")}`;
}

/** The publication without the place, which differs from row to row. */
function publishedIn({ publication }: ExplainedRow): string | null {
  const { name, publisher, edition, file } = publication ?? {};
  return [name, publisher, edition, file].filter((each) => each != null).join(", ") || null;
}

function distinct(texts: readonly (string | null)[]): readonly string[] {
  return [...new Set(texts.filter((text) => text !== null))];
}
