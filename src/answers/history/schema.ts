import {
  anyObject,
  array,
  choice,
  day,
  described,
  named,
  nullable,
  nullableDay,
  nullableDecimal,
  nullableInteger,
  object,
  optional,
  type Schema,
  string,
  type ValueOf,
} from "../../core/schema/schema.ts";
import type { Result } from "../../pricing/result.ts";
import { UNITS } from "../../pricing/worksheet/calculation.ts";
import { medicareSpanSchema } from "../benchmark/schema.ts";
import { type ExplainedRow, type InputOrigin, noRateSchema } from "../explanation/schema.ts";

/** Where a figure comes from: a cell with the row around it, or a default of the page. */
export type FigureSource =
  | (Omit<ExplainedRow, "id" | "used" | "why_not"> & { readonly column: string })
  | Extract<InputOrigin, { readonly default: string }>;

const figure = nullable(
  object("Figure with its origin", {
    value: string("The published digits."),
    from: anyObject<FigureSource>(
      "A cell: `table`, `line`, `key`, `column`, the period and the publication of its row. Or `default` with its `section`.",
    ),
  }),
);

function beforeAndAfter<Value>(title: string, schema: Schema<Value>) {
  return object(title, { before: schema, after: schema });
}

const change = named(
  "HistoryChange",
  object("What changed about one result", {
    result: nullableInteger("Its place among the results; null: it is gone."),
    previous_result: nullableInteger("Its place in the period before; null: it is new."),
    payment_rate: beforeAndAfter("Payment before and after", nullableDecimal("Dollars; null without an amount.")),
    no_rate: beforeAndAfter("Reason before and after", noRateSchema),
    inputs: array(
      object("Figure that changed", {
        name: string("As the methodology says it."),
        unit: choice(UNITS, "What the figure counts."),
        before: figure,
        after: figure,
      }),
      "The figures of the calculation that differ; null where the calculation has none.",
    ),
    fields: array(
      object("Field that changed", {
        name: string("The field of the result."),
        before: described<unknown>("Its value in the period before."),
        after: described<unknown>("Its value in this period."),
      }),
      "The other fields of the result that differ, dates and messages aside.",
    ),
  }),
);

export function historySchema<Of>(result: Schema<Of>, title: string) {
  return object(title, {
    periods: array(
      object("Period", {
        start_date: nullableDay("First day; null: from the beginning."),
        end_date: nullableDay("Last day; null: without an end."),
        date: day("The day that the results are of: the first of the period, else its last, else today."),
        results: array(result, "What the lookup answers on `date`."),
        no_rate: array(noRateSchema, "Of each result, why there is no rate; null where there is one."),
        changes: nullable(
          array(change, "Result by result."),
          "What is different from the period before; null where none before is part of the history.",
        ),
        medicare: optional(
          array(array(medicareSpanSchema, "The newest first."), "With `medicare=true`: one list for each result."),
        ),
      }),
      "The newest first, without a day between two.",
    ),
    next_to: nullableDay("What to send as `to` for the periods before these; null when there is none."),
  });
}

export type History<Of = Result> = ValueOf<ReturnType<typeof historySchema<Of>>>;
export type HistoryPeriod<Of = Result> = History<Of>["periods"][number];
export type ResultChange = ValueOf<typeof change>;
