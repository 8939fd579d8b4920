import type { RateData } from "../../../dataset/rate-data.ts";
import { type Result, rateLookup } from "../../../pricing/lookup.ts";
import { noneCanBePriced, noProviderFound, noRecordOfType } from "../failures.ts";
import { isHospital } from "../provider-type.ts";
import type { Provider } from "../tables.ts";
import type { Severity } from "../values.ts";
import { priceInpatient } from "./price.ts";
import { type InpatientRequest, inpatientParameters } from "./request.ts";
import { inpatientResult, inpatientResultSchema } from "./result.ts";

/** GET /ga/inpatient/rate (contract 4.7, ga 5) */
export const inpatient = rateLookup<typeof inpatientParameters, Provider>({
  setting: "inpatient",
  about: {
    summary: "Georgia inpatient payment",
    description:
      "What Georgia Medicaid pays a hospital for an APR-DRG stay by admission date: base rate x relative weight, with short stay, cost outlier and the Hospital Rate Add-On; one result per campus and severity.",
  },
  examples: [
    { title: "A delivery in all four severities", query: { billing_code: "560", npi: "1200010142" } },
    {
      title: "A long pneumonia stay with a cost outlier",
      query: { billing_code: "139-3", npi: "1200010142", length_of_stay: "12", total_charges: "210000" },
    },
    {
      title: "A short stay, paid the lesser of base payment and cost",
      query: { billing_code: "139-1", npi: "1200010142", length_of_stay: "1", total_charges: "8400" },
    },
    { title: "A delivery at every hospital of a name", query: { billing_code: "560-1", provider_name: "hospital" } },
  ],
  parameters: inpatientParameters,
  result: inpatientResultSchema,
  rules: {
    select: (request, matching, data) => {
      const rows = matching.filter(isHospital);
      if (rows.length > 0) return { rows };
      const [first = null] = matching;
      return { refusal: refusal(request, first, noRecordOfType("HOSPITAL", request, matching), data, null) };
    },
    considersByName: (_request, provider) => isHospital(provider),
    price: priceInpatient,
    typeAsPriced: null,
    noProvider: (request, data) => refusal(request, null, noProviderFound(request), data, null),
    noneQualifies: (request, _nameMatches, data) => refusal(request, null, noneCanBePriced(request), data, 0),
  },
});

/** The one result of a lookup that finds nobody to price, whatever the severities asked for (ga 3.1). */
function refusal(
  request: InpatientRequest,
  provider: Provider | null,
  message: string,
  data: RateData,
  matchesTotal: number | null,
): Result {
  const { soi } = request.billingCode;
  const severity = soi === null ? null : (String(soi) as Severity);
  return inpatientResult(request, severity, provider, { message }, data, matchesTotal);
}
