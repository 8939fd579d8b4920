import { dayText } from "../../../src/core/calendar/day.ts";
import { parseFactor } from "../../../src/core/money/factor.ts";
import { dollarText } from "../../../src/core/money/money.ts";
import { capital } from "../../../src/core/text/labels.ts";
import type { CellChange, ChangeKind } from "../../../src/diff/release-change.ts";
import type { ListedChange, TableDiff } from "../../../src/diff/wire.ts";
import { API_PREFIX, RELEASE_DIFF_PATH } from "../../../src/pricing/state/api-paths.ts";
import { addressText } from "../address.ts";
import { differenceText, figureText, moneyText } from "../words/amount.ts";
import { periodText } from "../words/day.ts";
import { columnWords, valueWords } from "../words/tables.ts";
import type { Pair } from "./changes-form.tsx";

export type { ListedChange as ReleaseChange, ReleaseDiff as Diff, TableDiff } from "../../../src/diff/wire.ts";

/** The kinds in their order on the page; `src/diff/release-change.ts` declares them. */
export const KINDS = [
  "raised",
  "cut",
  "lost",
  "ended",
  "gained",
  "added",
  "extended",
  "changed",
] as const satisfies readonly ChangeKind[];

/** Changes on a page of the list. */
export const CHANGES_PER_PAGE = 50;

/** What the list of changes is narrowed to. */
export interface Narrowing {
  readonly state: string;
  readonly table: string;
  readonly offset: string;
}

/** The address of the tables with their counts: the list is requested separately, so this requests as few changes as possible. */
export function overviewPath(pair: Pair, { state }: Narrowing): string {
  return addressText(`${API_PREFIX}${RELEASE_DIFF_PATH}`, { ...pair, state, limit: "1" });
}

export function changesPath(pair: Pair, { state, table, offset }: Narrowing): string {
  return addressText(`${API_PREFIX}${RELEASE_DIFF_PATH}`, {
    ...pair,
    state,
    table,
    offset,
    limit: String(CHANGES_PER_PAGE),
  });
}

/** How many changes a table has, of all kinds. */
export function changesIn(table: TableDiff): number {
  return KINDS.reduce((sum, kind) => sum + table[kind], 0);
}

/* Changes in words. */

const MINUS = "\u2212";
const FIGURE = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** A sign beside each kind, so that colour is not the only mark. */
export const SIGNS: Readonly<Record<ChangeKind, string>> = {
  raised: "\u25b2",
  cut: "\u25bc",
  lost: MINUS,
  ended: MINUS,
  gained: "+",
  added: "+",
  extended: "\u2192",
  changed: "\u2260",
};

/** "+0.08", "−0.52" */
export function signedText(digits: string): string {
  return digits.startsWith("-") || /^[0.]*$/.test(digits) ? figureText(digits) : `+${figureText(digits)}`;
}

/** "+1.48 %" */
export function percentText(digits: string): string {
  return `${signedText(digits)} %`;
}

/** What the figure of a change was or is; "none" where one release has nothing. */
export function amountText(text: string | null): string {
  if (text === null) return "none";
  return FIGURE.test(text) ? figureText(text) : text;
}

/** "$1,204.50" of an amount, "1.2045" of a weight; "none" where one release has nothing. */
export function figureWithUnit(text: string | null, isDollars: boolean): string {
  return isDollars && text !== null && FIGURE.test(text) ? moneyText(dollarsOf(text)) : amountText(text);
}

/** "+$8.00", "−$0.52" of an amount; "+0.08" of a weight. */
export function signedWithUnit(digits: string, isDollars: boolean): string {
  return isDollars ? differenceText(dollarsOf(digits)) : signedText(digits);
}

/** Two decimals, or as many as the rate has. */
function dollarsOf(digits: string): string {
  const amount = parseFactor(digits);
  return amount === null ? digits : dollarText(amount);
}

/** The columns of keys that hold the code of a procedure, as the tables of states name them. */
export const CODE_COLUMNS = ["billing_code", "procedure_code", "code"];

/** The key of a change in words: the code, or its first column, and what else distinguishes it. */
export function changeKey({ key, table }: Pick<ListedChange, "key" | "table">): {
  readonly name: string;
  readonly rest: string;
} {
  const filled = Object.entries(key).filter(([, value]) => value !== null && value !== "");
  const leading = filled.find(([column]) => CODE_COLUMNS.includes(column)) ?? filled[0];
  if (leading === undefined) return { name: "all", rest: "" };
  const [column, value] = leading;
  const others = filled
    .filter((each) => each !== leading)
    .map(([other, text]) => `${columnWords(other, table)} ${valueWords(String(text), table)}`);
  return {
    name: CODE_COLUMNS.includes(column)
      ? String(value)
      : `${capital(columnWords(column, table))} ${valueWords(String(value), table)}`,
    rest: others.join(", "),
  };
}

/** The changes of each figure of a key together, by their days. They stand where the first of them stood. */
export function byFigure(changes: readonly ListedChange[]): readonly (readonly [ListedChange, ...ListedChange[]])[] {
  const groups = Map.groupBy(changes, ({ table, key, figure }) => JSON.stringify([table, key, figure]));
  const byDay = (one: ListedChange, other: ListedChange) => ((one.from ?? "") < (other.from ?? "") ? -1 : 1);
  return [...groups.values()].map((of) => of.toSorted(byDay) as unknown as readonly [ListedChange, ...ListedChange[]]);
}

/** "since Jan 1, 2026", with the day until which the earlier release said what it is compared with. */
export function daysText({ from, to, before_until }: Pick<ListedChange, "from" | "to" | "before_until">): string {
  const days = periodText(from, to);
  return before_until === null ? days : `${days}; before: until ${dayText(before_until)}`;
}

/** "description: Office visit → Visit": a cell that is no figure stands as it is, whatever digits it has. */
export function cellText({ column, before, after, difference }: CellChange, table: string): string {
  const shown = (text: string | null) =>
    text === null ? "none" : difference === null ? valueWords(text, table) : figureText(text);
  return `${columnWords(column, table)}: ${shown(before)} \u2192 ${shown(after)}`;
}

/** Cells that differ beside the one that leads. */
export function otherCells({ cells, figure }: ListedChange): readonly CellChange[] {
  return cells.filter(({ column }) => column !== figure);
}
