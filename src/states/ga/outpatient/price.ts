import type { RateData } from "../../../dataset/rate-data.ts";
import type { Priced } from "../../../pricing/lookup.ts";
import { providerTypeOf } from "../provider-type.ts";
import type { Provider } from "../tables.ts";
import { ascPrice } from "./asc.ts";
import { type Finding, failed } from "./finding.ts";
import { hospitalPercentPrice } from "./hospital-percent.ts";
import { isLaboratoryCode, laboratoryPrice } from "./laboratory.ts";
import type { OutpatientRequest } from "./request.ts";
import { outpatientResult } from "./result.ts";
import { physicianPrice } from "./routing.ts";

/** The one result of a provider row (ga 4). */
export function priceOutpatient(
  request: OutpatientRequest,
  provider: Provider,
  data: RateData,
  matchesTotal: number | null,
): readonly Priced[] {
  const finding = findPrice(request, provider, data);
  return [
    { counts: finding.kind !== "failed", result: outpatientResult(request, provider, finding, data, matchesTotal) },
  ];
}

const HCPCS = /^[A-Z0-9][0-9]{3}[A-Z0-9]$/;

/** The path that the provider's type takes (ga 1). */
function findPrice(request: OutpatientRequest, provider: Provider, data: RateData): Finding {
  const {
    billingCode: { code },
  } = request;
  if (!HCPCS.test(code)) return failed(`Billing code ${code} is not a HCPCS code (five characters).`);
  switch (providerTypeOf(provider)) {
    case "PHYSICIAN":
      return physicianPrice(request, provider.npi, data);
    case "CLINICAL_LABORATORY":
      return laboratoryPrice(request, data);
    case "ASC":
      return ascPrice(request, provider, data);
    case "HOSPITAL":
      // A Critical Access Hospital's laboratory is paid by cost settlement, so as a percentage like the rest.
      return !provider.criticalAccessHospital && isLaboratoryCode(code, data)
        ? laboratoryPrice(request, data)
        : hospitalPercentPrice(request, provider, data);
  }
}
