import type { Day } from "../calendar/day.ts";
import { CHANGE_KINDS, type ReleaseChange } from "../diff/release-change.ts";
import type { ReleaseComparison, TableComparison } from "../diff/release-comparison.ts";
import { releaseName } from "../release/release.ts";
import { shortKeys } from "./short-keys.ts";

const COUNT = new Intl.NumberFormat("en-US");

/** What changed, in words: the tables that did, and the largest changes of each. */
export function diffLines(comparison: ReleaseComparison, shownMax: number): string[] {
  const { from, to, on, tables, statesOnlyBefore, statesOnlyAfter } = comparison;
  const changed = tables.filter(({ counts }) => CHANGE_KINDS.some((kind) => counts[kind] > 0));
  const lines = [
    `before  ${from.name}, ${releaseName(from)}`,
    `after   ${to.name}, ${releaseName(to)}`,
    ...(on === null ? [] : [`What is in force on ${on} alone is compared.`]),
    ...statesOnlyBefore.map((code) => `${code} is in the earlier release alone and is not compared.`),
    ...statesOnlyAfter.map((code) => `${code} is in the later release alone and is not compared.`),
  ];
  if (changed.length === 0) return [...lines, `Nothing differs in ${tables.length} tables.`];
  const same = tables.length - changed.length;
  if (same > 0) lines.push(`Nothing differs in ${same} of ${tables.length} tables.`);
  return [...lines, ...changed.flatMap((table) => tableLines(table, on, shownMax))];
}

function tableLines(compared: TableComparison, on: Day | null, shownMax: number): string[] {
  const { table, rowsBefore, rowsAfter, counts, changes } = compared;
  const rows = `${COUNT.format(rowsBefore)} rows before, ${COUNT.format(rowsAfter)} after`;
  const kinds = CHANGE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => `${COUNT.format(counts[kind])} ${kind}`);
  const largest = [...changes.inOrder(0, shownMax)];
  const keys = shortKeys(largest.map(({ key }) => key));
  const shown = largest.map((change, place) => `  ${changeText(change, keys[place] as string, on)}`);
  const left = changes.length - shown.length;
  return [
    "",
    `${table}: ${kinds.join(", ")} (${rows})`,
    ...shown,
    ...(left > 0 ? [`  and ${COUNT.format(left)} more`] : []),
  ];
}

function changeText(
  { kind, from, to, beforeUntil, figure, cells }: ReleaseChange,
  key: string,
  on: Day | null,
): string {
  const days = daysText(from, to, on);
  const last = beforeUntil === null ? "" : ` (until ${beforeUntil})`;
  const told = figure ?? (cells.length === 1 ? cells[0] : undefined);
  const others = cells.filter((cell) => cell !== told && cell.column !== told?.column).map(({ column }) => column);
  const further = kind === "added" || kind === "ended" || others.length === 0 ? "" : `; also ${others.join(", ")}`;
  return `${kind.padEnd(8)} ${key}${days}${told === undefined ? last : `: ${toldText(told, last)}`}${further}`;
}

/** Where one day alone is compared, it is named once, above. */
function daysText(from: Day | null, to: Day | null, on: Day | null): string {
  if (from === null || (from === to && from === on)) return "";
  if (from === to) return ` on ${from}`;
  return to === null ? ` from ${from}` : ` from ${from} to ${to}`;
}

function toldText(
  { column, before, after, difference, percent }: ReleaseChange["cells"][number],
  last: string,
): string {
  const sign = (text: string) => (text.startsWith("-") ? text : `+${text}`);
  const move = difference === null ? "" : `, ${sign(difference)}${percent === null ? "" : ` (${sign(percent)} %)`}`;
  return `${column} ${before ?? "none"}${last} -> ${after ?? "none"}${move}`;
}
