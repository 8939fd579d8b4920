import { CHANGE_KINDS, type Change } from "../diff/change.ts";
import type { Comparison, TableComparison } from "../diff/comparison.ts";
import { keyText } from "../diff/csv.ts";
import { releaseName } from "../release/release-name.ts";

const COUNT = new Intl.NumberFormat("en-US");

/** A line fits a terminal: the key tells what it is about, the rest is in JSON and CSV. */
const KEY_CHARACTERS_MAX = 70;

/** What changed, in words: the tables that did, and the largest changes of each. */
export function diffLines(comparison: Comparison, shownMax: number): string[] {
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
  return [...lines, ...changed.flatMap((table) => tableLines(table, shownMax))];
}

function tableLines({ table, rowsBefore, rowsAfter, counts, changes }: TableComparison, shownMax: number): string[] {
  const rows = `${COUNT.format(rowsBefore)} rows before, ${COUNT.format(rowsAfter)} after`;
  const kinds = CHANGE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => `${COUNT.format(counts[kind])} ${kind}`);
  const shown = [...changes.inOrder(0, shownMax)].map((change) => `  ${changeText(change)}`);
  const left = changes.length - shown.length;
  return [
    "",
    `${table}: ${kinds.join(", ")} (${rows})`,
    ...shown,
    ...(left > 0 ? [`  and ${COUNT.format(left)} more`] : []),
  ];
}

function changeText({ kind, key, from, to, beforeUntil, figure, cells }: Change): string {
  const text = keyText(key);
  const shortKey = text.length > KEY_CHARACTERS_MAX ? `${text.slice(0, KEY_CHARACTERS_MAX)}...` : text;
  const days = from === null ? "" : to === null ? ` from ${from}` : from === to ? "" : ` from ${from} to ${to}`;
  const last = beforeUntil === null ? "" : ` (until ${beforeUntil})`;
  const told = figure ?? (cells.length === 1 ? cells[0] : undefined);
  const others = cells.filter((cell) => cell !== told && cell.column !== told?.column).map(({ column }) => column);
  const further = kind === "added" || kind === "ended" || others.length === 0 ? "" : `; also ${others.join(", ")}`;
  return `${kind.padEnd(8)} ${shortKey}${days}${told === undefined ? last : `: ${toldText(told, last)}`}${further}`;
}

function toldText({ column, before, after, difference, percent }: Change["cells"][number], last: string): string {
  const sign = (text: string) => (text.startsWith("-") ? text : `+${text}`);
  const move = difference === null ? "" : `, ${sign(difference)}${percent === null ? "" : ` (${sign(percent)} %)`}`;
  return `${column} ${before ?? "none"}${last} -> ${after ?? "none"}${move}`;
}
