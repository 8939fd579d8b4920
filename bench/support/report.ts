import { type Row, tableOf, verdictOf } from "./row.ts";

/** What a run of the benchmark found. */
export interface Report {
  /** The kind of run, under which its figures are compared with earlier ones. */
  readonly mode: string;
  readonly about: string;
  readonly rows: readonly Row[];
}

export function say(text: string): void {
  console.log(text);
}

export function sayReport({ about, rows }: Report): void {
  say(`\nNode ${process.version}, ${process.arch}, ${about}\n`);
  if (rows.length > 0) say(tableOf(rows));
}

export function isMissed({ rows }: Report): boolean {
  return rows.some((row) => verdictOf(row) === "MISSED");
}
