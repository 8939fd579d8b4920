import type { Day } from "../../../../src/core/calendar/day.ts";
import { asMoney } from "../../../../src/core/money/arithmetic.ts";
import { factor } from "../../../../src/core/money/factor.ts";
import {
  array,
  nullableBoolean,
  nullableInteger,
  nullableNumber,
  nullableString,
  object,
  optional,
  string as textField,
} from "../../../../src/core/schema/schema.ts";
import { undatedTable } from "../../../../src/dataset/table.ts";
import { LINE_FIELDS } from "../../../../src/pricing/claim-fields.ts";
import { rateLookup } from "../../../../src/pricing/lookup.ts";
import { NoRate } from "../../../../src/pricing/no-rate.ts";
import { isPriced } from "../../../../src/pricing/outcome.ts";
import { providerSearch } from "../../../../src/pricing/provider-search.ts";
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
} from "../../../../src/pricing/request/kinds.ts";
import type { RequestOf } from "../../../../src/pricing/request/parameter.ts";
import { type ResultInput, resultOf } from "../../../../src/pricing/result.ts";
import { outpatientResultFields } from "../../../../src/pricing/result-fields.ts";
import type { Sheet } from "../../../../src/pricing/sheet.ts";
import type { State } from "../../../../src/pricing/state/state.ts";
import { constant, type Figure } from "../../../../src/pricing/worksheet/calculation.ts";
import type { CareSetting } from "../../../../src/registry/definition.ts";

/*
 * An invented state with every kind of parameter and field, so that the tests of HTTP need neither
 * a dataset nor the rules of a real state.
 */

export interface FakeProvider {
  readonly line: number;
  readonly npi: string;
  readonly providerName: string;
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

const result = resultOf("Zeeland result", codeAndRate, {
  ...outpatientResultFields,
  state_provider_id: nullableString("The state's own identifier of the provider.").from(() => null),
  multiplier: nullableNumber("A factor.").from(({ outcome }) => (isPriced(outcome) ? 1.4344 : null)),
  child_patient_used: nullableBoolean("Echo of child_patient.").from(({ request }) =>
    request.childPatient ? true : null,
  ),
  advisories: optional(
    array(object(null, { code: textField("Code."), message: textField("Message.") }), "Remarks."),
  ).from(({ request }) => (request.size === "Large" ? [{ code: "LARGE", message: 'It is "large".' }] : undefined)),
  length_of_stay_used: nullableInteger("Days used.").from(({ request }) => request.lengthOfStay),
});

function codeAndRate({ request }: ResultInput<FakeRequest, FakeProvider, object>) {
  return {
    billingCode: request.billingCode.sent,
    billingCodeType: "HCPCS",
    billingCodeDescription: null,
    rateType: "fee_schedule",
  } as const;
}

function noRate(request: FakeRequest): NoRate {
  return new NoRate("code_not_listed", `No rate for ${request.billingCode.code}.`);
}

/** The invented code 100 pays 12.30. */
function rate(request: FakeRequest, sheet: Sheet): Figure {
  if (request.billingCode.code !== "100") throw noRate(request);
  sheet.use({ period: { start: "2025-01-01" as Day, end: null } });
  return sheet.dollars("zz 1", constant("zz 1", asMoney(factor("12.30")), "dollars").called("rate"));
}

function lookup(setting: CareSetting) {
  return rateLookup({
    setting,
    about: { summary: `Zeeland ${setting} rate`, description: "Prices the invented code 100." },
    ratesOfProvider: "The state pays every provider the same.",
    examples: [
      { title: "A code with a rate", query: { billing_code: "100", npi: "1000000001", child_patient: "true" } },
      { title: "By name", query: { billing_code: "100", provider_name: "clinic", length_of_stay: "3" } },
    ],
    tables: [],
    claimLines: null,
    claimFields: LINE_FIELDS,
    parameters,
    day: "dateOfService",
    notation: { dollarSignInParentheses: false },
    result,
    rules: {
      select: (_request, rows: readonly FakeProvider[]) => ({ rows }),
      considersByName: () => true,
      workOut: (request, _provider, pricer) => {
        if (request.billingCode.code === "BROKEN") throw new Error("The rule is broken.");
        return [pricer.workOut({}, (sheet) => rate(request, sheet))];
      },
      typeAsPriced: null,
      noProvider: (request) => ({ noRate: noRate(request), found: {}, about: null }),
      noneQualifies: (request) => ({ noRate: noRate(request), found: {}, about: null }),
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
    identity: (row) => [npiOf(row)],
    identifiers: { npi: { of: (row) => [npiOf(row)], fold: (value) => value } },
    classes: { outpatient: () => null, inpatient: () => null },
    filters: {},
  },
  references: [],
  uniqueness: [],
  valueWords: {},
  providerKinds: [],
  lookups: [lookup("outpatient"), lookup("inpatient")],
  search: providerSearch<typeof searchParameters, FakeProvider>({
    about: { summary: "Zeeland provider search", description: "Finds providers." },
    examples: [{ title: "Clinics", query: { provider_name: "clinic", limit: "1" } }],
    parameters: searchParameters,
    record: {
      title: "Zeeland provider",
      fields: {
        npi: textField("NPI.").from(({ provider }) => provider.npi),
        provider_name: textField("Name.").from(({ provider }) => provider.providerName),
      },
    },
  }),
};

/** Another invented state that no release holds. */
export const yonder: State = {
  ...zeeland,
  code: "yy",
  name: "Yonder",
  lookups: [lookup("outpatient"), lookup("inpatient")],
  search: { ...zeeland.search },
};

function npiOf(row: object): string {
  return (row as FakeProvider).npi;
}
