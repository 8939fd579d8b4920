import { LINE_FIELDS, placeOfService, youngerThan } from "../../../pricing/claim-fields.ts";
import { NO_UNITS_MAX, rateLookup, type Selection } from "../../../pricing/lookup.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { PLACES_OF_SERVICE } from "../../../pricing/place-of-service.ts";
import { noneCanBePriced, noProviderMatches } from "../failures.ts";
import { eapgWeights, feeSchedule, type Provider, tables } from "../tables.ts";
import { NOTATION, PROVIDER_TYPES, type ProviderType } from "../values.ts";
import { type Found, workOutOutpatient } from "./price.ts";
import { type OutpatientRequest, outpatientParameters, PRICED_MODIFIERS } from "./request.ts";
import { outpatientResult } from "./result.ts";

/** Modifiers of procedures that were discontinued at a facility, before and after the anesthesia. */
const TERMINATED: readonly string[] = ["73", "74"];

/** GET /fl/outpatient/rate (contract 4.8, fl 4) */
export const outpatient = rateLookup({
  setting: "outpatient",
  about: {
    summary: "Florida outpatient rate",
    description:
      "What Florida Medicaid pays on a date of service: fee schedules by HCPCS code for practitioners, laboratories and surgical centers, with modifiers, places of service and multipliers; EAPG weight x base rate for hospitals and surgical centers.",
  },
  ratesOfProvider:
    "Florida pays a hospital or surgical center at its own rates, and a practitioner by type and specialty.",
  examples: [
    {
      title: "A child's visit at a pediatrician",
      query: { billing_code: "99213", npi: "1000810014", child_patient: "true" },
    },
    {
      title: "The assistant at a knee replacement, a nurse practitioner",
      query: { billing_code: "27447", npi: "1000810063", modifier: "80" },
    },
    {
      title: "A bilateral line at a children's hospital",
      query: { billing_code: "13", npi: "1000800056", paf_multiple_significant: "true", paf_bilateral: "true" },
    },
    {
      title: "A surgical center's fee of the years before EAPGs",
      query: { billing_code: "10060", npi: "1000840011", date_of_service: "2016-10-01" },
    },
    { title: "The EAPG of a surgical center today", query: { billing_code: "74", npi: "1000840011" } },
    { title: "A line at every hospital of a name", query: { billing_code: "13", provider_name: "medical" } },
  ],
  tables: tables.pricing("outpatient"),
  claimLines: {
    procedures: [{ table: feeSchedule, column: "code" }],
    groups: [{ table: eapgWeights, column: "eapg", parameters: { billing_code_type: "EAPG" } }],
    facilityTypes: ["HOSPITAL", "ASC"] satisfies readonly ProviderType[],
    modifiers: PRICED_MODIFIERS,
    // Modifiers have no effect on a grouped line (fl 4.1): flags of the grouper say the same.
    coversModifier: ({ paf_bilateral, paf_terminated }, modifier) =>
      (modifier === "50" && paf_bilateral !== null) || (TERMINATED.includes(modifier) && paf_terminated !== null),
    // A grouped line is paid once, whatever its units.
    isPerUnit: ({ eapg_weight }) => eapg_weight === null,
    unitsMax: NO_UNITS_MAX,
  },
  claimFields: { ...LINE_FIELDS, placeOfService, childPatient: youngerThan(21) },
  parameters: outpatientParameters,
  knownValues: { placeOfService: () => PLACES_OF_SERVICE },
  day: "dateOfService",
  notation: NOTATION,
  result: outpatientResult,
  rules: {
    select: selectByType,
    considersByName: isOfTypeSent,
    workOut: workOutOutpatient,
    typeAsPriced: (_request, { providerType }) => providerType,
    noProvider: (request) => refused(request, noProviderMatches(request), null),
    noneQualifies: (request, nameMatches) =>
      refused(
        request,
        nameMatches ? noneCanBePriced(request, request.billingCode.code) : noProviderMatches(request),
        null,
      ),
  },
});

function isOfTypeSent({ providerType }: OutpatientRequest, provider: Provider): boolean {
  return providerType === null || provider.providerType === providerType;
}

/** The rows of the type that was sent; F2 when there are none (fl 3 rule 2, 4.5). */
function selectByType(request: OutpatientRequest, matching: readonly Provider[]): Selection<Found, Provider> {
  const rows = matching.filter((provider) => isOfTypeSent(request, provider));
  if (rows.length > 0) return { rows };

  const first = matching[0] as Provider;
  const enrolled = PROVIDER_TYPES.filter((type) => matching.some(({ providerType }) => providerType === type));
  const message = `${first.providerName} is not enrolled as ${request.providerType}; it is enrolled as ${enrolled.join(", ")}.`;
  const remedy = enrolled.map((value) => ({ parameter: "provider_type", value, why: "an enrolment of the provider" }));
  return refused(request, new NoRate("not_for_provider_type", message, { remedy }), first);
}

/** Before any row is priced the code system is the one sent, or unknown. */
function refused({ billingCodeType }: OutpatientRequest, noRate: NoRate, about: Provider | null) {
  const found: Found = { codeType: billingCodeType };
  return { noRate, found, about };
}
