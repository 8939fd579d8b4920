import { asMoney, product } from "../core/money/arithmetic.ts";
import type { Factor } from "../core/money/factor.ts";
import { impliedFactor } from "../core/money/implied-factor.ts";
import type { CheckedCharge } from "./checked-charge.ts";

/** Contracts say 1.05 or 97.25 %. With more decimals a factor would fit more lines by chance. */
const FACTOR_DECIMALS_MAX = 4;

/** Fewer different prices than this could be a multiple of anything. */
const PRICES_MIN = 3;

/** A factor that explains less than a tenth of a plan's lines is a coincidence. */
const SHARE_MIN = 10;

/** A charge whose two amounts can be a multiple of each other. */
interface Priced extends CheckedCharge {
  readonly published: Factor;
  readonly state: Factor;
}

function isPriced(each: CheckedCharge): each is Priced {
  const { published, state } = each;
  return published !== null && state !== null && published.units > 0n && state.units > 0n;
}

/** Charges of one plan in one setting, which one contract may pay alike. */
function groupOf({ charge: { payer, plan }, line }: CheckedCharge): string {
  return JSON.stringify([payer, plan, line?.setting ?? null]);
}

/** For each plan and setting, the constant that most of its other prices are the state's multiplied with; null without one. */
export function foundMultiples(charges: readonly CheckedCharge[]): (charge: CheckedCharge) => Factor | null {
  const groups = Map.groupBy(charges.filter(isPriced), groupOf);
  const factors = new Map([...groups].map(([key, group]) => [key, multipleIn(group)]));
  return (charge) => factors.get(groupOf(charge)) ?? null;
}

function multipleIn(group: readonly Priced[]): Factor | null {
  const others = group.filter(({ verdict }) => verdict === "neither");
  const cases = others.map(({ state, published }) => ({ units: state, amount: asMoney(published) }));
  const implied = impliedFactor(cases, FACTOR_DECIMALS_MAX);
  if (implied === null || SHARE_MIN * implied.reproduced < group.length) return null;
  const explained = others.filter((each) => isMultiple(each, implied.factor));
  const prices = new Set(explained.map(({ state }) => state.text));
  return prices.size < PRICES_MIN ? null : implied.factor;
}

/** Whether the published amount is the state's times the factor, to the cent. */
export function isMultiple({ published, state }: CheckedCharge, factor: Factor): boolean {
  if (published === null || state === null) return false;
  return asMoney(product(state, factor)).cents === asMoney(published).cents;
}
