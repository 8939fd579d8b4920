import { charges, LINE_FIELDS, minutes, placeOfService } from "../../../pricing/claim-fields.ts";
import { NO_UNITS_MAX, rateLookup } from "../../../pricing/lookup.ts";
import { noneCanBePriced, noProviderFound, noRecordOfType } from "../failures.ts";
import {
  anesthesiaBaseUnits,
  ascProcedures,
  feeSchedule,
  labRates,
  medicareClfs,
  type Provider,
  tables,
} from "../tables.ts";
import { NOTATION, PHYSICAL_STATUSES, type ProviderType, providerTypeOf } from "../values.ts";
import { workOutOutpatient } from "./price.ts";
import { type OutpatientRequest, outpatientParameters, PRICED_MODIFIERS } from "./request.ts";
import { outpatientResult } from "./result.ts";

/** GET /ga/outpatient/rate (contract 4.5, ga 4) */
export const outpatient = rateLookup({
  setting: "outpatient",
  about: {
    summary: "Georgia outpatient rate",
    description:
      "What Georgia Medicaid pays for a HCPCS code on a date of service: physician fee schedules with anesthesia and enhanced rates, the laboratory schedule or Medicare's if lower, ASC payment groups by locality, and a hospital's own percentage of charges.",
  },
  ratesOfProvider:
    "Georgia pays a hospital at its own rates, a surgical center by its county, and some physicians at enhanced rates.",
  examples: [
    {
      title: "An office visit with a physician who is enrolled for enhanced rates",
      query: { billing_code: "99213", npi: "1200050015" },
    },
    {
      title: "Anesthesia of 61 minutes by a nurse anesthetist, physical status P3",
      query: {
        billing_code: "00840",
        npi: "1200050114",
        modifier: "QZ",
        anesthesia_minutes: "61",
        physical_status: "P3",
      },
    },
    {
      title: "A drug at a fraction of a cent per unit",
      query: { billing_code: "J1642", npi: "1200050015" },
    },
    {
      title: "An emergency visit at a hospital system that is rated per campus",
      query: { billing_code: "99284", npi: "1200020018", billed_charges: "1000" },
    },
    {
      title: "The same visit at every hospital of a name",
      query: { billing_code: "99284", provider_name: "hospital", billed_charges: "1000" },
    },
  ],
  tables: tables.pricing("outpatient"),
  claimLines: {
    procedures: [feeSchedule, anesthesiaBaseUnits, labRates, medicareClfs, ascProcedures].map((table) => ({
      table,
      column: "code",
    })),
    facilityTypes: ["HOSPITAL", "ASC"] satisfies readonly ProviderType[],
    modifiers: PRICED_MODIFIERS,
    saidByModifiers: [
      { parameter: "physical_status", values: Object.fromEntries(PHYSICAL_STATUSES.map((each) => [each, each])) },
    ],
    // A share of the charges is the same share with any modifier (ga 4.1, 4.7).
    coversModifier: ({ payment_rate_type }) => payment_rate_type === "percent_of_charges",
    isPerUnit: ({ payment_rate_type, physical_status_units_used }) =>
      payment_rate_type !== "percent_of_charges" && physical_status_units_used === null,
    unitsMax: NO_UNITS_MAX,
  },
  claimFields: { ...LINE_FIELDS, placeOfService, billedCharges: charges, anesthesiaMinutes: minutes },
  parameters: outpatientParameters,
  day: "dateOfService",
  notation: NOTATION,
  result: outpatientResult,
  rules: {
    select: (request, matching) => {
      const rows = matching.filter((provider) => isOfType(request, provider));
      const [first] = matching;
      if (rows.length > 0 || first === undefined || request.providerType === null) return { rows };
      return { noRate: noRecordOfType(request.providerType, request, matching), found: {}, about: first };
    },
    considersByName: isOfType,
    workOut: workOutOutpatient,
    typeAsPriced: (_request, provider) => providerTypeOf(provider),
    noProvider: (request) => ({ noRate: noProviderFound(request), found: {}, about: null }),
    noneQualifies: (request, nameMatches) => ({
      noRate: noneCanBePriced(request, nameMatches),
      found: {},
      about: null,
    }),
  },
});

/** The provider type filters and never re-routes a provider (ga 3.1 step 2). */
function isOfType({ providerType }: OutpatientRequest, provider: Provider): boolean {
  return providerType === null || providerTypeOf(provider) === providerType;
}
