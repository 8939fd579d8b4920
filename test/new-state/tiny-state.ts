import { nullableString } from "../../src/core/schema/schema.ts";
import { money, pattern, required, text as textColumn } from "../../src/dataset/column.ts";
import { datedTable, type RowOf, undatedTable } from "../../src/dataset/table.ts";
import { amount, upperCase } from "../../src/imports/declaring/conversions.ts";
import { heading } from "../../src/imports/declaring/fields.ts";
import { publication, section } from "../../src/imports/declaring/publication.ts";
import { LINE_FIELDS } from "../../src/pricing/claim-fields.ts";
import { NO_UNITS_MAX, rateLookup } from "../../src/pricing/lookup.ts";
import { NoRate } from "../../src/pricing/no-rate.ts";
import { providerSearch } from "../../src/pricing/provider-search.ts";
import {
  billingCode,
  day,
  identifier,
  npi,
  partialName,
  referenceId,
  required as requiredParameter,
  searchLimit,
} from "../../src/pricing/request/kinds.ts";
import type { RequestOf } from "../../src/pricing/request/parameter.ts";
import { type ResultInput, resultOf } from "../../src/pricing/result.ts";
import { outpatientResultFields } from "../../src/pricing/result-fields.ts";
import type { Sheet } from "../../src/pricing/sheet.ts";
import { erased, type State } from "../../src/pricing/state/state.ts";
import type { Figure } from "../../src/pricing/worksheet/calculation.ts";
import type { CareSetting, ProviderDefinition } from "../../src/registry/definition.ts";

/* The smallest state there can be: Atlantis pays every provider the fee of the code. */

const providers = undatedTable({
  folder: "at",
  name: "providers",
  columns: {
    npi: required(pattern(/^[0-9]{10}$/, "10 digits")),
    providerName: required(textColumn()),
    city: textColumn(),
  },
  key: ["npi"],
});
type Provider = RowOf<typeof providers>;

const fees = datedTable({
  folder: "at",
  name: "fees",
  columns: { code: required(textColumn()), fee: required(money()) },
  key: ["code"],
});

/** What the Atlantean treasury prints each year. */
const feeSheet = publication({
  folder: "at",
  name: "fee-sheet",
  title: "Atlantean Fee Sheet",
  publisher: "Treasury of Atlantis",
  sections: [
    section({
      fields: { code: heading("Service", upperCase), fee: heading("Fee", amount) },
      feeds: [fees],
      read: () => ({ record: ({ code, fee }, intake) => intake.take(fees, { code, fee }) }),
    }),
  ],
});

const providerDefinition: ProviderDefinition<Provider> = {
  table: providers,
  name: (row) => row.providerName,
  order: (row) => [row.providerName, row.npi],
  identity: (row) => [row.npi],
  identifiers: { npi: { of: (row) => [row.npi], fold: (value) => value } },
  classes: { outpatient: () => "everybody", inpatient: () => "everybody" },
  filters: { city: { match: "partial", of: (row) => row.city } },
};

const parameters = {
  referenceId,
  billingCode: requiredParameter(billingCode({ description: "The code of the service.", example: "SWIM1" })),
  npi: identifier(npi),
  providerName: identifier(partialName({ description: "Part of the provider's name." })),
  dateOfService: day({ description: "The day of the service; today when absent." }),
};
type Request = RequestOf<typeof parameters>;

const result = resultOf("Atlantis result", codeAndRate, {
  ...outpatientResultFields,
  state_provider_id: nullableString("Always null: Atlantis has no numbers of its own.").from(() => null),
});

function codeAndRate({ request }: ResultInput<Request, Provider, object>) {
  return {
    billingCode: request.billingCode.sent,
    billingCodeType: "HCPCS",
    billingCodeDescription: null,
    rateType: "fee_schedule",
  } as const;
}

/** The fee of the code, paid as it is (at 1). */
function payment({ billingCode: { code }, dateOfService }: Request, sheet: Sheet): Figure {
  const row = sheet.row(fees, { code }, "code_not_listed", (nearest) =>
    nearest === null
      ? `No fee for ${code} on ${dateOfService}.`
      : `No fee for ${code} on ${dateOfService}; the nearest published period is ${nearest}.`,
  );
  const fee = sheet.figure("fee", row, "fee");
  return sheet.dollars("at 1", fee, { shown: { texts: [`fee of ${code}`], terms: [] } });
}

function nobody(message: string) {
  return { noRate: new NoRate("no_such_provider", message), found: {}, about: null };
}

/** Which codes there are, for claims and for price lists. */
const LINES = {
  procedures: [{ table: fees, column: "code" }],
  facilityTypes: [],
  modifiers: [],
  isPerUnit: () => true,
  unitsMax: NO_UNITS_MAX,
};

function lookup(setting: CareSetting) {
  return rateLookup({
    setting,
    about: { summary: `Atlantis ${setting} rate`, description: "The fee of the code." },
    ratesOfProvider: "The state pays every provider the same.",
    examples: [{ title: "A swim", query: { billing_code: "SWIM1", npi: "1999999992" } }],
    tables: [fees],
    claimLines: setting === "inpatient" ? null : LINES,
    claimFields: LINE_FIELDS,
    parameters,
    day: "dateOfService",
    notation: { dollarSignInParentheses: true },
    result,
    rules: {
      select: (_request, matching: readonly Provider[]) => ({ rows: matching }),
      considersByName: () => true,
      workOut: (request, _provider, pricer) => [pricer.workOut({}, (sheet) => payment(request, sheet))],
      typeAsPriced: null,
      noProvider: () => nobody("Nobody in Atlantis has that number."),
      noneQualifies: () => nobody("Nobody in Atlantis can be paid for that."),
    },
  });
}

export const atlantis: State = {
  code: "at",
  name: "Atlantis",
  tables: [providers, fees],
  publications: async () => [feeSheet],
  providers: erased(providerDefinition),
  references: [],
  uniqueness: [],
  valueWords: {},
  providerKinds: [],
  lookups: [lookup("outpatient"), lookup("inpatient")],
  search: providerSearch<
    {
      npi: typeof npi;
      providerName: typeof parameters.providerName;
      city: ReturnType<typeof partialName>;
      limit: typeof searchLimit;
    },
    Provider
  >({
    about: { summary: "Atlantis provider search", description: "Finds providers by number, name or city." },
    examples: [{ title: "Everybody", query: { limit: "1" } }],
    parameters: {
      npi,
      providerName: partialName({ description: "Part of the name." }),
      city: partialName({ description: "Part of the city." }),
      limit: searchLimit,
    },
    record: {
      title: "Atlantis provider",
      fields: {
        npi: nullableString("NPI.").from(({ provider }) => provider.npi),
        provider_name: nullableString("Name.").from(({ provider }) => provider.providerName),
      },
    },
  }),
};
