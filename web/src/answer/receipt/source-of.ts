import {
  type ConsideredRows,
  consideredRows,
  type Said,
  ToldPublications,
} from "../../../../src/answers/explanation/record-words.ts";
import { keyText } from "../../../../src/answers/explanation/result-words.ts";
import type { ExplainedInput, ExplainedRow, ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import type { CatalogueSetting } from "../../api/catalogue.ts";
import { measureText } from "../../words/amount.ts";
import { periodText } from "../../words/day.ts";
import { figureName } from "../../words/figure-name.ts";

/** Where one figure comes from. */
export interface FigureSource {
  readonly name: string;
  readonly value: string;
  readonly said: readonly Said[];
  /** The rows of the same table that were read and lost, with the reason. */
  readonly considered: readonly ConsideredRows[];
  /** Rows of any table that were read, not used and not listed. */
  readonly leftOut: number;
  /** The parameter that it was sent in; null for what comes from elsewhere. */
  readonly parameter: string | null;
}

export function sourceOf(
  explained: ResultExplanation,
  id: string,
  setting: Pick<CatalogueSetting, "figures">,
): FigureSource | null {
  const input = explained.inputs.find((each) => each.id === id);
  if (input === undefined) return null;
  const { from } = input;
  const row = "row" in from ? explained.rows.find((each) => each.id === from.row) : undefined;
  const told = {
    name: input.name === input.value ? "constant" : figureName(input.name, setting),
    value: measureText(input.value, input.unit),
    parameter: "parameter" in from ? from.parameter : null,
  };
  if (row === undefined) return { ...told, said: [["Where", elsewhere(from)]], considered: [], leftOut: 0 };
  return {
    ...told,
    said: [["Column", "column" in from ? from.column : ""], ...saidOfRow(row)],
    considered: consideredRows(explained.rows.filter(({ table, used }) => table === row.table && !used).concat(row)),
    leftOut: explained.rows_left_out,
  };
}

/** A row of the data and where it was published. */
export function saidOfRow(row: ExplainedRow): readonly Said[] {
  const period = periodText(row.effective_start_date, row.effective_end_date);
  return [
    ["Table", `${row.table}, line ${row.line}`],
    ["Found by", keyText(row.key)],
    ["In force", period],
    ...new ToldPublications().said(row).map(([label, value]): Said => [capital(label), value]),
  ];
}

function elsewhere(from: ExplainedInput["from"]): string {
  if ("parameter" in from) return `sent in the request as ${from.parameter}`;
  if ("default" in from) {
    return `${from.default}: the value of the methodology, section ${from.section}, because the data has none of its own`;
  }
  return "rule" in from ? `a constant of the rule, section ${from.rule}` : "";
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
