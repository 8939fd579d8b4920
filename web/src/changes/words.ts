import type { CellChange, ChangeKind } from "../../../src/diff/release-change.ts";
import { figureText } from "../words/amount.ts";
import { dayText, periodText } from "../words/day.ts";
import type { ReleaseChange } from "./diff.ts";

/* Changes in words. Which unit a figure has, dollars or a weight, is not said by a comparison: it stands as it is. */

const MINUS = "\u2212";
const FIGURE = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** A sign beside each kind, so that none is told by its colour alone. */
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

/** "since 1 Jan 2026", with the day until which the earlier release said what it is compared with. */
export function daysText({ from, to, before_until }: Pick<ReleaseChange, "from" | "to" | "before_until">): string {
  const days = periodText(from, to);
  return before_until === null ? days : `${days}; before: until ${dayText(before_until)}`;
}

/** "description: Office visit → Visit": a cell that is no figure stands as it is, whatever digits it has. */
export function cellText({ column, before, after, difference }: CellChange): string {
  const shown = (text: string | null) => (text === null ? "none" : difference === null ? text : figureText(text));
  return `${column}: ${shown(before)} \u2192 ${shown(after)}`;
}

/** Cells that differ beside the one that leads. */
export function otherCells({ cells, figure }: ReleaseChange): readonly CellChange[] {
  return cells.filter(({ column }) => column !== figure);
}
