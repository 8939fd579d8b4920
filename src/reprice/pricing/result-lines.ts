import { csvCell } from "../../dataset/csv-cell.ts";
import type { Factor } from "../../money/factor.ts";
import { dollarText } from "../../money/published-rate.ts";
import type { Result } from "../../pricing/lookup.ts";
import { valueText } from "../csv/value-text.ts";
import type { Plan } from "../plan.ts";
import type { ReadLine } from "./line-reader.ts";
import { comparison } from "./paid.ts";

/** The results of a line, each with the amount that it has. */
export interface PricedLine extends ReadLine {
  readonly results: readonly Result[];
  readonly amounts: readonly (Factor | null)[];
}

/** The lines of the output for a line of the input: that line as it was, and one result after it. */
export function resultLines({ record, line, paid, results, amounts }: PricedLine, plan: Plan): string {
  const isCompared = plan.columns.paid !== null;
  let text = "";
  for (const [index, result] of results.entries()) {
    text += `${record},${line},${index + 1},${results.length}`;
    if (isCompared) text += `,${differenceText(amounts[index] ?? null, paid)}`;
    for (const field of plan.fields) text += `,${csvCell(valueText(result[field]))}`;
    text += "\n";
  }
  return text;
}

function differenceText(amount: Factor | null, paid: Factor | null): string {
  return amount === null || paid === null ? "" : dollarText(comparison(amount, paid).difference);
}
