import {
  array,
  nullable,
  nullableDecimal,
  nullableString,
  object,
  type Schema,
  string,
  type ValueOf,
} from "../../core/schema/schema.ts";
import type { Result } from "../../pricing/result.ts";
import { understoodSchema } from "../explanation/schema.ts";
import { medicarePriceSchema } from "./medicare-price.ts";

/** What a Medicare price is, for every reader of a benchmark. */
export const MEANING =
  "Medicare's professional fee (physician fee schedule, anesthesia or laboratory), before deductible, coinsurance and sequestration. What Medicare pays a hospital or a surgical center for its part is not in it.";

export function benchmarkSchema<Of>(result: Schema<Of>, title: string) {
  return object(title, {
    request: understoodSchema,
    meaning: string("What the two prices are."),
    results: array(
      object("One result beside Medicare's price", {
        medicaid: result,
        medicare: nullable(medicarePriceSchema, "Null where Medicare's schedules have no such codes at all."),
        difference: nullableDecimal("Medicaid's price less Medicare's; null where either is missing."),
        ratio: nullableDecimal("Medicaid's price over Medicare's, with four decimals: 0.7500 is three quarters."),
        not_compared: nullableString("Why there is no ratio; null where there is one."),
      }),
      "One for each result of the lookup.",
    ),
  });
}

export type Benchmark = ValueOf<ReturnType<typeof benchmarkSchema<Result>>>;
export type ComparedPrice = Benchmark["results"][number];
