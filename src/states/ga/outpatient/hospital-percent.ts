import type { Factor } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, MissingFigure, times, words } from "../../../pricing/worksheet/calculation.ts";
import { addOnMultiplier, hospitalRate } from "../providers.ts";
import { hospitalOutpatientRates, labRates, type Provider } from "../tables.ts";
import type { PathFound } from "../values.ts";
import type { OutpatientRequest } from "./request.ts";

/** ga 4.7 */
export interface HospitalPercentFound extends PathFound {
  interimRate?: Figure<Factor>;
  addOn?: Figure<Factor>;
  effectivePercent?: Figure<Factor>;
}

/** The hospital's own percentage of its charges, whatever the code; null without charges (ga 4.7). */
export function hospitalPercentPayment(
  { billingCode: { code }, billedCharges }: OutpatientRequest,
  provider: Provider,
  sheet: Sheet,
  found: HospitalPercentFound,
): Figure | null {
  const { npi } = provider;
  found.serviceCategory = "hospital_interim";
  const row = hospitalRate(provider, "outpatient interim rate", sheet, (campusName) =>
    sheet.rows(hospitalOutpatientRates, { npi, campusName }),
  );
  const interimRate = sheet.figure("interim rate", row, "outpatientInterimRate");
  found.interimRate = interimRate;
  const addOn = addOnMultiplier(provider, sheet);
  found.addOn = addOn;

  const name = "effective percent of charges";
  const effectivePercent = sheet
    .factor("ga 4.7 step 3", times(interimRate, addOn), null, { resultName: name })
    .called(name);
  found.effectivePercent = effectivePercent;

  const payment = shareOfCharges(billedCharges, effectivePercent, sheet);
  if (provider.criticalAccessHospital) noteCostSettlement(code, sheet);
  return payment;
}

/** Charges x the effective percentage; null without charges (ga 4.7 step 4). */
function shareOfCharges(charges: Money | null, effectivePercent: Figure<Factor>, sheet: Sheet): Figure<Money> | null {
  const section = "ga 4.7 step 4";
  const name = "billed charges";
  const parameter = "billed_charges";
  if (charges === null) {
    const missing = new MissingFigure(name, "billed_charges not supplied", parameter);
    const shown = words`billed_charges not supplied, no dollar amount`;
    sheet.unfinished(section, times(missing, effectivePercent), { shown });
    return null;
  }
  return sheet.dollars(section, times(sheet.sent(name, parameter, charges, "dollars"), effectivePercent));
}

/** A Critical Access Hospital's laboratory is paid as a percentage like the rest, and settled by cost (ga 4.7 step 5). */
function noteCostSettlement(code: string, sheet: Sheet): void {
  const laboratory = sheet.rows(labRates, { code });
  if (laboratory.length === 0) return;
  sheet.those(
    laboratory,
    () => false,
    () => "laboratory of a Critical Access Hospital is paid by cost settlement",
  );
  sheet.note("ga 4.7 step 5", words`Critical Access Hospital laboratory paid by cost settlement`);
}
