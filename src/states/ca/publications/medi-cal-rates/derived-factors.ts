import { asFactor, dollars, ONE, withDecimals } from "../../../../core/money/arithmetic.ts";
import type { Factor } from "../../../../core/money/factor.ts";
import { impliedFactor, type PricedUnits } from "../../../../core/money/implied-factor.ts";
import type { ProcedureType } from "../../values.ts";
import { type PublishedRate, RATE_KINDS, type RateKind } from "./published-rate.ts";

/** Dollars per unit by kind of rate, null where there is none. */
export type Factors = Readonly<Record<RateKind, Factor | null>>;

/** The factors with which the state prices most codes of one procedure type and conversion indicator. */
type UsualFactors = ReadonlyMap<string, Factors>;

export function usualFactors(rates: readonly PublishedRate[]): UsualFactors {
  const ratesByGroup = Map.groupBy(
    rates.filter(({ unitValue }) => unitValue !== null),
    keyOf,
  );
  return new Map([...ratesByGroup].map(([key, ofGroup]) => [key, groupFactors(ofGroup)]));
}

/** The usual factors of a rate's procedure type and indicator; null where no rate of these has a unit value. */
function usualFactorsOf(rate: PublishedRate, usual: UsualFactors): Factors | null {
  return usual.get(keyOf(rate)) ?? null;
}

function keyOf({ procedureType, conversionIndicator }: PublishedRate): string {
  return `${procedureType}|${conversionIndicator}`;
}

function groupFactors(rates: readonly PublishedRate[]): Factors {
  return {
    basic: groupFactor(rates, "basic"),
    child: groupFactor(rates, "child"),
    emergency: groupFactor(rates, "emergency"),
  };
}

/** The state's factors are dollars and cents; two more decimals are a reserve. */
const USUAL_DECIMALS_MAX = 4;

function groupFactor(rates: readonly PublishedRate[], kind: RateKind): Factor | null {
  const cases = rates.flatMap(({ unitValue, printed }) => {
    const amount = printed[kind];
    return unitValue === null || amount === null ? [] : [{ units: unitValue, amount }];
  });
  return factorBehind(cases, USUAL_DECIMALS_MAX);
}

const CENTS_DECIMALS = 2;

/** The factor that gives the most printed rates to the cent; among equals, the one with the fewest decimals (ca 8). */
function factorBehind(cases: readonly PricedUnits[], decimalsMax: number): Factor | null {
  const implied = impliedFactor(cases, decimalsMax)?.factor ?? null;
  return implied === null ? null : withDecimals(implied, Math.max(implied.scale, CENTS_DECIMALS));
}

/** The factors of a code: the usual ones of its indicator, or those of its marked indicator (ca 8). */
export interface Variant {
  readonly procedureType: ProcedureType;
  readonly unitValue: Factor;
  readonly published: string;
  readonly conversionIndicator: string;
  readonly marks: Marks;
  readonly factors: Factors;
}

/** The variant that a code belongs to, by the rates that are printed for it; null where it is by report. */
export function variantOf(rate: PublishedRate, usual: UsualFactors): Variant | null {
  const { procedureType, conversionIndicator: published } = rate;
  const unitValue = rate.unitValue ?? fixedPriceOf(rate);
  if (unitValue === null || published === null) return null;
  const isFixed = rate.unitValue === null;
  const factors = factorsOf({ ...rate, unitValue }, isFixed ? FIXED_PRICE : (usualFactorsOf(rate, usual) ?? NONE));
  const marks = { isFixed, ...factors.marks };
  const conversionIndicator = markedIndicator(published, marks);
  return { procedureType, unitValue, published, conversionIndicator, marks, factors: factors.taken };
}

const NONE: Factors = { basic: null, child: null, emergency: null };

const FIXED_PRICE: Factors = { ...NONE, basic: withDecimals(ONE, 2) };

/** A Basic Rate without a unit value is a price in dollars; not so for anesthesia, whose base units are added to time. */
function fixedPriceOf({ procedureType, printed }: PublishedRate): Factor | null {
  return printed.basic === null || procedureType === "Anesthesia" ? null : asFactor(printed.basic);
}

interface WithUnits extends PublishedRate {
  readonly unitValue: Factor;
}

/** The factors of a code, and how they differ from the usual ones. */
function factorsOf(rate: WithUnits, usual: Factors): { taken: Factors; marks: Omit<Marks, "isFixed"> } {
  const taken: Factors = {
    basic: basicFactor(rate, usual.basic),
    child: printedFactor(rate, usual.child, "child"),
    emergency: printedFactor(rate, usual.emergency, "emergency"),
  };
  // Without a factor for its Basic Rate a code is not priced: an adult would get the child's price.
  if (taken.basic === null && rate.printed.basic !== null) {
    return { taken: NONE, marks: { own: new Map(), lacking: RATE_KINDS } };
  }
  const own = new Map<RateKind, Factor>();
  for (const kind of RATE_KINDS) {
    const factor = taken[kind];
    if (factor !== null && factor !== usual[kind]) own.set(kind, factor);
  }
  const lacking = RATE_KINDS.filter((kind) => taken[kind] === null && usual[kind] !== null);
  return { taken, marks: { own, lacking } };
}

/** The usual factor even if it does not give the Basic Rate, since that is kept; not for anesthesia (ca 2.2). */
function basicFactor(rate: WithUnits, usual: Factor | null): Factor | null {
  const isKept = rate.procedureType !== "Anesthesia" && usual !== null;
  return isKept ? usual : (printedFactor(rate, usual, "basic") ?? usual);
}

/** Enough decimals to distinguish every cent of up to a million units. */
const OWN_DECIMALS_MAX = 8;

/** The usual factor if it gives the printed rate, otherwise the code's own; null without a rate or factor. */
function printedFactor({ unitValue, printed }: WithUnits, usual: Factor | null, kind: RateKind): Factor | null {
  const amount = printed[kind];
  if (amount === null) return null;
  const isUsual = usual !== null && dollars(unitValue, usual).cents === amount.cents;
  return isUsual ? usual : factorBehind([{ units: unitValue, amount }], OWN_DECIMALS_MAX);
}

/** An indicator in one spelling: editions print `009`, `9.0` or `9` for the same. */
export function plainIndicator(printed: string): string {
  return printed
    .toUpperCase()
    .replace(/\.0+$/, "")
    .replace(/^0+(?=[0-9])/, "");
}

const NAMES: Readonly<Record<RateKind, string>> = { basic: "basic", child: "child", emergency: "ER" };

const FIXED = "fixed";

/** How a code differs from the others of its conversion indicator (ca 8). */
interface Marks {
  /** Its unit value is its Basic Rate in dollars, since the state prints no unit value. */
  readonly isFixed: boolean;
  /** The rates that it lacks and others have. */
  readonly lacking: readonly RateKind[];
  /** Dollars per unit of the rates that the indicator's factors do not give. */
  readonly own: ReadonlyMap<RateKind, Factor>;
}

/**
 * A conversion indicator with the marks of its codes, such as `7 no ER` or `31 child 12.333`. A factor applies to a
 * whole indicator, while the state prints ER Rates for some codes only, or a Child Rate with another factor. Such codes
 * are marked, so that no lookup gives a price that the state does not publish.
 */
export function markedIndicator(published: string, { isFixed, lacking, own }: Marks): string {
  const marks = [
    ...(isFixed ? [FIXED] : []),
    ...[...own].map(([kind, { text }]) => `${NAMES[kind]} ${text}`),
    ...lacking.map(lackOf),
  ];
  return [published, ...marks].join(" ");
}

function lackOf(kind: RateKind): string {
  return `no ${NAMES[kind]}`;
}
