import {
  array,
  boolean,
  named,
  nullable,
  nullableChoice,
  nullableDay,
  nullableDecimal,
  nullableString,
  object,
  type Schema,
  string,
  type ValueOf,
} from "../../core/schema/schema.ts";
import { SCHEDULES } from "../../medicare/request.ts";
import type { Result } from "../../pricing/result.ts";
import { understoodSchema } from "../explanation/schema.ts";
import { medicarePriceSchema } from "./medicare-price.ts";

/** What a Medicare price is, for every reader of a benchmark. */
export const MEANING =
  "Medicare's professional fee (physician fee schedule, anesthesia or laboratory), before deductible, coinsurance and sequestration. What Medicare pays a hospital or a surgical center for its part is not in it.";

const PAID = nullableDecimal("What Medicare pays for the same.");
const RATIO = nullableDecimal("Medicaid's price over Medicare's, with four decimals: 0.7500 is three quarters.");
const NOT_COMPARED = nullableString("Why there is no ratio; null where there is one.");

const SCHEDULE = nullableChoice(SCHEDULES, "The schedule that prices the code.");
const INCLUDES_FACILITY = boolean(
  "Medicaid's price pays for the facility too, and Medicare's is the professional fee alone: the ratio is no share of it.",
);

export function benchmarkSchema<Of>(result: Schema<Of>, title: string) {
  return object(title, {
    request: understoodSchema,
    meaning: string("What the two prices are."),
    results: array(
      object("One result beside Medicare's price", {
        medicaid: result,
        medicare: nullable(medicarePriceSchema, "Null where Medicare's schedules have no such codes at all."),
        difference: nullableDecimal("Medicaid's price less Medicare's; null where either is missing."),
        ratio: RATIO,
        medicaid_includes_facility: INCLUDES_FACILITY,
        not_compared: NOT_COMPARED,
      }),
      "One for each result of the lookup.",
    ),
  });
}

/** Medicare's price beside one of many results, in brief. `rate/benchmark` has its explanation. */
export const medicareRatioSchema = named(
  "MedicareRatio",
  object("Medicare beside a result", {
    payment_rate: PAID,
    ratio: RATIO,
    locality: nullableString("Contractor and locality; null where the price is national."),
    schedule: SCHEDULE,
    medicaid_includes_facility: INCLUDES_FACILITY,
    not_compared: NOT_COMPARED,
  }),
);

/** Medicare's price on some days, beside a result that is the same on all of them. */
export const medicareSpanSchema = named(
  "MedicareSpan",
  object("Medicare on some days", {
    start_date: nullableDay("First day; null: from the beginning."),
    end_date: nullableDay("Last day; null: without an end."),
    payment_rate: PAID,
    ratio: RATIO,
    schedule: SCHEDULE,
    medicaid_includes_facility: INCLUDES_FACILITY,
    not_compared: NOT_COMPARED,
  }),
);

export type MedicareRatio = ValueOf<typeof medicareRatioSchema>;
export type MedicareSpan = ValueOf<typeof medicareSpanSchema>;
export type Benchmark = ValueOf<ReturnType<typeof benchmarkSchema<Result>>>;
export type ComparedPrice = Benchmark["results"][number];
