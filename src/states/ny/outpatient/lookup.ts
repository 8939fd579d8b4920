import type { RateData } from "../../../dataset/rate-data.ts";
import { type Result, rateLookup } from "../../../pricing/lookup.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { noneQualifies, noProviderMatches } from "../failures.ts";
import { providerTypeOf } from "../provider-type.ts";
import type { Provider } from "../tables.ts";
import { priceOutpatient } from "./price.ts";
import { type OutpatientRequest, outpatientParameters } from "./request.ts";
import { outpatientResult, outpatientResultSchema } from "./result.ts";

/** GET /ny/outpatient/rate (contract 4.1, ny 4) */
export const outpatient = rateLookup<typeof outpatientParameters, Provider>({
  setting: "outpatient",
  about: {
    summary: "New York outpatient rate",
    description:
      "What New York Medicaid pays for an APG or HCPCS code at a provider on a date of service: APG weight x base rate at hospitals, clinics and ASCs (with the clinic's capital add-on) or, where the code has one, the state's flat APG fee per unit; the state's fee schedules for physicians and laboratories.",
  },
  examples: [
    {
      title: "An APG in a hospital's emergency department",
      query: { billing_code: "271", npi: "1100010002", rate_code: "1402" },
    },
    { title: "A visit at a clinic, with its capital add-on", query: { billing_code: "99213", npi: "1100020100" } },
    { title: "A drug with a flat APG fee per unit", query: { billing_code: "J1885", npi: "1100020100" } },
    {
      title: "The professional component of a chest X-ray",
      query: { billing_code: "71046", npi: "1100030307", modifier: "26" },
    },
    { title: "An APG at every hospital of a name", query: { billing_code: "271", provider_name: "medical" } },
  ],
  parameters: outpatientParameters,
  result: outpatientResultSchema,
  rules: {
    select: (request, matching, data) => {
      const rows = matching.filter((row) => isOfTypeSent(request, row));
      return rows.length > 0 ? { rows } : { refusal: noProvider(request, data) };
    },
    considersByName: isOfTypeSent,
    price: priceOutpatient,
    typeAsPriced: (_request, provider) => providerTypeOf(provider),
    noProvider,
    noneQualifies: (request, _nameMatches, data, considersAny) =>
      outpatientResult(request, null, new NoRate(noneQualifies(request, considersAny)), data, 0),
  },
});

/** The provider type, when sent, filters rows (ny 3.2). */
function isOfTypeSent({ providerType }: OutpatientRequest, provider: Provider): boolean {
  return providerType === null || providerTypeOf(provider) === providerType;
}

function noProvider(request: OutpatientRequest, data: RateData): Result {
  return outpatientResult(request, null, new NoRate(noProviderMatches(request)), data, null);
}
