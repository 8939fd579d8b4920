import { type Explanation, explanationSchema, type ResultExplanation } from "../../answers/explanation/explanation.ts";
import { explanation as explanationKind } from "../../answers/explanation.ts";
import { fitting, leftOut, longestFitting, shownOf } from "../fitting.ts";
import { fittingOr, outputSchema, type Structured } from "../tool.ts";
import { lookupTool } from "./lookup-tool.ts";

const REMEDY =
  "Send an identifier, such as npi, for one provider; the command `ratebook explain` and the path /explain of a server give all of it.";

/** The record of a calculation: what anyone needs to recompute the price. */
export const explainTool = lookupTool({
  name: "explain",
  title: "Explain a price",
  description:
    "The whole calculation behind a price, of the same arguments as `price`: every step with its expression and rounding, every figure with its row, publication and place, and the rows that were not used and why. Long: send one provider and one code. For the amount and its sources use `price`.",
  outputSchema: outputSchema(explanationSchema({}, "Explanation")),
  kind: explanationKind,
  shown: ({ json }) => {
    const explanation = JSON.parse(json) as Explanation;
    return fittingOr(fitting({ ...explanation }) ?? shortened(explanation), REMEDY);
  },
});

/** Rows that were looked at and not used are the first that there is no room for. */
function shortened(explanation: Explanation): Structured | null {
  const { explanations } = explanation;
  const unused = "Rows that were looked at and not used are only counted, in rows_left_out.";
  return longestFitting(explanations.length, (shown) => ({
    ...explanation,
    explanations: explanations.slice(0, shown).map(withUsedRows),
    left_out: leftOut(shownOf(shown, explanations.length, "results"), unused, REMEDY),
  }));
}

function withUsedRows(explained: ResultExplanation): ResultExplanation {
  const rows = explained.rows.filter(({ used }) => used);
  return { ...explained, rows, rows_left_out: explained.rows_left_out + explained.rows.length - rows.length };
}
