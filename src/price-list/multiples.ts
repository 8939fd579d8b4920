import { asMoney, compare, product, ZERO } from "../core/money/arithmetic.ts";
import type { Factor } from "../core/money/factor.ts";
import { impliedFactor } from "../core/money/implied-factor.ts";
import type { CheckedCharge, StatePrice } from "./checked-charge.ts";

/** Contracts say 1.05 or 97.25 %. With more decimals a factor would fit more lines by chance. */
const FACTOR_DECIMALS_MAX = 4;

/** Fewer different prices than this could be a multiple of anything. */
const PRICES_MIN = 3;

/** A factor that explains less than a tenth of a plan's lines is a coincidence. */
const SHARE_MIN = 10;

/** Charges of one plan in one setting, which one contract may pay alike. */
function groupOf({ charge: { payer, plan }, line }: CheckedCharge): string {
  return JSON.stringify([payer, plan, line?.setting ?? null]);
}

/** For each plan and setting, the constant that most of its other prices are the state's multiplied with; null without one. */
export function foundMultiples(charges: readonly CheckedCharge[]): (charge: CheckedCharge) => Factor | null {
  const groups = Map.groupBy(
    charges.filter(({ difference }) => difference !== null),
    groupOf,
  );
  const factors = new Map([...groups].map(([key, group]) => [key, multipleIn(group)]));
  return (charge) => factors.get(groupOf(charge)) ?? null;
}

function multipleIn(group: readonly CheckedCharge[]): Factor | null {
  const others = group.filter(({ verdict }) => verdict === "neither");
  // Of several prices of one code, such as those of campuses, only one can be meant: the factor shows which.
  const cases = others.flatMap(({ published, candidates }) =>
    candidates.flatMap(({ price }) => {
      const isAbove = published !== null && compare(published, ZERO) > 0 && compare(price, ZERO) > 0;
      return isAbove ? [{ units: price, amount: asMoney(published) }] : [];
    }),
  );
  const implied = impliedFactor(cases, FACTOR_DECIMALS_MAX);
  if (implied === null) return null;
  const explained = others.flatMap((each) => multipleAmong(each, implied.factor) ?? []);
  const prices = new Set(explained.map(({ price }) => price.text));
  const isEnough = prices.size >= PRICES_MIN && SHARE_MIN * explained.length >= group.length;
  return isEnough ? implied.factor : null;
}

/** The price of the state that the published amount is a multiple of, to the cent; null without one. */
export function multipleAmong({ published, candidates }: CheckedCharge, factor: Factor): StatePrice | null {
  if (published === null) return null;
  const { cents } = asMoney(published);
  return candidates.find(({ price }) => asMoney(product(price, factor)).cents === cents) ?? null;
}
