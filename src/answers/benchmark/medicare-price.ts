import {
  array,
  boolean,
  day,
  named,
  nullableChoice,
  nullableDay,
  nullableDecimal,
  nullableString,
  object,
  string,
  stringArray,
  type ValueOf,
} from "../../core/schema/schema.ts";
import { physicianValues, STATUS_CODES } from "../../dataset/medicare-tables.ts";
import { localityText } from "../../medicare/locality.ts";
import { medicarePrice } from "../../medicare/price.ts";
import { type MedicareFound, type MedicareRequest, SCHEDULES } from "../../medicare/request.ts";
import type { Outcome } from "../../pricing/outcome.ts";
import type { RowOrigins } from "../../pricing/row-origins.ts";
import type { Release } from "../../release/release.ts";
import { explainResult } from "../explanation/explain-result.ts";
import { assumptionSchema, calculationMembers, noRateSchema, remedySchema } from "../explanation/schema.ts";

/** A Medicare price with the record of its calculation (medicare 6). */
export const medicarePriceSchema = named(
  "MedicarePrice",
  object("What Medicare pays", {
    code: string("The procedure code."),
    modifier: nullableString("The modifier that was priced."),
    place_of_service: nullableString("facility or non_facility, where it was sent or assumed."),
    date_of_service: day("The day that was priced."),
    rate_found: boolean("Whether Medicare has a price."),
    payment_rate: nullableDecimal("What Medicare pays, in dollars; null without a price."),
    error_message: nullableString("Why there is no price, and what would help."),
    no_rate: noRateSchema,
    remedy: array(remedySchema, "Parameters that would help."),
    schedule: nullableChoice(SCHEDULES, "The schedule that prices the code."),
    status_code: nullableChoice(STATUS_CODES, "The status of the code in the physician fee schedule."),
    locality: nullableString("Contractor and locality, such as 01112-05; null where the price is national."),
    locality_name: nullableString("The name of the locality."),
    calculation_method: nullableString("The calculation in one line."),
    effective_start_date: nullableDay("First day of the price."),
    effective_end_date: nullableDay("Last day of the price."),
    notes: stringArray("What else the schedule says about the code."),
    assumptions: array(assumptionSchema, "The defaults that played a part."),
    explanation: object("Record of the calculation", calculationMembers),
  }),
);

export type MedicarePrice = ValueOf<typeof medicarePriceSchema>;

/** Prices a request by the Medicare tables of a release. */
export function medicarePriceOf(request: MedicareRequest, { rates, origins }: Release): MedicarePrice {
  return explainedPrice(request, medicarePrice(request, rates), origins);
}

/** An outcome as the answer has it. */
export function explainedPrice(
  request: MedicareRequest,
  outcome: Outcome<MedicareFound>,
  origins: RowOrigins,
): MedicarePrice {
  const { found, noRate, period, sheet } = outcome;
  const { locality = null } = found;
  // A Medicare price has no provider row: the table of providers is never read.
  const registry = { providers: physicianValues, origins };
  const { payment, steps, inputs, rows, rows_left_out } = explainResult(
    { result: {}, outcome, row: null },
    registry,
    null,
  );
  return {
    code: request.code.code,
    modifier: found.modifier,
    place_of_service: request.placeOfService ?? assumedPlace(sheet.assumptions),
    date_of_service: request.dateOfService,
    rate_found: noRate === null,
    payment_rate: outcome.payment?.value.text ?? null,
    error_message: noRate?.message ?? null,
    no_rate: noRate?.code ?? null,
    remedy: noRate?.remedy ?? [],
    schedule: found.schedule ?? null,
    status_code: found.statusCode ?? null,
    locality: locality === null ? null : localityText(locality),
    locality_name: locality?.localityName ?? null,
    calculation_method: outcome.method,
    effective_start_date: period?.start ?? null,
    effective_end_date: period?.end ?? null,
    notes: found.notes,
    assumptions: sheet.assumptions,
    explanation: { payment, steps, inputs, rows, rows_left_out },
  };
}

function assumedPlace(assumptions: MedicarePrice["assumptions"]): string | null {
  return assumptions.find(({ parameter }) => parameter === "place_of_service")?.value ?? null;
}

/** The price in words, for a terminal. */
export function medicareText({ payment_rate, error_message, locality, locality_name }: MedicarePrice): string {
  if (payment_rate === null) return `no price. ${error_message ?? ""}`.trim();
  return `$${payment_rate}${locality === null ? "" : ` (locality ${locality}, ${locality_name})`}`;
}
