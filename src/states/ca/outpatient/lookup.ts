import { inEmergencyRoom, LINE_FIELDS, minutes, youngerThan } from "../../../pricing/claim-fields.ts";
import { NO_UNITS_MAX, rateLookup } from "../../../pricing/lookup.ts";
import { noneCanBePriced, noProviderMatches } from "../providers.ts";
import { outpatientRates, type Provider, tables } from "../tables.ts";
import { NOTATION, type ProcedureType, type ProviderType, providerTypeOf } from "../values.ts";
import { typeAsPriced, workOutOutpatient } from "./price.ts";
import { type OutpatientRequest, outpatientParameters, PRICED_MODIFIERS } from "./request.ts";
import { outpatientResult } from "./result.ts";

/** GET /ca/outpatient/rate (contract 4.3, ca 4) */
export const outpatient = rateLookup({
  setting: "outpatient",
  about: {
    summary: "California outpatient rate",
    description:
      "What Medi-Cal pays for a HCPCS code at a provider on a date of service: unit value x conversion factor, with modifier, cutback, family planning and hospital outpatient add-on; anesthesia by base and time units.",
  },
  ratesOfProvider:
    "California prices a line by the type of the provider, such as hospital, surgical clinic or physician office.",
  examples: [
    { title: "An office visit at a physician office", query: { billing_code: "99213", npi: "1000700140" } },
    {
      title: "Anesthesia of 95 minutes at a hospital",
      query: { billing_code: "00840", npi: "1000100010", anesthesia_minutes: "95" },
    },
    { title: "A visit at every provider of a name", query: { billing_code: "99213", provider_name: "medical" } },
  ],
  tables: tables.pricing("outpatient"),
  claimLines: {
    procedures: [{ table: outpatientRates, column: "procedureCode" }],
    // A hospital's price has the HOPD add-on; both have the reduction of facilities (ca 4.3 steps 3 and 5).
    facilityTypes: ["hospital", "surgical_clinic"] satisfies readonly ProviderType[],
    modifiers: PRICED_MODIFIERS,
    // The state prices surgeons and assistants by procedure type; claims identify them by modifier.
    saidByModifiers: [
      {
        parameter: "procedure_type",
        values: { "80": "Assistant Surgeon", AG: "Primary Surgeon" } satisfies Record<string, ProcedureType>,
        isPublished: ({ procedure_type_used }, value) => procedure_type_used?.toUpperCase() === value.toUpperCase(),
      },
    ],
    // Anesthesia has time units instead.
    isPerUnit: ({ anesthesia_base_units }) => anesthesia_base_units === null,
    unitsMax: NO_UNITS_MAX,
  },
  // Place 23 is the emergency room of a hospital.
  claimFields: {
    ...LINE_FIELDS,
    childPatient: youngerThan(21),
    emergencyRoom: inEmergencyRoom,
    anesthesiaMinutes: minutes,
  },
  parameters: outpatientParameters,
  day: "dateOfService",
  notation: NOTATION,
  result: outpatientResult,
  rules: {
    select: (_request, matching) => ({ rows: matching }),
    considersByName,
    workOut: workOutOutpatient,
    typeAsPriced,
    noProvider: (request) => ({ noRate: noProviderMatches(request), found: {}, about: null }),
    noneQualifies: (request, nameMatches) => ({
      noRate: noneCanBePriced(request, request.billingCode.code, request.dateOfService, nameMatches),
      found: {},
      about: null,
    }),
  },
});

/** In a lookup by name alone the provider type also filters (ca 3.2). */
function considersByName({ providerType }: OutpatientRequest, provider: Provider): boolean {
  return providerType === null || providerTypeOf(provider) === providerType;
}
