import type { Period } from "../../../../calendar/period.ts";
import { asFactor, dollars } from "../../../../money/arithmetic.ts";
import type { Factor } from "../../../../money/factor.ts";
import type { ConversionFactorRow, FeeRow } from "../../tables.ts";
import { type ConversionGroup, type Variant, variantOf } from "./conversion-group.ts";
import type { RateKind, RateLegends } from "./legends.ts";
import type { PublishedRate } from "./published-rate.ts";

/** No line of a CSV file yet. */
const UNWRITTEN = 0;

/** The fee row of a published rate (ca 2.2); the group is null where it is by report. */
export function feeRowOf(
  rate: PublishedRate,
  group: ConversionGroup | null,
  legends: RateLegends,
  period: Period,
): FeeRow {
  const { code, procedureType, unitValue, conversionIndicator, cutbackInd, professionalFraction } = rate;
  return {
    procedureCode: code,
    procedureType,
    unitValue,
    conversionIndicator: group === null ? conversionIndicator : variantOf(group, rate).conversionIndicator,
    cutbackInd,
    professionalFraction,
    familyPlanningEligible: legends.isFamilyPlanningCode(code),
    hopdAddonEligible: rate.hopdAddonEligible ?? true,
    publishedBasicRate: group === null ? null : unexplainedBasicRate(rate, group),
    period,
    line: UNWRITTEN,
  };
}

/** The printed Basic Rate where it is not unit value x factor; anesthesia is priced by time as well (ca 2.2). */
function unexplainedBasicRate(
  { procedureType, unitValue, printed }: PublishedRate,
  { factors }: ConversionGroup,
): Factor | null {
  if (printed.basic === null || unitValue === null || procedureType === "Anesthesia") return null;
  const isExplained = factors.basic !== null && dollars(unitValue, factors.basic).cents === printed.basic.cents;
  return isExplained ? null : asFactor(printed.basic);
}

/** The conversion factors of a variant of a group (ca 2.3); none of a kind whose service type the legend lacks. */
export function factorRowsOf(
  { procedureType, conversionIndicator: published, factors }: ConversionGroup,
  { conversionIndicator, kinds }: Variant,
  { serviceTypes, selectionRanks }: RateLegends,
  period: Period,
): readonly ConversionFactorRow[] {
  return kinds.flatMap((kind) => {
    const serviceType = serviceTypes[kind].get(published);
    if (serviceType === undefined) return [];
    return {
      procedureType,
      conversionIndicator,
      serviceType,
      emergency: kind === "emergency",
      providerType: null,
      ageGroup: ageGroupOf(kind, kinds),
      conversionFactor: factors[kind] as Factor,
      selectionRank: selectionRanks[kind],
      period,
      line: UNWRITTEN,
    };
  });
}

/** Where children have a factor of their own, the standard one is for adults; in the emergency room all are equal. */
function ageGroupOf(kind: RateKind, kinds: readonly RateKind[]): ConversionFactorRow["ageGroup"] {
  if (kind === "emergency" || !kinds.includes("child")) return "any";
  return kind === "child" ? "child" : "adult";
}
