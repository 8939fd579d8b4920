import { withDecimals } from "../../../../money/arithmetic.ts";
import type { Factor } from "../../../../money/factor.ts";
import { impliedFactor, type PricedUnits } from "../../../../money/implied-factor.ts";
import type { RateKind } from "./legends.ts";
import type { PublishedRate } from "./published-rate.ts";

/** Dollars per unit by kind of rate, null where there is none. */
export type Factors = Readonly<Record<RateKind, Factor | null>>;

/** The factors with which the state prices most codes of one procedure type and conversion indicator. */
export type UsualFactors = ReadonlyMap<string, Factors>;

export function usualFactors(rates: readonly PublishedRate[]): UsualFactors {
  const ratesByGroup = Map.groupBy(
    rates.filter(({ unitValue }) => unitValue !== null),
    keyOf,
  );
  return new Map([...ratesByGroup].map(([key, ofGroup]) => [key, factorsOf(ofGroup)]));
}

/** The usual factors of a rate's procedure type and indicator; null where no rate of these has a unit value. */
export function usualFactorsOf(rate: PublishedRate, usual: UsualFactors): Factors | null {
  return usual.get(keyOf(rate)) ?? null;
}

function keyOf({ procedureType, conversionIndicator }: PublishedRate): string {
  return `${procedureType}|${conversionIndicator}`;
}

function factorsOf(rates: readonly PublishedRate[]): Factors {
  return { basic: factorOf(rates, "basic"), child: factorOf(rates, "child"), emergency: factorOf(rates, "emergency") };
}

/** The state's factors are dollars and cents; two more decimals are room for what it may think of. */
const USUAL_DECIMALS_MAX = 4;

function factorOf(rates: readonly PublishedRate[], kind: RateKind): Factor | null {
  const cases = rates.flatMap(({ unitValue, printed }) => {
    const amount = printed[kind];
    return unitValue === null || amount === null ? [] : [{ units: unitValue, amount }];
  });
  return factorBehind(cases, USUAL_DECIMALS_MAX);
}

const CENTS_DECIMALS = 2;

/** Of the factors that come to the most printed rates to the cent, the one with the fewest decimals (ca 8). */
export function factorBehind(cases: readonly PricedUnits[], decimalsMax: number): Factor | null {
  const implied = impliedFactor(cases, decimalsMax)?.factor ?? null;
  return implied === null ? null : withDecimals(implied, Math.max(implied.scale, CENTS_DECIMALS));
}
