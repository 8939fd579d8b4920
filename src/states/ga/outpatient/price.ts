import type { Outcome } from "../../../pricing/outcome.ts";
import type { RequestPricer } from "../../../pricing/request-pricer.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../worksheet/calculation.ts";
import { providerTypeOf } from "../provider-type.ts";
import { labRates, type Provider } from "../tables.ts";
import { ascPayment } from "./asc.ts";
import type { Found } from "./found.ts";
import { hospitalPercentPayment } from "./hospital-percent.ts";
import { laboratoryPayment } from "./laboratory.ts";
import type { OutpatientRequest } from "./request.ts";
import { physicianPayment } from "./routing.ts";

/** The one result of a provider row (ga 4). */
export function workOutOutpatient(
  request: OutpatientRequest,
  provider: Provider,
  pricer: RequestPricer,
): readonly Outcome<Found>[] {
  return [pricer.workOut<Found>({}, (sheet, found) => payment(request, provider, sheet, found))];
}

const HCPCS = /^[A-Z0-9][0-9]{3}[A-Z0-9]$/;

/** The path that the provider's type takes (ga 1). */
function payment(request: OutpatientRequest, provider: Provider, sheet: Sheet, found: Found): Figure | null {
  const { code } = request.billingCode;
  if (!HCPCS.test(code)) {
    throw sheet.noRate("code_not_listed", `Billing code ${code} is not a HCPCS code (five characters).`);
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
