import { LINE_FIELDS, placeOfService, rateCodeIn } from "../../../pricing/claim-fields.ts";
import { type Refused, rateLookup } from "../../../pricing/lookup.ts";
import { noneQualifies, noProviderMatches } from "../failures.ts";
import { routesOf } from "../routing.ts";
import { apgFees, apgProcedures, apgWeights, feeSchedule, type Provider, tables } from "../tables.ts";
import { NOTATION, type ProviderType, providerTypeOf } from "../values.ts";
import { type Found, workOutOutpatient } from "./price.ts";
import { type OutpatientRequest, outpatientParameters, PRICED_MODIFIERS } from "./request.ts";
import { outpatientResult } from "./result.ts";

/** GET /ny/outpatient/rate (contract 4.1, ny 4) */
export const outpatient = rateLookup({
  setting: "outpatient",
  about: {
    summary: "New York outpatient rate",
    description:
      "What New York Medicaid pays for an APG or HCPCS code at a provider on a date of service: APG weight x base rate at hospitals, clinics and ASCs (with the clinic's capital add-on) or, where the code has one, the state's flat APG fee per unit; the state's fee schedules for physicians and laboratories.",
  },
  ratesOfProvider: "New York pays hospitals and clinics at their own APG rates, and physicians by the fee schedule.",
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
  tables: tables.pricing("outpatient"),
  claimLines: {
    procedures: [feeSchedule, apgProcedures, apgFees].map((table) => ({ table, column: "code" })),
    groups: [{ table: apgWeights, column: "apg" }],
    // An APG pays for the visit to the facility (ny 4).
    facilityTypes: ["HOSPITAL", "OUTPATIENT_CLINIC_ASC"] satisfies readonly ProviderType[],
    modifiers: PRICED_MODIFIERS,
    // A visit's APG is paid once, and so is the capital add-on of a visit.
    isPerUnit: ({ apg_weight, payment_capital }) => apg_weight === null && payment_capital === null,
    unitsMax: ({ units_limit }) => units_limit,
  },
  claimFields: { ...LINE_FIELDS, rateCode: rateCodeIn("24"), placeOfService },
  parameters: outpatientParameters,
  knownValues: {
    rateCode: (data) => {
      const { hospital_rate_code: ofHospitals, dtc_rate_code: ofClinics } = routesOf(data);
      return [...ofHospitals.keys(), ...ofClinics.keys()];
    },
  },
  day: "dateOfService",
  notation: NOTATION,
  result: outpatientResult,
  rules: {
    select: (request, matching) => {
      const rows = matching.filter((row) => isOfTypeSent(request, row));
      return rows.length > 0 ? { rows } : noProvider(request);
    },
    considersByName: isOfTypeSent,
    workOut: workOutOutpatient,
    typeAsPriced: (_request, provider) => providerTypeOf(provider),
    noProvider,
    noneQualifies: (request, _nameMatches, _data, considersAny) => ({
      noRate: noneQualifies(request, considersAny),
      found: {},
      about: null,
    }),
  },
});

/** The provider type, when sent, filters rows (ny 3.2). */
function isOfTypeSent({ providerType }: OutpatientRequest, provider: Provider): boolean {
  return providerType === null || providerTypeOf(provider) === providerType;
}

function noProvider(request: OutpatientRequest): Refused<Found, Provider> {
  return { noRate: noProviderMatches(request), found: {}, about: null };
}
