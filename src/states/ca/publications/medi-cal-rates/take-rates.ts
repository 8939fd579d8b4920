import type { Period } from "../../../../calendar/period.ts";
import type { Intake } from "../../../../imports/declaring/intake.ts";
import { failure } from "../../../../runtime/failure.ts";
import { conversionFactors, type FeeRow, outpatientRates } from "../../tables.ts";
import { usualFactors } from "./conversion-group.ts";
import type { RateLegends } from "./legends.ts";
import type { PublishedRate } from "./published-rate.ts";
import { factorRowsOf, feeRowOf } from "./rate-rows.ts";
import { Reconciliation } from "./reconciliation.ts";
import { tellVariant } from "./tell-variant.ts";
import { type Variant, variantOf } from "./variant.ts";

/** In the file of 2023 one rate in twenty is not unit value x factor; where half of them are not, other columns are read than are meant. */
const EXCEPTIONS_SHARE_MAX = 0.5;
/** Of fewer rates no rule can be told. */
const RATES_MIN = 100;

/** Takes the rates of an edition with the factors that they imply, and proves what is taken against what is printed. */
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
    tellVariant(rate, variant, legends, intake);
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
