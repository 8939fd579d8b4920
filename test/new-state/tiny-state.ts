import { nearestPeriod, onlyInForce, periodText } from "../../src/calendar/period.ts";
import { money, pattern, required, text as textColumn } from "../../src/dataset/column.ts";
import type { RateData } from "../../src/dataset/rate-data.ts";
import { datedTable, type RowOf, undatedTable } from "../../src/dataset/table.ts";
import { amount, upperCase } from "../../src/imports/declaring/conversions.ts";
import { heading } from "../../src/imports/declaring/fields.ts";
import { publication, section } from "../../src/imports/declaring/publication.ts";
import { type Priced, rateLookup } from "../../src/pricing/lookup.ts";
import { providerSearch } from "../../src/pricing/provider-search.ts";
import {
  commonResultFields,
  day as dayField,
  nullableString,
  objectSchema,
  resultSchema,
} from "../../src/pricing/result-fields.ts";
import { erased, type State } from "../../src/pricing/state.ts";
import type { ProviderDefinition, Setting } from "../../src/providers/definition.ts";
import {
  billingCode,
  day,
  identifier,
  npi,
  partialName,
  referenceId,
  required as requiredParameter,
  searchLimit,
} from "../../src/request/kinds.ts";
import type { RequestOf } from "../../src/request/parameter.ts";
import { formula, Worksheet } from "../../src/worksheet/worksheet.ts";

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
  published: "each January, carved in stone",
  form: "CSV",
  confidence: "guessed",
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
  date: day({ description: "The day of the service; today when absent." }),
};
type Request = RequestOf<typeof parameters>;

function result(
  request: Request,
  provider: Provider | null,
  found: Partial<Record<string, unknown>>,
  total: number | null,
) {
  return {
    reference_id: request.referenceId,
    rate_found: false,
    error_message: null,
    provider_matches_total: total,
    npi: provider?.npi ?? request.npi,
    state_provider_id: null,
    provider_name: provider?.providerName ?? null,
    billing_code: request.billingCode.sent,
    billing_code_type: "HCPCS",
    billing_code_description: null,
    payment_rate: null,
    payment_rate_type: null,
    calculation_method: null,
    effective_start_date: null,
    effective_end_date: null,
    date_used: request.date,
    ...found,
  };
}

function price(request: Request, provider: Provider, data: RateData, total: number | null): readonly Priced[] {
  const rows = data.rows(fees, request.billingCode.code);
  const row = onlyInForce(rows, request.date);
  if (row === undefined) {
    const nearest =
      rows.length === 0 ? "" : `; the nearest published period is ${periodText(nearestPeriod(rows, request.date))}`;
    const message = `No fee for ${request.billingCode.code} on ${request.date}${nearest}.`;
    return [{ counts: false, result: result(request, provider, { error_message: message }, total) }];
  }
  const sheet = new Worksheet();
  const fee = sheet.step(formula`fee of ${request.billingCode.code}`, row.fee);
  const found = {
    rate_found: true,
    payment_rate: fee.text,
    payment_rate_type: "fee_schedule",
    calculation_method: sheet.line,
    effective_start_date: row.period.start,
    effective_end_date: row.period.end,
  };
  return [{ counts: true, result: result(request, provider, found, total) }];
}

function lookup(setting: Setting) {
  return rateLookup<typeof parameters, Provider>({
    setting,
    about: { summary: `Atlantis ${setting} rate`, description: "The fee of the code." },
    examples: [{ title: "A swim", query: { billing_code: "SWIM1", npi: "1999999992" } }],
    parameters,
    result: resultSchema(
      `Atlantis ${setting} result`,
      { ...commonResultFields, date_used: dayField("The day used.") },
      ["provider_name"],
    ),
    rules: {
      select: (_request, matching) => ({ rows: matching }),
      considersByName: () => true,
      price,
      typeAsPriced: null,
      noProvider: (request) => result(request, null, { error_message: "Nobody in Atlantis has that number." }, null),
      noneQualifies: (request) =>
        result(request, null, { error_message: "Nobody in Atlantis can be paid for that." }, 0),
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
  outpatient: lookup("outpatient"),
  inpatient: lookup("inpatient"),
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
    recordSchema: objectSchema(
      { npi: nullableString("NPI."), provider_name: nullableString("Name.") },
      "Atlantis provider",
    ),
    record: (_request, row) => ({ npi: row.npi, provider_name: row.providerName }),
  }),
};
