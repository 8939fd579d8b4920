import type { ClaimMove, EffectGroup, EffectTally } from "../diff/effect-tally.ts";
import { percentChange } from "../money/comparison.ts";
import { dollarText } from "../money/money.ts";

const COUNT = new Intl.NumberFormat("en-US");

/** What a change does to claims, in words. */
export function effectLines(file: string, effect: EffectTally, shownMax: number): string[] {
  const { outcomes, totals, reasons, faulty } = effect;
  const lines = [
    "",
    `${file}: ${counted(totals.claims)}, $${dollarText(totals.before)} before, $${dollarText(totals.after)} after, ${differenceText(totals)}`,
    `  unchanged ${COUNT.format(outcomes.unchanged)}, raised ${COUNT.format(outcomes.raised)}, cut ${COUNT.format(outcomes.cut)}`,
    ...reasonLines(`lose their price ${COUNT.format(outcomes.lost)}`, outcomes.lost, reasons.lost),
    ...reasonLines(`gain a price ${COUNT.format(outcomes.gained)}; before`, outcomes.gained, reasons.gained),
    ...reasonLines(`no price in either ${COUNT.format(outcomes.unpriced)}; after`, outcomes.unpriced, reasons.unpriced),
    ...reasonLines(`cannot be read ${COUNT.format(faulty)}`, faulty, reasons.faulty),
  ];
  if (outcomes.several > 0) {
    lines.push(
      `  several amounts ${COUNT.format(outcomes.several)}: which is meant is not ours to say; not in the totals`,
    );
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

/** The same as data: all codes and providers whose total moved. */
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
  const who = lines === 1 ? "1 line takes" : `${COUNT.format(lines)} lines take`;
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

/** `difference $6.89 (+25.02 %)`; of what was nothing, or has no amount on a side, there is no percentage. */
function differenceText({ before, after, difference }: Amounts): string {
  const percent = before === null || after === null ? null : percentChange(before, after);
  const part = percent === null ? "" : ` (${percent.startsWith("-") ? percent : `+${percent}`} %)`;
  return `difference $${dollarText(difference)}${part}`;
}

function reasonLines(title: string, count: number, reasons: readonly (readonly [string, number])[]): string[] {
  if (count === 0) return [];
  return [`  ${title}:`, ...reasons.map(([reason, claims]) => `    ${COUNT.format(claims)}: ${reason}`)];
}

function groupLines(title: string, groups: readonly EffectGroup[], shownMax: number): string[] {
  if (groups.length === 0) return [];
  const shown = groups.slice(0, shownMax).map(({ name, claims, before, after, difference }) => {
    const amounts = `$${dollarText(before)} -> $${dollarText(after)}, ${differenceText({ before, after, difference })}`;
    return `  ${name}, ${counted(claims)}: ${amounts}`;
  });
  const left = groups.length - shown.length;
  return [`${title}:`, ...shown, ...(left > 0 ? [`  and ${COUNT.format(left)} more`] : [])];
}

function counted(claims: number): string {
  return `${COUNT.format(claims)} ${claims === 1 ? "claim" : "claims"}`;
}
