import type { PriceLine } from "../answers/price-list/schema.ts";
import { asMoney, compare, difference, product, size, withDecimals, ZERO } from "../core/money/arithmetic.ts";
import { priceDifference, priceRatio } from "../core/money/comparison.ts";
import { type Factor, factor } from "../core/money/factor.ts";
import { impliedFactor } from "../core/money/implied-factor.ts";
import { dollarText } from "../core/money/money.ts";
import { Refusal } from "../core/text/refusal.ts";
import { amountIn, type PublishedCharge } from "./published-charge.ts";
import type { StatePrices } from "./state-prices.ts";

/** What a published charge is, compared with what the state pays, with the words of a report. */
export const VERDICTS = {
  state_price: "the state's price",
  multiple: "a constant multiple of it",
  neither: "neither",
  not_compared: "not compared",
} as const;

export type Verdict = keyof typeof VERDICTS;

/** A price of the state for the same code: dollars, or percent of charges, as the file has it. */
interface StatePrice {
  readonly line: PriceLine;
  readonly price: Factor;
}

export interface CheckedCharge {
  readonly charge: PublishedCharge;
  readonly verdict: Verdict;
  readonly unit: "dollars" | "percent";
  readonly published: Factor | null;
  /** The price of the state that is compared; null without one. */
  readonly state: StatePrice | null;
  /** All prices of the state that may be meant, such as those of several campuses. */
  readonly candidates: readonly StatePrice[];
  /** The constant that the plan multiplies the state's prices with, if this charge is such a multiple. */
  readonly factor: Factor | null;
  /** Why it is not compared. */
  readonly reason: string | null;
}

/** Compares the charges of a file, then looks for the constant of each plan. */
export function checkedCharges(charges: readonly PublishedCharge[], prices: StatePrices): readonly CheckedCharge[] {
  const checked = charges.map((charge) => compared(charge, prices));
  return [...Map.groupBy(checked, groupOf).values()].flatMap(withMultiples);
}

/** Charges of one plan in one setting, which one contract may pay alike. */
export function groupOf({ charge: { payer, plan, setting } }: CheckedCharge): string {
  return JSON.stringify([payer, plan, setting]);
}

function compared(charge: PublishedCharge, prices: StatePrices): CheckedCharge {
  const dollars = amountIn(charge.dollars);
  const published = dollars ?? amountIn(charge.percentage);
  const unit = dollars === null && published !== null ? "percent" : "dollars";
  const nothing = {
    charge,
    verdict: "not_compared",
    unit,
    published: null,
    state: null,
    candidates: [],
    factor: null,
  } as const;
  if (published instanceof Refusal)
    return { ...nothing, reason: `The amount is not read: expected ${published.expected}.` };
  const { lines, reason } = prices.linesOf(charge);
  const candidates = lines.flatMap((line): readonly StatePrice[] => {
    const price = unit === "percent" ? line.percent_of_charges : line.payment_rate;
    return price === null ? [] : [{ line, price: factor(price) }];
  });
  const [first] = candidates;
  if (first === undefined) return { ...nothing, published, reason: reason ?? withoutPrice(lines[0] as PriceLine) };
  if (published === null) return { ...nothing, state: first, reason: "The file has no amount." };
  const state = nearestOf(candidates, published);
  const verdict = isSame(published, state.price, unit) ? "state_price" : "neither";
  return { charge, verdict, unit, published, state, candidates, factor: null, reason: null };
}

function withoutPrice({ kind, algorithm }: PriceLine): string {
  return `The state's line is ${kind.replaceAll("_", " ")}${algorithm === null ? "" : `: ${algorithm}`}.`;
}

/**
 * The same to the cent: files print unrounded products. A rate with more decimals is the same with all of them, and a percentage to the
 * decimals that the file prints.
 */
function isSame(published: Factor, state: Factor, unit: CheckedCharge["unit"]): boolean {
  if (compare(published, state) === 0) return true;
  if (unit === "dollars") return asMoney(published).text === dollarText(state);
  return compare(withDecimals(state, published.scale), published) === 0;
}

/** Of several prices of a code, such as those of campuses, the one that comes closest. */
function nearestOf(candidates: readonly StatePrice[], published: Factor): StatePrice {
  const away = ({ price }: StatePrice) => size(difference(published, price));
  return candidates.reduce((best, each) => (compare(away(each), away(best)) < 0 ? each : best));
}

/** Contracts say 1.05 or 97.25 %. With more decimals a factor would fit more lines by chance. */
const FACTOR_DECIMALS_MAX = 4;

/** Fewer different prices than this could be a multiple of anything. */
const PRICES_MIN = 3;

/** A factor that explains less than a tenth of a plan's lines is a coincidence. */
const SHARE_MIN = 10;

/** The charges of one plan, with the constant that most of its other prices are the state's multiplied with. */
function withMultiples(group: readonly CheckedCharge[]): readonly CheckedCharge[] {
  const others = group.filter(({ verdict }) => verdict === "neither");
  const cases = others.flatMap(({ published, candidates }) =>
    candidates.flatMap(({ price }) => {
      const isAbove = published !== null && compare(published, ZERO) > 0 && compare(price, ZERO) > 0;
      return isAbove ? [{ units: price, amount: asMoney(published) }] : [];
    }),
  );
  const found = impliedFactor(cases, FACTOR_DECIMALS_MAX)?.factor ?? null;
  if (found === null) return group;
  const multiples = new Map(others.flatMap((each) => multipleOf(each, found)));
  const prices = new Set([...multiples.values()].map(({ price }) => price.text));
  const compared = group.filter(({ verdict }) => verdict !== "not_compared");
  if (prices.size < PRICES_MIN || SHARE_MIN * multiples.size < compared.length) return group;
  return group.map((each) => {
    const state = multiples.get(each);
    return state === undefined ? each : { ...each, state, verdict: "multiple", factor: found };
  });
}

/** The price of the state that the published amount is a multiple of, to the cent: of several campuses, the factor shows which. */
function multipleOf(each: CheckedCharge, multiple: Factor): readonly (readonly [CheckedCharge, StatePrice])[] {
  const { published, candidates } = each;
  const state = candidates.find(
    ({ price }) => published !== null && asMoney(product(price, multiple)).cents === asMoney(published).cents,
  );
  return state === undefined ? [] : [[each, state]];
}

/** Published less state. */
export function differenceOf({ published, state }: CheckedCharge): string | null {
  return published === null || state === null ? null : priceDifference(published, state.price);
}

const RATIO_DECIMALS = 4;

/** Published over state. */
export function ratioOf({ published, state }: CheckedCharge): string | null {
  return published === null || state === null ? null : priceRatio(published, state.price, RATIO_DECIMALS);
}
