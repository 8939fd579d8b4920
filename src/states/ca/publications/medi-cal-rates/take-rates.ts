import type { Period } from "../../../../calendar/period.ts";
import type { Intake } from "../../../../imports/declaring/intake.ts";
import { conversionFactors, type FeeRow, outpatientRates } from "../../tables.ts";
import { type ConversionGroup, conversionGroups, groupOf, variantOf } from "./conversion-group.ts";
import type { RateLegends } from "./legends.ts";
import type { PublishedRate } from "./published-rate.ts";
import { factorRowsOf, feeRowOf } from "./rate-rows.ts";
import { Reconciliation } from "./reconciliation.ts";

/** Takes the rates of an edition with the factors that they imply, and proves what is taken against what is printed. */
export function takeRates(rates: readonly PublishedRate[], legends: RateLegends, period: Period, intake: Intake): void {
  const groups = conversionGroups(rates);
  const reconciliation = new Reconciliation(legends, intake);
  for (const rate of rates) {
    const group = groupOf(rate, groups);
    const fee = feeRowOf(rate, group, legends, period);
    takeFee(fee, rate, intake);
    const factors = group === null ? [] : factorRowsOf(group, variantOf(group, rate), legends, period);
    reconciliation.see(rate, fee, factors);
    if (group !== null) tellVariant(fee, group, intake);
  }
  reconciliation.end();
  for (const group of groups.values()) takeFactors(group, legends, period, intake);
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

function tellVariant({ procedureCode, conversionIndicator }: FeeRow, group: ConversionGroup, intake: Intake): void {
  if (conversionIndicator === group.conversionIndicator) return;
  intake.find({
    title: 'codes without a rate that others of their Conv Ind have; their indicator is marked, such as "7 no ER"',
    example: `${procedureCode} ${group.procedureType}`,
  });
}

function takeFactors(group: ConversionGroup, legends: RateLegends, period: Period, intake: Intake): void {
  const variants = new Map(
    group.rates.map((rate) => variantOf(group, rate)).map((each) => [each.conversionIndicator, each]),
  );
  for (const variant of variants.values()) {
    for (const row of factorRowsOf(group, variant, legends, period)) {
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
}
