import { sum } from "../../../src/core/money/arithmetic.ts";
import { percentChange, priceDifference } from "../../../src/core/money/comparison.ts";
import { type Factor, factor, parseFactor } from "../../../src/core/money/factor.ts";
import { dollarText } from "../../../src/core/money/money.ts";
import { countText, plural } from "../../../src/core/text/plural.ts";
import type { Bar } from "../answer/receipt/bars.tsx";
import { type Basket, type BasketRow, rowText } from "./baskets.ts";
import type { KeptResult, PricedResult } from "./outcome.ts";

/* The lines of a basket's table, then beside now. Differences are exact decimals of the engine, never floating point. */

export interface BasketLine {
  readonly row: BasketRow;
  /** The result that names code and provider: now's, else the kept one. Null before the first answer. */
  readonly shown: KeptResult | null;
  /** Kept with the release of the basket; null: nothing was kept. */
  readonly before: KeptResult | null;
  readonly now: PricedResult | null;
  /** Now minus then, in dollars; null unless both have an amount. */
  readonly change: string | null;
  readonly changePercent: string | null;
}

/** The lines of a basket: one for each result of a row. `now`: by the text of the row; null before they are priced. */
export function linesOf(
  { rows }: Pick<Basket, "rows">,
  now: ReadonlyMap<string, readonly PricedResult[]> | null,
): readonly BasketLine[] {
  return rows.flatMap((row) => {
    const priced = now?.get(rowText(row)) ?? [];
    const kept = row.kept ?? [];
    const lines = paired(kept, priced).map((pair) => lineOf(row, pair));
    return lines.length === 0 ? [lineOf(row, { before: null, now: null })] : lines;
  });
}

interface Pair {
  readonly before: KeptResult | null;
  readonly now: PricedResult | null;
}

/** Results then and now that are the same thing. One of each is; of several, those with the same name. */
function paired(kept: readonly KeptResult[], priced: readonly PricedResult[]): readonly Pair[] {
  const [before] = kept;
  const [now] = priced;
  if (kept.length <= 1 && priced.length <= 1) {
    return before === undefined && now === undefined ? [] : [{ before: before ?? null, now: now ?? null }];
  }
  const left = new Map(kept.map((each) => [identityOf(each), each]));
  const pairs = priced.map((each): Pair => {
    const identity = isNumbered(each) ? "" : identityOf(each);
    const kept = left.get(identity) ?? null;
    left.delete(identity);
    return { before: kept, now: each };
  });
  return [...pairs, ...[...left.values()].map((each) => ({ before: each, now: null }))];
}

function identityOf({ code, provider, which }: KeptResult): string {
  return JSON.stringify([code, provider, which]);
}

/** Results that nothing but their place distinguishes (`namesOf`): another release may order them otherwise. */
function isNumbered({ which }: KeptResult): boolean {
  return /^[0-9]+(?::|$)/.test(which);
}

function lineOf(row: BasketRow, { before, now }: Pair): BasketLine {
  const from = amountOf(before);
  const to = amountOf(now);
  const isBoth = from !== null && to !== null;
  return {
    row,
    shown: now ?? before,
    before,
    now,
    change: isBoth ? priceDifference(to, from) : null,
    changePercent: isBoth ? percentChange(from, to) : null,
  };
}

function amountOf(result: KeptResult | null): Factor | null {
  return result?.amount == null ? null : parseFactor(result.amount);
}

/** Whether the answer is another one than was kept. */
export function isChanged({ before, now, change }: BasketLine): boolean {
  if (before === null || now === null) return false;
  return change === null ? before.amount !== now.amount || before.outcome !== now.outcome : !isZero(change);
}

export function isZero(digits: string): boolean {
  return /^-?[0.]*$/.test(digits);
}

interface Sum {
  readonly lines: number;
  readonly dollars: string;
}

/** The sums of a basket: one amount for each row. A row with several different amounts is in none of them. */
export interface BasketSums {
  /** Rows with an amount now; of the kept ones before they are priced. */
  readonly amounts: Sum;
  /** Rows with several possible amounts, such as those of two enrollments: adding them would pay one claim twice. */
  readonly several: number;
  /** Of the rows with an amount then and now. */
  readonly before: Sum;
  readonly now: Sum;
  readonly change: Sum;
  readonly rises: Sum;
  readonly cuts: Sum;
  readonly unchanged: number;
  /** Rows that have no amount then or now, so that there is no change in dollars. */
  readonly incomparable: number;
}

export function sumsOf(lines: readonly BasketLine[]): BasketSums {
  const rows = [...Map.groupBy(lines, ({ row }) => row).values()];
  const shown = rows.map((ofRow) => differentIn(ofRow, ({ shown: each }) => each?.amount ?? null));
  const compared = rows.map((ofRow) =>
    differentIn(ofRow, ({ change, before, now }) => (change === null ? null : `${before?.amount} ${now?.amount}`)),
  );
  const both = onlyOnes(compared);
  const risen = both.filter(({ change }) => !change?.startsWith("-") && !isZero(change ?? ""));
  const cut = both.filter(({ change }) => change?.startsWith("-") && !isZero(change));
  return {
    amounts: added(onlyOnes(shown).map(({ shown: each }) => each?.amount ?? null)),
    several: rows.filter((_, place) => [shown, compared].some((each) => (each[place]?.length ?? 0) > 1)).length,
    before: added(both.map(({ before }) => before?.amount ?? null)),
    now: added(both.map(({ now }) => now?.amount ?? null)),
    change: added(both.map(({ change }) => change)),
    rises: added(risen.map(({ change }) => change)),
    cuts: added(cut.map(({ change }) => change)),
    unchanged: both.length - risen.length - cut.length,
    incomparable: compared.filter((ofRow, place) => ofRow.length === 0 && (shown[place]?.length ?? 0) <= 1).length,
  };
}

/** "1 row has several possible amounts: not in the sum." */
export function severalText(rows: number): string {
  return `${countText(rows, "row")} ${plural(rows, "has", "have")} several possible amounts: not in the sum.`;
}

/** A line for each different amount of a row. */
function differentIn(ofRow: readonly BasketLine[], amountIn: (line: BasketLine) => string | null) {
  const found = new Map<string, BasketLine>();
  for (const line of ofRow) {
    const amount = amountIn(line);
    if (amount !== null && !found.has(amount)) found.set(amount, line);
  }
  return [...found.values()];
}

function onlyOnes(rows: readonly (readonly BasketLine[])[]): readonly BasketLine[] {
  return rows.flatMap((different) => (different.length === 1 ? different : []));
}

function added(amounts: readonly (string | null)[]): Sum {
  const given = amounts.filter((amount) => amount !== null);
  return { lines: given.length, dollars: dollarText(given.map(factor).reduce(sum, factor("0"))) };
}

/**
 * The bars of each line, in hundredths of the largest amount: one that is its amount, or beside kept amounts what stayed, what
 * rose and what was cut. Digits become numbers here to be placed, never to be shown.
 */
export function barsOf(lines: readonly BasketLine[], isCompared: boolean): readonly (readonly Bar[])[] {
  const sizes = lines.map(({ shown, before, now, change }) => ({
    before: isCompared && change !== null ? Number(before?.amount) : null,
    now: Number((isCompared ? now : shown)?.amount ?? 0),
  }));
  const largest = Math.max(0, ...sizes.flatMap(({ before, now }) => [before ?? 0, now]));
  const placed = (amount: number) => (largest === 0 ? 0 : (amount / largest) * 100);
  return sizes.map(({ before, now }): readonly Bar[] => {
    const bars: readonly Bar[] =
      before === null
        ? [{ start: 0, end: placed(now), kind: "new" }]
        : [
            { start: 0, end: placed(Math.min(before, now)), kind: "kept" },
            {
              start: placed(Math.min(before, now)),
              end: placed(Math.max(before, now)),
              kind: now > before ? "new" : "taken",
            },
          ];
    return bars.filter(({ start, end }) => end > start);
  });
}
