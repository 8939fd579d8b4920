import type { RateData } from "../../../dataset/rate-data.ts";
import { product, times } from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, Worksheet } from "../../../worksheet/worksheet.ts";
import { addOnMultiplier, hospitalRateOn } from "../hospital.ts";
import { georgiaProgram } from "../program.ts";
import { hospitalOutpatientRates, type Provider } from "../tables.ts";
import type { Finding, HospitalFinding } from "./finding.ts";
import { isLaboratoryCode } from "./laboratory.ts";
import type { OutpatientRequest } from "./request.ts";

/** The hospital's own percentage of its charges, whatever the code (ga 4.7). */
export function hospitalPercentPrice(request: OutpatientRequest, provider: Provider, data: RateData): Finding {
  const {
    billingCode: { code },
    dateOfService: day,
    billedCharges,
  } = request;
  const fails = ({ message }: NoRate, hospital: HospitalFinding): Finding => ({
    kind: "failed",
    message,
    serviceCategory: "hospital_interim",
    hospital,
  });

  const rate = hospitalRateOn(hospitalOutpatientRates, "outpatient interim rate", provider, day, data);
  if (rate instanceof NoRate) return fails(rate, {});
  const interimRate = rate.outpatientInterimRate;
  const addOn = addOnMultiplier(provider, georgiaProgram(data, day));
  if (addOn instanceof NoRate) return fails(addOn, { interimRate });

  const sheet = new Worksheet();
  const effectivePercent = sheet.namedStep(
    formula`interim rate (${interimRate}) x add-on multiplier (${addOn})`,
    "effective percent of charges",
    product(interimRate, addOn),
  );
  const payment = billedCharges === null ? null : shareOf(billedCharges, effectivePercent, sheet);
  if (payment === null) sheet.note(formula`billed_charges not supplied, no dollar amount`);
  if (provider.criticalAccessHospital && isLaboratoryCode(code, data)) {
    sheet.note(formula`Critical Access Hospital laboratory paid by cost settlement`);
  }
  return {
    kind: "priced",
    serviceCategory: "hospital_interim",
    payment,
    method: sheet.line,
    period: rate.period,
    hospital: { interimRate, addOn, effectivePercent },
  };
}

function shareOf(billedCharges: Money, effectivePercent: Factor, sheet: Worksheet): Money {
  return sheet.step(
    formula`billed charges (${billedCharges}) x effective percent of charges (${effectivePercent})`,
    times(billedCharges, effectivePercent),
  );
}
