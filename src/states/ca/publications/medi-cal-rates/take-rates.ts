import type { Period } from "../../../../core/calendar/period.ts";
import { asFactor, dollars } from "../../../../core/money/arithmetic.ts";
import type { Factor } from "../../../../core/money/factor.ts";
import { failure } from "../../../../core/runtime/failure.ts";
import type { Intake } from "../../../../imports/declaring/intake.ts";
import { type ConversionFactorRow, conversionFactors, type FeeRow, outpatientRates } from "../../tables.ts";
import { type Factors, usualFactors, type Variant, variantOf } from "./derived-factors.ts";
import { type RateLegends, SERVICE_TYPE_LEGENDS } from "./legends.ts";
import { type PublishedRate, RATE_KINDS, RATE_NAMES, type RateKind } from "./published-rate.ts";
import { Reconciliation } from "./reconciliation.ts";

/**
 * In the file of 2023 one rate in twenty is not unit value x factor. If half of them are not, the wrong columns are
 * read.
 */
const EXCEPTIONS_SHARE_MAX = 0.5;
/** Fewer rates are not enough to infer a rule. */
const RATES_MIN = 100;

/** Takes the rates of an edition with their implied factors, and checks them against the printed rates. */
export function takeRates(rates: readonly PublishedRate[], legends: RateLegends, period: Period, intake: Intake): void {
  const usual = usualFactors(rates);
  const reconciliation = new Reconciliation(legends, intake);
  const variants = new Map<string, Variant>();
  let exceptions = 0;
  for (const rate of rates) {
    const variant = variantOf(rate, usual);
    const fee = feeRowOf(rate, variant, legends, period);
    takeFee(fee, rate, intake);
    if (fee.publishedBasicRate !== null || (variant !== null && variant.marks.own.size > 0)) exceptions += 1;
    reconciliation.see(rate, fee, variant === null ? [] : factorRowsOf(variant, legends, period));
    if (variant === null) continue;
    reportVariant(rate, variant, legends, intake);
    variants.set(`${variant.procedureType}|${variant.conversionIndicator}`, variant);
  }
  reconciliation.end();
  if (rates.length >= RATES_MIN && exceptions > rates.length * EXCEPTIONS_SHARE_MAX) {
    throw failure(
      `${exceptions} of ${rates.length} rates are not unit value x a factor that others of their Conv Ind have. Are the columns those that their headings say? A mapping file says where they are: see --template and --map`,
    );
  }
  for (const variant of variants.values()) takeFactors(variant, legends, period, intake);
}

function takeFee(fee: FeeRow, { place, hopdAddonEligible }: PublishedRate, intake: Intake): void {
  const { procedureCode, procedureType, unitValue, conversionIndicator, cutbackInd } = fee;
  intake.take(
    outpatientRates,
    {
      procedureCode,
      procedureType,
      unitValue: unitValue?.text,
      conversionIndicator,
      cutbackInd,
      professionalFraction: fee.professionalFraction?.text,
      familyPlanningEligible: fee.familyPlanningEligible ? true : null,
      hopdAddonEligible,
      publishedBasicRate: fee.publishedBasicRate?.text,
    },
    place,
  );
}

function takeFactors(variant: Variant, legends: RateLegends, period: Period, intake: Intake): void {
  for (const row of factorRowsOf(variant, legends, period)) {
    const { procedureType, conversionIndicator, serviceType, emergency, ageGroup, selectionRank } = row;
    intake.take(conversionFactors, {
      procedureType,
      conversionIndicator,
      serviceType,
      emergency,
      ageGroup,
      conversionFactor: row.conversionFactor.text,
      selectionRank,
    });
  }
}

/** No line of a CSV file yet. */
const UNWRITTEN = 0;

/** The fee row of a published rate (ca 2.2); the variant is null where it is by report. */
function feeRowOf(rate: PublishedRate, variant: Variant | null, legends: RateLegends, period: Period): FeeRow {
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
 * The conversion factors of a variant (ca 2.3); none if the legend lacks the service type of its indicator. Child and
 * ER Rates without a service type use that of the Basic Rates: without a row they would be priced as Basic Rates.
 */
function factorRowsOf(
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

/** If children have their own factor, the standard one is for adults; in the emergency room there is one for all. */
function ageGroupOf(kind: RateKind, { child }: Factors): ConversionFactorRow["ageGroup"] {
  if (kind === "emergency" || child === null) return "any";
  return kind === "child" ? "child" : "adult";
}

/** Reports how a code differs from most of its indicator, and how it is priced. */
function reportVariant(rate: PublishedRate, variant: Variant, legends: RateLegends, intake: Intake): void {
  const { marks, factors, published } = variant;
  const { code, procedureType, printed } = rate;
  const report = (title: string) => intake.find({ title, example: `${code} ${procedureType}` });

  if (marks.lacking.some((kind) => printed[kind] === null)) {
    report('codes without a rate that others of their Conv Ind have; their indicator is marked, such as "7 no ER"');
  }
  if (marks.isFixed) {
    report('Basic Rates without a unit value; taken as fixed prices, their indicator is marked, such as "7 fixed"');
  }
  for (const kind of marks.own.keys()) {
    report(
      `${RATE_NAMES[kind]}s that do not come of the factor of their Conv Ind; taken with a factor of their own, their indicator is marked, such as "31 child 12.333"`,
    );
  }
  if (printed.basic === null && factors.basic !== null) {
    report("unit values without a printed Basic Rate: lookups give unit value x factor all the same");
  }
  for (const kind of RATE_KINDS) {
    if (kind === "basic" || factors[kind] === null || legends.serviceTypes[kind].has(published)) continue;
    report(
      `${RATE_NAMES[kind]}s of Conv Ind ${published}, which is not in the legend ${SERVICE_TYPE_LEGENDS[kind]}: taken with the service type of its Basic Rates`,
    );
  }
}
