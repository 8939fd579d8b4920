import type { Period } from "../../../../calendar/period.ts";
import { asFactor, dollars } from "../../../../money/arithmetic.ts";
import type { Factor } from "../../../../money/factor.ts";
import type { ConversionFactorRow, FeeRow } from "../../tables.ts";
import type { Factors } from "./conversion-group.ts";
import { RATE_KINDS, type RateKind, type RateLegends } from "./legends.ts";
import type { PublishedRate } from "./published-rate.ts";
import type { Variant } from "./variant.ts";

/** No line of a CSV file yet. */
const UNWRITTEN = 0;

/** The fee row of a published rate (ca 2.2); the variant is null where it is by report. */
export function feeRowOf(rate: PublishedRate, variant: Variant | null, legends: RateLegends, period: Period): FeeRow {
  const { code, procedureType, conversionIndicator, cutbackInd, professionalFraction } = rate;
  return {
    procedureCode: code,
    procedureType,
    unitValue: variant?.unitValue ?? null,
    conversionIndicator: variant?.conversionIndicator ?? conversionIndicator,
    cutbackInd,
    professionalFraction,
    familyPlanningEligible: legends.isFamilyPlanningCode(code),
    hopdAddonEligible: rate.hopdAddonEligible ?? true,
    publishedBasicRate: variant === null ? null : unexplainedBasicRate(rate, variant),
    period,
    line: UNWRITTEN,
  };
}

/** The printed Basic Rate where it is not unit value x factor; anesthesia is priced by time as well (ca 2.2). */
function unexplainedBasicRate(
  { procedureType, printed }: PublishedRate,
  { unitValue, factors }: Variant,
): Factor | null {
  if (printed.basic === null || procedureType === "Anesthesia") return null;
  const isExplained = factors.basic !== null && dollars(unitValue, factors.basic).cents === printed.basic.cents;
  return isExplained ? null : asFactor(printed.basic);
}

/**
 * The conversion factors of a variant (ca 2.3), none where the legend lacks the service type of its indicator. Child and
 * ER Rates whose service type it lacks have that of the Basic Rates: without a row they would be priced as these.
 */
export function factorRowsOf(
  { procedureType, published, conversionIndicator, factors }: Variant,
  { serviceTypes, selectionRanks }: RateLegends,
  period: Period,
): readonly ConversionFactorRow[] {
  const standard = serviceTypes.basic.get(published);
  if (standard === undefined) return [];
  return RATE_KINDS.flatMap((kind) => {
    const conversionFactor = factors[kind];
    if (conversionFactor === null) return [];
    return {
      procedureType,
      conversionIndicator,
      serviceType: serviceTypes[kind].get(published) ?? standard,
      emergency: kind === "emergency",
      providerType: null,
      ageGroup: ageGroupOf(kind, factors),
      conversionFactor,
      selectionRank: selectionRanks[kind],
      period,
      line: UNWRITTEN,
    };
  });
}

/** Where children have a factor of their own, the standard one is for adults; in the emergency room all are equal. */
function ageGroupOf(kind: RateKind, { child }: Factors): ConversionFactorRow["ageGroup"] {
  if (kind === "emergency" || child === null) return "any";
  return kind === "child" ? "child" : "adult";
}
