import type { ExplainedInput, ExplainedRow, ResultExplanation } from "../explanation/explanation.ts";
import { closedObject, type Json } from "../http/openapi/json-schema.ts";

/** A row to cite: where it stands in the dataset, and where it was published. */
export interface CitedRow extends Pick<ExplainedRow, "table" | "line" | "key" | "publication"> {
  readonly row: string;
  readonly effective_start_date: string | null;
  readonly effective_end_date: string | null;
}

/** A figure of a price with the row and column that it was read from, or where else it comes from. */
type CitedFigure = Pick<ExplainedInput, "name" | "value" | "unit"> &
  ({ readonly row: string; readonly column: string } | { readonly from: ExplainedInput["from"] });

/** The figures that a price starts from, and the rows that it is made of. */
export interface Cited {
  readonly figures: readonly CitedFigure[];
  readonly rows: readonly CitedRow[];
}

/** What a price is made of, read off its explanation. A row is named by its place, so that prices can share it. */
export function citedIn({ inputs, rows }: ResultExplanation): Cited {
  const names = new Map(rows.map((row) => [row.id, placeOf(row)]));
  return {
    figures: inputs.map(({ name, value, unit, from }) =>
      "row" in from
        ? { name, value, unit, row: names.get(from.row) ?? from.row, column: from.column }
        : { name, value, unit, from },
    ),
    rows: rows
      .filter(({ used }) => used)
      .map(({ table, line, key, effective_start_date, effective_end_date, publication, ...row }) => ({
        row: placeOf({ table, line, ...row }),
        ...{ table, line, key, effective_start_date, effective_end_date, publication },
      })),
  };
}

function placeOf({ table, line }: Pick<ExplainedRow, "table" | "line">): string {
  return `${table} line ${line}`;
}

const text = (description: string): Json => ({ type: "string", description });
const nullableText = (description: string): Json => ({ type: ["string", "null"], description });

export const citedFigureSchema: Json = closedObject("Figure", {
  name: text("As the methodology says it."),
  value: text("The published digits."),
  unit: text("dollars, factor, days or units."),
  row: nullableText("The row that it was read from; `sources` has it."),
  column: nullableText("The column of that row."),
  from: {
    type: ["object", "null"],
    description: "Of a figure that no row has: the parameter sent, the default and its section, or the rule.",
  },
});

export const citedRowSchema: Json = closedObject("Source", {
  row: text("Table and line, as figures name it."),
  table: text("Such as ca/conversion_factors."),
  line: { type: "integer", description: "The line of the table's CSV file, the header being 1." },
  key: { type: "object", description: "The columns that the row is found by." },
  effective_start_date: nullableText("First day of its period."),
  effective_end_date: nullableText("Last day of its period; absent while it is active."),
  publication: {
    type: ["object", "null"],
    description:
      "What was published (`name`), by whom, the day of the `edition`, the file, its hash and the place in it.",
  },
});
