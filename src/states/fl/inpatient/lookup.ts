import type { RateData } from "../../../dataset/rate-data.ts";
import { rateLookup, type Selection } from "../../../pricing/lookup.ts";
import { noneCanBePriced, noProviderMatches } from "../failures.ts";
import type { Provider } from "../tables.ts";
import { priceInpatient } from "./price.ts";
import { type InpatientRequest, inpatientParameters } from "./request.ts";
import { inpatientResult, inpatientResultSchema } from "./result.ts";

/** GET /fl/inpatient/rate (contract 4.10, fl 5) */
export const inpatient = rateLookup<typeof inpatientParameters, Provider>({
  setting: "inpatient",
  about: {
    summary: "Florida inpatient payment",
    description:
      "What Florida Medicaid pays a hospital for an APR-DRG stay by discharge date: base rate x weight x largest adjustor, with transfer, trauma enhancement, children's add-on, cost outlier and charge cap.",
  },
  examples: [
    { title: "A delivery at a trauma center", query: { billing_code: "560-1", npi: "1000800015" } },
    {
      title: "A newborn with a cost outlier at a children's hospital",
      query: { billing_code: "593-4", npi: "1000800056", child_patient: "true", total_charges: "1912345.67" },
    },
    { title: "A hospital by another of its NPIs", query: { billing_code: "560-1", npi: "1000890016" } },
    { title: "Pneumonia in every severity", query: { billing_code: "139", npi: "1000800023" } },
    { title: "A delivery at every hospital of a name", query: { billing_code: "560-1", provider_name: "medical" } },
  ],
  parameters: inpatientParameters,
  result: inpatientResultSchema,
  rules: {
    select: selectHospitals,
    considersByName: (_request, provider) => isHospital(provider),
    price: priceInpatient,
    typeAsPriced: null,
    noProvider: (request, data) => inpatientResult(request, null, { message: noProviderMatches(request) }, data, null),
    noneQualifies: (request, nameMatches, data) => {
      const message = nameMatches ? noneCanBePriced(request, request.billingCode.sent) : noProviderMatches(request);
      return inpatientResult(request, null, { message }, data, 0);
    },
  },
});

function isHospital({ providerType }: Provider): boolean {
  return providerType === "HOSPITAL";
}

/** The hospital rows; G2 when there are none (fl 5.2 step 1). */
function selectHospitals(
  request: InpatientRequest,
  matching: readonly Provider[],
  data: RateData,
): Selection<Provider> {
  const rows = matching.filter(isHospital);
  if (rows.length > 0) return { rows };

  const first = matching[0] as Provider;
  const message = `${first.providerName} is not a hospital; Florida inpatient rates exist for hospitals only.`;
  return { refusal: inpatientResult(request, first, { message }, data, null) };
}
