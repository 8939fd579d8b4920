import {
  array,
  choice,
  integer,
  named,
  nullable,
  nullableChoice,
  nullableDay,
  nullableDecimal,
  nullableInteger,
  nullableString,
  object,
  record,
  string,
  stringArray,
  type ValueOf,
} from "../../core/schema/schema.ts";
import { NO_RATE_CODES, type NoRateCode } from "../../pricing/no-rate.ts";
import { releaseSchema } from "../../pricing/state/release-json.ts";

/** What a line of a list says about its code. */
const LINE_KINDS = ["amount", "percent_of_charges", "by_report", "incomplete"] as const;

export const lineSchema = object("Line of a price list", {
  setting: choice(["outpatient", "inpatient"], "The lookup."),
  code: string("As lookups take it."),
  code_type: nullableString("The code system."),
  description: nullableString("Where one may be shown."),
  modifier: nullableString("The priced modifier."),
  parameters: record(string("Value."), "What the lookup was sent beside provider, code and day."),
  which: nullableString("Which of several results it is."),
  kind: choice(LINE_KINDS, "incomplete: it needs what a list cannot know."),
  payment_rate: nullableDecimal("Dollars."),
  percent_of_charges: nullableDecimal("34.03 is 34.03 %."),
  per: choice(["unit", "line", "stay"], "What the amount pays for."),
  payment_rate_type: nullableString("As in results."),
  algorithm: nullableString("How it is paid, where it has no amount."),
  calculation_method: nullableString("As in results."),
  effective_start_date: nullableDay("As in results."),
  effective_end_date: nullableDay("As in results."),
  notes: stringArray("Defaults that played a part, and what else is published."),
});

export type PriceLine = ValueOf<typeof lineSchema>;

const hospitalSchema = object(null, {
  npi: string("NPI."),
  name: string("Name."),
  address: nullableString("Address."),
});

/** One schema for all states: lines have no fields of a state. */
export const priceListSchema = named(
  "PriceList",
  object("Price list", {
    release: releaseSchema,
    state: string("State code."),
    program: string("The Medicaid program."),
    date: string("The day that is priced."),
    provider: nullable(hospitalSchema, "Null: no provider of the state has the NPI."),
    lines: array(named("PriceListLine", lineSchema), "The codes with a price."),
    total_codes: integer("Codes in all."),
    priced_codes: integer("Codes that were looked up for this page; a code without a price has no line."),
    next_offset: nullableInteger("`offset` of the next page."),
    not_listed: array(
      object(null, {
        no_rate: nullableChoice(Object.keys(NO_RATE_CODES) as NoRateCode[], "Why."),
        codes: integer("How many."),
        example: string("A message."),
      }),
      "Codes without a line.",
    ),
    warnings: stringArray("About the data."),
  }),
);

export type PriceList = ValueOf<typeof priceListSchema>;
