import type { Factor } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import { isPriced, type Outcome, type RequestPricer } from "../../../pricing/outcome.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, MissingFigure, times, words } from "../../../pricing/worksheet/calculation.ts";
import { addOnMultiplier, hospitalRate } from "../providers.ts";
import { hospitalOutpatientRates, labRates, type Provider } from "../tables.ts";
import { type PathFound, providerTypeOf } from "../values.ts";
import { type AscFound, ascPayment } from "./asc.ts";
import { laboratoryPayment } from "./laboratory.ts";
import { type PhysicianFound, physicianPayment } from "./physician.ts";
import type { OutpatientRequest } from "./request.ts";

/** What a lookup finds; a failed one has found what came before the failure (ga 4.8). */
export interface Found extends PhysicianFound, AscFound, HospitalPercentFound {}

/** The result of a provider row: one, or one for each modifier where none was sent and no rate without one is published (ga 4.3). */
export function workOutOutpatient(
  request: OutpatientRequest,
  provider: Provider,
  pricer: RequestPricer,
): readonly Outcome<Found>[] {
  const unmodified = pricer.workOut<Found>({}, (sheet, found) => payment(request, provider, sheet, found));
  const { publishedModifiers } = unmodified.found;
  if (request.modifier !== null || publishedModifiers === undefined) return [unmodified];
  const priced = publishedModifiers
    .map((modifier) => withModifier(modifier, unmodified, request, provider, pricer))
    .filter(isPriced);
  return priced.length > 0 ? priced : [unmodified];
}

/** The result with a modifier in place of none (ga 4.3). */
function withModifier(
  modifier: string | null,
  { sheet: without }: Outcome,
  request: OutpatientRequest,
  provider: Provider,
  pricer: RequestPricer,
): Outcome<Found> {
  return pricer.workOut<Found>({}, (sheet, found) => {
    sheet.readings.includeDated(without.readings);
    sheet.assume(
      "modifier",
      String(modifier),
      "not sent: one result for each modifier, since there is no rate without one",
    );
    return payment({ ...request, modifier }, provider, sheet, found);
  });
}

const HCPCS = /^[A-Z0-9][0-9]{3}[A-Z0-9]$/;

/** The path that the provider's type takes (ga 1). */
function payment(request: OutpatientRequest, provider: Provider, sheet: Sheet, found: Found): Figure | null {
  const { code } = request.billingCode;
  if (!HCPCS.test(code)) {
    throw sheet.noRate(
      "code_not_listed",
      `Billing code ${code} is not a HCPCS code (a letter or digit, three digits, a letter or digit).`,
    );
  }
  switch (providerTypeOf(provider)) {
    case "PHYSICIAN":
      return physicianPayment(request, provider.npi, sheet, found);
    case "CLINICAL_LABORATORY":
      return laboratoryPayment(request, sheet.rows(labRates, { code }), sheet, found);
    case "ASC":
      return ascPayment(request, provider, sheet, found);
    case "HOSPITAL": {
      // A Critical Access Hospital's laboratory is paid by cost settlement, so as a percentage like the rest.
      const laboratory = provider.criticalAccessHospital ? [] : sheet.rows(labRates, { code });
      return laboratory.length > 0
        ? laboratoryPayment(request, laboratory, sheet, found)
        : hospitalPercentPayment(request, provider, sheet, found);
    }
  }
}

/** ga 4.7 */
interface HospitalPercentFound extends PathFound {
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
