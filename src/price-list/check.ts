import type { StateSubject } from "../answers/answer.ts";
import type { ListScope } from "../answers/price-list/list.ts";
import type { PriceLine } from "../answers/price-list/schema.ts";
import { asFactor, asMoney, compare, difference, product, size, withDecimals } from "../core/money/arithmetic.ts";
import { priceDifference, priceRatio } from "../core/money/comparison.ts";
import { type Factor, factor } from "../core/money/factor.ts";
import { dollarText } from "../core/money/money.ts";
import { failure } from "../core/runtime/failure.ts";
import { grouped } from "../core/text/plural.ts";
import { Refusal } from "../core/text/refusal.ts";
import type { CheckedCharge, StatePrice } from "./checked-charge.ts";
import { foundMultiples, multipleAmong } from "./multiples.ts";
import { amountIn, type PublishedCharge, percentageIn } from "./published/charge.ts";
import { StatePrices } from "./state-prices.ts";

/** More would not fit into the memory of a small machine; a file of all plans is checked plan by plan. */
const CHARGES_MAX = 500_000;

const RATIO_DECIMALS = 4;

/** Holds published charges against what the state pays. Codes are priced once, when the first charge of them comes. */
export class PriceCheck {
  readonly #prices: StatePrices;
  readonly #charges: CheckedCharge[] = [];

  private constructor(prices: StatePrices) {
    this.#prices = prices;
  }

  static async open(scope: ListScope, subject: StateSubject): Promise<PriceCheck> {
    return new PriceCheck(await StatePrices.open(scope, subject));
  }

  add(charge: PublishedCharge): void {
    if (this.#charges.length >= CHARGES_MAX) {
      throw failure(
        `The file has more than ${grouped(CHARGES_MAX)} lines to check. Check one plan at a time with --payer "its name", or one column of a table with --column.`,
      );
    }
    this.#charges.push(this.#checked(charge));
  }

  /** All charges with their verdicts: constant multiples show only when a plan is known as a whole. */
  finished(): readonly CheckedCharge[] {
    const multiples = foundMultiples(this.#charges);
    return this.#charges.map((each) => {
      const multiple = each.verdict === "neither" ? multiples(each) : null;
      if (multiple === null) return each;
      const found = multipleAmong(each, multiple);
      return found === null
        ? { ...each, atFactor: besideMultiple(each, multiple) }
        : { ...each, ...beside(each.published, found), verdict: "multiple", factor: multiple };
    });
  }

  /** About the data behind the state's prices. */
  warnings(release: StateSubject["release"]): readonly string[] {
    return this.#prices.warnings(release);
  }

  #checked(charge: PublishedCharge): CheckedCharge {
    const found = this.#prices.linesOf(charge);
    const dollars = amountIn(charge.dollars);
    const percentage = percentageIn(charge.percentage);
    const unread = [dollars, percentage].find((each) => each instanceof Refusal);
    const nothing = {
      charge,
      line: null,
      published: null,
      state: null,
      unit: null,
      difference: null,
      ratio: null,
      factor: null,
      atFactor: null,
      candidates: [],
    };
    if (found instanceof Refusal) return { ...nothing, verdict: "not_comparable", reason: found.expected };
    if (unread instanceof Refusal) {
      return { ...nothing, verdict: "not_comparable", reason: `The amount is not read: expected ${unread.expected}.` };
    }
    if (found.lines.length === 0) return { ...nothing, verdict: "not_listed", reason: found.reason };
    const published = (dollars ?? percentage) as Factor | null;
    const isShare = dollars === null && published !== null;
    return compared(charge, found.lines, published, isShare);
  }
}

function compared(
  charge: PublishedCharge,
  lines: readonly PriceLine[],
  published: Factor | null,
  isShare: boolean,
): CheckedCharge {
  const candidates = lines.flatMap((line): StatePrice[] => {
    const { percent_of_charges, payment_rate } = line;
    const price =
      published === null ? (payment_rate ?? percent_of_charges) : isShare ? percent_of_charges : payment_rate;
    return price === null ? [] : [{ line, price: factor(price) }];
  });
  const [first] = candidates;
  const line = first?.line ?? (lines[0] as PriceLine);
  const isPercent = published === null ? line.payment_rate === null : isShare;
  const unit = isPercent ? ("percent" as const) : ("dollars" as const);
  const about = { charge, published, unit, factor: null, atFactor: null, candidates };
  if (published === null) {
    const nothing = { ...about, line, difference: null, ratio: null };
    return first === undefined
      ? { ...nothing, verdict: "state_needs_more", state: null, unit: null, reason: needsMore(line) }
      : { ...nothing, verdict: "no_amount", state: first.price, reason: null };
  }
  if (first === undefined) {
    const reason = `The state's line is ${line.kind.replaceAll("_", " ")}, and the file has ${isShare ? "a percentage" : "an amount"}.`;
    return { ...about, verdict: "not_comparable", line, state: null, difference: null, ratio: null, reason };
  }
  const nearest = nearestOf(candidates, published);
  const verdict = isSame(published, nearest.price, isShare) ? "state_price" : "neither";
  return { ...about, ...beside(published, nearest), verdict, reason: null };
}

/** Why the state has no price before the claim. */
function needsMore({ kind, algorithm }: PriceLine): string {
  const why =
    kind === "by_report" ? "The state pays the code by report" : "The state's formula needs more than a list can know";
  return algorithm === null ? `${why}.` : `${why}: ${algorithm}`;
}

/** What a charge is, beside one price of the state. */
function beside(published: Factor | null, { line, price }: StatePrice) {
  return {
    line,
    state: price,
    difference: published === null ? null : priceDifference(published, price),
    ratio: published === null ? null : priceRatio(published, price, RATIO_DECIMALS),
  };
}

/** What a charge is, beside the nearest multiple of the state's prices: dollars in cents, as plans pay them. */
function besideMultiple({ published, candidates, unit }: CheckedCharge, multiple: Factor): CheckedCharge["atFactor"] {
  if (published === null || candidates.length === 0) return null;
  const multiples = candidates.map(({ line, price }) => {
    const exact = product(price, multiple);
    return { line, price: unit === "percent" ? exact : asFactor(asMoney(exact)) };
  });
  const { price } = nearestOf(multiples, published);
  return { price: price.text, difference: priceDifference(published, price) };
}

/**
 * The same to the cent: files print unrounded products. A rate with more decimals is the same with all of them, and a percentage to the
 * decimals that the file prints.
 */
function isSame(published: Factor, state: Factor, isShare: boolean): boolean {
  if (compare(published, state) === 0) return true;
  if (!isShare) return asMoney(published).text === dollarText(state);
  return compare(withDecimals(state, published.scale), published) === 0;
}

/** Several lines of a code, such as campuses: the one that comes closest. */
function nearestOf(candidates: readonly StatePrice[], published: Factor): StatePrice {
  const away = ({ price }: StatePrice) => size(difference(published, price));
  return candidates.reduce((best, each) => (compare(away(each), away(best)) < 0 ? each : best));
}
