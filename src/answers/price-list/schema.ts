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

const planSchema = object(null, {
  plan: string("The plan."),
  factor: string("What the state's price is multiplied by."),
  payment_rate: nullableDecimal("Dollars."),
  percent_of_charges: nullableDecimal("Percent."),
});

export const lineSchema = object("Line of a price list", {
  setting: choice(["outpatient", "inpatient"], "The lookup that prices it."),
  code: string("The code, as lookups take it."),
  code_type: nullableString("The code system."),
  description: nullableString("Null where none may be shown."),
  modifier: nullableString("The modifier that was priced."),
  parameters: record(string(""), "What the lookup was sent beside provider, code and day."),
  which: nullableString("Which of several results of the lookup it is."),
  kind: choice(LINE_KINDS, "incomplete: the formula needs something that a list cannot know."),
  payment_rate: nullableDecimal("Dollars; null for all but an amount."),
  percent_of_charges: nullableDecimal("As a percentage: 34.03 is 34.03 %."),
  per: choice(["unit", "line", "stay"], "What the amount pays for."),
  payment_rate_type: nullableString("What kind of rate it is."),
  algorithm: nullableString("How the payment is found, where it is no amount."),
  calculation_method: nullableString("The formula in one line."),
  effective_start_date: nullableDay("First day of the price."),
  effective_end_date: nullableDay("Last day of it; null while it is active."),
  plans: array(planSchema, "The same at each plan of `factors`."),
  notes: stringArray("Defaults that played a part, and what else is published."),
});

export type PriceLine = ValueOf<typeof lineSchema>;
export type PlanPrice = PriceLine["plans"][number];

const hospitalSchema = object(null, {
  npi: string("NPI."),
  name: string("Its name."),
  address: nullableString("Its address, where one is loaded."),
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
    lines: array(named("PriceListLine", lineSchema), "The codes that have a price, in their order."),
    total_codes: integer("Codes of the state's tables that match, on this page or not."),
    priced_codes: integer("Codes that this page priced, with or without a line."),
    next_offset: nullableInteger("`offset` of the next page; null on the last."),
    not_listed: array(
      object(null, {
        no_rate: nullableChoice(Object.keys(NO_RATE_CODES) as NoRateCode[], "Why."),
        codes: integer("How many codes of this page."),
        example: string("The message for one of them."),
      }),
      "Codes without a line.",
    ),
    warnings: stringArray("Stale and empty tables behind the prices, and made-up figures."),
  }),
);

export type PriceList = ValueOf<typeof priceListSchema>;
