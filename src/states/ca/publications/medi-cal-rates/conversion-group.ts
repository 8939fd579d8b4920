import { withDecimals } from "../../../../money/arithmetic.ts";
import type { Factor } from "../../../../money/factor.ts";
import { impliedFactor } from "../../../../money/implied-factor.ts";
import type { ProcedureType } from "../../values.ts";
import { markedIndicator } from "../conversion-indicator.ts";
import { RATE_KINDS, type RateKind } from "./legends.ts";
import type { PublishedRate } from "./published-rate.ts";

/** The codes of one procedure type and conversion indicator, which the state prices with the same factors. */
export interface ConversionGroup {
  readonly procedureType: ProcedureType;
  readonly conversionIndicator: string;
  readonly rates: readonly PublishedRate[];
  /** Dollars per unit by kind of rate, null where the state prints no such rates. */
  readonly factors: Readonly<Record<RateKind, Factor | null>>;
}

export type ConversionGroups = ReadonlyMap<string, ConversionGroup>;

/** The groups of all rates that have a unit value, in the order of the file. */
export function conversionGroups(rates: readonly PublishedRate[]): ConversionGroups {
  const ratesByGroup = Map.groupBy(
    rates.filter(({ unitValue }) => unitValue !== null),
    keyOf,
  );
  return new Map([...ratesByGroup].map(([key, ofGroup]) => [key, conversionGroup(ofGroup)]));
}

/** The group of a rate; null where it has no unit value, so that no factor applies. */
export function groupOf(rate: PublishedRate, groups: ConversionGroups): ConversionGroup | null {
  return rate.unitValue === null ? null : (groups.get(keyOf(rate)) ?? null);
}

function keyOf({ procedureType, conversionIndicator }: PublishedRate): string {
  return `${procedureType}|${conversionIndicator}`;
}

function conversionGroup(rates: readonly PublishedRate[]): ConversionGroup {
  const { procedureType, conversionIndicator } = rates[0] as PublishedRate;
  return {
    procedureType,
    conversionIndicator: conversionIndicator as string,
    rates,
    factors: {
      basic: factorOf(rates, "basic"),
      child: factorOf(rates, "child"),
      emergency: factorOf(rates, "emergency"),
    },
  };
}

/** The state's factors are dollars and cents; two more decimals are room for what it may think of. */
const FACTOR_DECIMALS_MAX = 4;
const CENTS_DECIMALS = 2;

/**
 * The factor of a group and kind of rate (ca 8): of those that come to the most printed rates to the cent, the one with
 * the fewest decimals.
 */
function factorOf(rates: readonly PublishedRate[], kind: RateKind): Factor | null {
  const cases = rates.flatMap(({ unitValue, printed }) => {
    const amount = printed[kind];
    return unitValue === null || amount === null ? [] : [{ units: unitValue, amount }];
  });
  const implied = impliedFactor(cases, FACTOR_DECIMALS_MAX)?.factor ?? null;
  return implied === null ? null : withDecimals(implied, Math.max(implied.scale, CENTS_DECIMALS));
}

/** Codes of a group that have the same kinds of rates, under one conversion indicator of ours. */
export interface Variant {
  readonly conversionIndicator: string;
  readonly kinds: readonly RateKind[];
}

/** The variant of a group that a code belongs to, by the rates that are printed for it. */
export function variantOf({ conversionIndicator, factors }: ConversionGroup, { printed }: PublishedRate): Variant {
  const lacking = (["child", "emergency"] as const).filter((kind) => factors[kind] !== null && printed[kind] === null);
  const kinds = RATE_KINDS.filter((kind) => factors[kind] !== null && (kind === "basic" || !lacking.includes(kind)));
  return { conversionIndicator: markedIndicator(conversionIndicator, lacking), kinds };
}
