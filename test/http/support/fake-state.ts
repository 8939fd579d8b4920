import { undatedTable } from "../../../src/dataset/table.ts";
import { type Result, rateLookup } from "../../../src/pricing/lookup.ts";
import { providerSearch } from "../../../src/pricing/provider-search.ts";
import {
  commonResultFields,
  day as dayField,
  nullableBoolean,
  nullableInteger,
  nullableNumber,
  objectArray,
  objectSchema,
  optional,
  resultSchema,
  text as textField,
} from "../../../src/pricing/result-fields.ts";
import type { State } from "../../../src/pricing/state.ts";
import type { Setting } from "../../../src/providers/definition.ts";
import {
  billingCode,
  charges,
  choice,
  DAYS,
  day,
  flag,
  identifier,
  npi,
  partialName,
  referenceId,
  required,
  searchLimit,
  text,
  wholeNumber,
} from "../../../src/request/kinds.ts";
import type { RequestOf } from "../../../src/request/parameter.ts";

/*
 * An invented state with every kind of parameter and field, so that the tests of HTTP need neither
 * a dataset nor the rules of a real state.
 */

export interface FakeProvider {
  readonly line: number;
  readonly npi: string;
  readonly name: string;
}

const parameters = {
  referenceId,
  billingCode: required(billingCode({ description: "Any code; 100 has a rate.", example: "100" })),
  npi: identifier(npi),
  stateProviderId: identifier(text({ description: "The state's own number." })),
  providerName: identifier(partialName({ description: "Part of the provider's name." })),
  size: choice(["Small", "Large"], { description: "Size of the thing." }),
  childPatient: flag({ description: "The patient is under 21." }),
  lengthOfStay: wholeNumber(DAYS, { description: "Days." }),
  totalCharges: charges({ description: "Charges of the claim." }),
  dateOfService: day({ description: "Day of service.", example: "2026-10-01" }),
};

type FakeRequest = RequestOf<typeof parameters>;

const zeelandResult = resultSchema(
  "Zeeland result",
  {
    ...commonResultFields,
    date_of_service_used: dayField("The day used."),
    multiplier: nullableNumber("A factor."),
    child_patient_used: nullableBoolean("Echo of child_patient."),
    advisories: optional(
      objectArray(objectSchema({ code: textField("Code."), message: textField("Message.") }), "Remarks."),
    ),
    length_of_stay_used: nullableInteger("Days used."),
  },
  ["provider_name"],
);

function result(request: FakeRequest, provider: FakeProvider | null, matchesTotal: number | null): Result {
  const found = provider !== null && request.billingCode.code === "100";
  return {
    reference_id: request.referenceId,
    rate_found: found,
    error_message: found ? null : `No rate for ${request.billingCode.code}.`,
    provider_matches_total: matchesTotal,
    npi: provider?.npi ?? request.npi,
    state_provider_id: null,
    provider_name: provider?.name ?? null,
    billing_code: request.billingCode.sent,
    billing_code_type: "HCPCS",
    billing_code_description: null,
    payment_rate: found ? "12.30" : null,
    payment_rate_type: found ? "fee_schedule" : null,
    calculation_method: found ? "rate (12.30) = $12.30" : null,
    effective_start_date: found ? "2025-01-01" : null,
    effective_end_date: null,
    date_of_service_used: request.dateOfService,
    multiplier: found ? 1.4344 : null,
    child_patient_used: request.childPatient ? true : null,
    ...(request.size === "Large" ? { advisories: [{ code: "LARGE", message: 'It is "large".' }] } : {}),
    length_of_stay_used: request.lengthOfStay,
  };
}

function lookup(setting: Setting) {
  return rateLookup<typeof parameters, FakeProvider>({
    setting,
    about: { summary: `Zeeland ${setting} rate`, description: "Prices the invented code 100." },
    examples: [
      { title: "A code with a rate", query: { billing_code: "100", npi: "1000000001", child_patient: "true" } },
      { title: "By name", query: { billing_code: "100", provider_name: "clinic", length_of_stay: "3" } },
    ],
    parameters,
    result: zeelandResult,
    rules: {
      select: (_request, rows) => ({ rows }),
      considersByName: () => true,
      price: (request, provider, _data, matchesTotal) => {
        if (request.billingCode.code === "BROKEN") throw new Error("The rule is broken.");
        const priced = result(request, provider, matchesTotal);
        return [{ counts: priced.rate_found === true, result: priced }];
      },
      typeAsPriced: null,
      noProvider: (request) => result(request, null, null),
      noneQualifies: (request) => result(request, null, 0),
    },
  });
}

const searchParameters = {
  npi,
  providerName: partialName({ description: "Part of the name." }),
  limit: searchLimit,
};

/** Zeeland, code `zz`. */
export const zeeland: State = {
  code: "zz",
  name: "Zeeland",
  tables: [],
  publications: async () => [],
  providers: {
    table: undatedTable({ folder: "zz", name: "providers", columns: {}, key: [] }),
    name: () => "",
    order: () => [],
    identity: () => [],
    identifiers: { npi: { of: () => [], fold: (value) => value } },
    classes: { outpatient: () => null, inpatient: () => null },
    filters: {},
  },
  references: [],
  uniqueness: [],
  outpatient: lookup("outpatient"),
  inpatient: lookup("inpatient"),
  search: providerSearch<typeof searchParameters, FakeProvider>({
    about: { summary: "Zeeland provider search", description: "Finds providers." },
    examples: [{ title: "Clinics", query: { provider_name: "clinic", limit: "1" } }],
    parameters: searchParameters,
    recordSchema: objectSchema({ npi: textField("NPI."), provider_name: textField("Name.") }, "Zeeland provider"),
    record: (_request, provider) => ({ npi: provider.npi, provider_name: provider.name }),
  }),
};

/** Another invented state that no release holds. */
export const yonder: State = {
  ...zeeland,
  code: "yy",
  name: "Yonder",
  outpatient: lookup("outpatient"),
  inpatient: lookup("inpatient"),
  search: { ...zeeland.search },
};
