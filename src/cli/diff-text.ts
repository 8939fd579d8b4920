import type { Day } from "../core/calendar/day.ts";
import { percentChange } from "../core/money/comparison.ts";
import { dollarText } from "../core/money/money.ts";
import { countText, grouped } from "../core/text/plural.ts";
import type { ClaimMove, EffectGroup, EffectTally } from "../diff/effect-tally.ts";
import { CHANGE_KINDS, type ReleaseChange } from "../diff/release-change.ts";
import type { ReleaseComparison, TableComparison } from "../diff/release-comparison.ts";
import { keyText } from "../diff/wire.ts";
import { releaseName } from "../release/release.ts";

/** What changed, as text: the changed tables, and the largest changes of each. */
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
  const rows = `${grouped(rowsBefore)} rows before, ${grouped(rowsAfter)} after`;
  const kinds = CHANGE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => `${grouped(counts[kind])} ${kind}`);
  const largest = [...changes.inOrder(0, shownMax)];
  const keys = shortKeys(largest.map(({ key }) => key));
  const shown = largest.map((change, place) => `  ${changeText(change, keys[place] as string, on)}`);
  const left = changes.length - shown.length;
  return [
    "",
    `${table}: ${kinds.join(", ")} (${rows})`,
    ...shown,
    ...(left > 0 ? [`  and ${grouped(left)} more`] : []),
  ];
}

function changeText(
  { kind, from, to, beforeUntil, figure, cells }: ReleaseChange,
  key: string,
  on: Day | null,
): string {
  const days = daysText(from, to, on);
  const last = beforeUntil === null ? "" : ` (until ${beforeUntil})`;
  const shown = figure ?? (cells.length === 1 ? cells[0] : undefined);
  const others = cells.filter((cell) => cell !== shown && cell.column !== shown?.column).map(({ column }) => column);
  const further = kind === "added" || kind === "ended" || others.length === 0 ? "" : `; also ${others.join(", ")}`;
  return `${kind.padEnd(8)} ${key}${days}${shown === undefined ? last : `: ${cellText(shown, last)}`}${further}`;
}

/** A single compared day is named once, above. */
function daysText(from: Day | null, to: Day | null, on: Day | null): string {
  if (from === null || (from === to && from === on)) return "";
  if (from === to) return ` on ${from}`;
  return to === null ? ` from ${from}` : ` from ${from} to ${to}`;
}

function cellText(
  { column, before, after, difference, percent }: ReleaseChange["cells"][number],
  last: string,
): string {
  const sign = (text: string) => (text.startsWith("-") ? text : `+${text}`);
  const move = difference === null ? "" : `, ${sign(difference)}${percent === null ? "" : ` (${sign(percent)} %)`}`;
  return `${column} ${before ?? "none"}${last} -> ${after ?? "none"}${move}`;
}

/** A line fits a terminal: the key identifies the row, the rest is in JSON and CSV. */
const KEY_CHARACTERS_MAX = 70;

/**
 * Keys in a column, as a terminal shows them: with the names of their columns if these fit, else only the values, cut if they are still too
 * long. Two keys that would look equal once cut are shown in full.
 */
export function shortKeys(keys: readonly ReleaseChange["key"][]): readonly string[] {
  const named = keys.map(keyText);
  if (named.every((text) => text.length <= KEY_CHARACTERS_MAX)) return named;
  const full = keys.map(valuesText);
  const fullOfShort = new Map<string, Set<string>>();
  for (const text of full) {
    const short = shortened(text);
    fullOfShort.set(short, (fullOfShort.get(short) ?? new Set()).add(text));
  }
  return full.map((text) => (fullOfShort.get(shortened(text))?.size === 1 ? shortened(text) : text));
}

/** `99213, Medicine`; empty cells are left out. */
function valuesText(key: ReleaseChange["key"]): string {
  return Object.values(key)
    .filter((value) => value !== null && value !== "")
    .join(", ");
}

function shortened(text: string): string {
  return text.length > KEY_CHARACTERS_MAX ? `${text.slice(0, KEY_CHARACTERS_MAX)}...` : text;
}

export function effectLines(file: string, effect: EffectTally, shownMax: number): string[] {
  const { outcomes, totals, reasons, faulty } = effect;
  const lines = [
    "",
    `${file}: ${countText(totals.claims, "claim")}, $${dollarText(totals.before)} before, $${dollarText(totals.after)} after, ${differenceText(totals)}`,
    `  unchanged ${grouped(outcomes.unchanged)}, raised ${grouped(outcomes.raised)}, cut ${grouped(outcomes.cut)}`,
    ...reasonLines(`lose their price ${grouped(outcomes.lost)}`, outcomes.lost, reasons.lost),
    ...reasonLines(`gain a price ${grouped(outcomes.gained)}; before`, outcomes.gained, reasons.gained),
    ...reasonLines(`no price in either ${grouped(outcomes.unpriced)}; after`, outcomes.unpriced, reasons.unpriced),
    ...reasonLines(`cannot be read ${grouped(faulty)}`, faulty, reasons.faulty),
  ];
  if (outcomes.several > 0) {
    lines.push(`  several amounts ${grouped(outcomes.several)}: which is meant is not ours to say; not in the totals`);
  }
  if (outcomes.takenBack > 0) lines.push(`  ${takenBackText(outcomes.takenBack)}`);
  lines.push(
    ...groupLines("By code", effect.byCode, shownMax),
    ...groupLines("By provider", effect.byProvider, shownMax),
  );
  const moves = effect.largest.slice(0, shownMax);
  if (moves.length > 0) lines.push("Largest moves:");
  lines.push(...moves.map(moveText));
  return lines;
}

/** The effect on claims as data: all codes and providers whose total changed. */
export function effectJson(file: string, effect: EffectTally) {
  const { outcomes, totals, reasons, faulty } = effect;
  const amounts = ({ before, after, difference }: Amounts) => ({
    before: before === null ? null : dollarText(before),
    after: after === null ? null : dollarText(after),
    difference: dollarText(difference),
    percent: before === null || after === null ? null : percentChange(before, after),
  });
  const groups = (all: readonly EffectGroup[], of: string) =>
    all.map((group) => ({ [of]: group.name, claims: group.claims, ...amounts(group) }));
  return {
    file,
    claims: totals.claims,
    ...amounts(totals),
    unchanged: outcomes.unchanged,
    raised: outcomes.raised,
    cut: outcomes.cut,
    lost: outcomes.lost,
    lost_reasons: Object.fromEntries(reasons.lost),
    gained: outcomes.gained,
    gained_reasons: Object.fromEntries(reasons.gained),
    not_priced_in_either: outcomes.unpriced,
    not_priced_in_either_reasons: Object.fromEntries(reasons.unpriced),
    with_several_amounts: outcomes.several,
    taken_back: outcomes.takenBack,
    faulty,
    faulty_reasons: Object.fromEntries(reasons.faulty),
    by_code: groups(effect.byCode, "billing_code"),
    by_provider: groups(effect.byProvider, "provider"),
    largest_moves: effect.largest.map(({ line, code, provider, ...move }) => ({
      input_line: line,
      billing_code: code,
      provider,
      ...amounts(move),
    })),
  };
}

function takenBackText(lines: number): string {
  const who = countText(lines, "line takes", "lines take");
  return `${who} money back; not in the totals, where the payments that they undo still are`;
}

type Amounts = Pick<ClaimMove, "before" | "after" | "difference">;

function moveText({ line, code, provider, ...move }: ClaimMove): string {
  const { before, after } = move;
  const amounts = `${paid(before)} -> ${paid(after)}, ${differenceText(move)}`;
  const kind = after === null ? "lost price, " : before === null ? "gained price, " : "";
  return `  line ${line}: ${code}, ${provider}: ${kind}${amounts}`;
}

function paid(amount: ClaimMove["before"]): string {
  return amount === null ? "no price" : `$${dollarText(amount)}`;
}

/** `difference $6.89 (+25.02 %)`; no percentage without an amount on both sides, or from zero. */
function differenceText({ before, after, difference }: Amounts): string {
  const percent = before === null || after === null ? null : percentChange(before, after);
  const part = percent === null ? "" : ` (${percent.startsWith("-") ? percent : `+${percent}`} %)`;
  return `difference $${dollarText(difference)}${part}`;
}

function reasonLines(title: string, count: number, reasons: readonly (readonly [string, number])[]): string[] {
  if (count === 0) return [];
  return [`  ${title}:`, ...reasons.map(([reason, claims]) => `    ${grouped(claims)}: ${reason}`)];
}

function groupLines(title: string, groups: readonly EffectGroup[], shownMax: number): string[] {
  if (groups.length === 0) return [];
  const shown = groups.slice(0, shownMax).map(({ name, claims, before, after, difference }) => {
    const amounts = `$${dollarText(before)} -> $${dollarText(after)}, ${differenceText({ before, after, difference })}`;
    return `  ${name}, ${countText(claims, "claim")}: ${amounts}`;
  });
  const left = groups.length - shown.length;
  return [`${title}:`, ...shown, ...(left > 0 ? [`  and ${grouped(left)} more`] : [])];
}
