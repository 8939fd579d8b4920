import { rateLookup } from "../../../pricing/lookup.ts";
import { providerTypeOf } from "../provider-type.ts";
import type { Provider } from "../tables.ts";
import { noneCanBePriced, noProviderMatches } from "../unmatched.ts";
import { priceOutpatient, typeAsPriced } from "./price.ts";
import { type OutpatientRequest, outpatientParameters } from "./request.ts";
import { outpatientResult, outpatientResultSchema } from "./result.ts";

/** GET /ca/outpatient/rate (contract 4.3, ca 4) */
export const outpatient = rateLookup<typeof outpatientParameters, Provider>({
  setting: "outpatient",
  about: {
    summary: "California outpatient rate",
    description:
      "What Medi-Cal pays for a HCPCS code at a provider on a date of service: unit value x conversion factor, with modifier, cutback, family planning and hospital outpatient add-on; anesthesia by base and time units.",
  },
  examples: [
    { title: "An office visit at a physician office", query: { billing_code: "99213", npi: "1000700140" } },
    {
      title: "Anesthesia of 95 minutes at a hospital",
      query: { billing_code: "00840", npi: "1000100010", anesthesia_minutes: "95" },
    },
    { title: "A visit at every provider of a name", query: { billing_code: "99213", provider_name: "medical" } },
  ],
  parameters: outpatientParameters,
  result: outpatientResultSchema,
  rules: {
    select: (_request, matching) => ({ rows: matching }),
    considersByName: considersByName,
    price: priceOutpatient,
    typeAsPriced,
    noProvider: (request, data) =>
      outpatientResult(request, null, { kind: "failed", message: noProviderMatches(request) }, data, null),
    noneQualifies: (request, _nameMatches, data) =>
      outpatientResult(
        request,
        null,
        { kind: "failed", message: noneCanBePriced(request, request.billingCode.code, request.dateOfService) },
        data,
        0,
      ),
  },
});

/** In a lookup by name alone the provider type also filters (ca 3.2). */
function considersByName({ providerType }: OutpatientRequest, provider: Provider): boolean {
  return providerType === null || providerTypeOf(provider) === providerType;
}
