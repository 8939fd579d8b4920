import { type Explanation, explanationSchema, type ResultExplanation } from "../../explanation/explanation.ts";
import type { Json } from "../../http/openapi/json-schema.ts";
import { lookupArguments } from "../arguments.ts";
import { fitting, longestFitting, shownOf } from "../fitting.ts";
import { lookupInput } from "../input-schemas.ts";
import { ANSWER_MEMBERS, agentSchema, RESULT_REFERENCE } from "../output-schemas.ts";
import { fittingOr, refusedAnswer, refusedFaults } from "../refusal.ts";
import type { Structured, ToolMaker } from "../tool.ts";
import { parametersOfLookup } from "./explained.ts";

const REMEDY =
  "Send an identifier, such as npi, for one provider; the command `ratebook explain` and the path /explain of a server give all of it.";

/** The record of a calculation: what anyone needs to recompute the price. */
export const explainTool: ToolMaker = (backend) => ({
  name: "explain",
  title: "Explain a price",
  description:
    "The whole calculation behind a price, of the same arguments as `price`: every step with its expression and rounding, every figure with the row, publication, edition and place it comes from, the rows that were looked at and why they were not used, and why there is no rate. Long: ask for one provider and one code. For the amount and its sources alone use `price`.",
  inputSchema: lookupInput(backend, parametersOfLookup),
  outputSchema: agentSchema(explanationSchema(RESULT_REFERENCE, "Explanation") as unknown as Json, {
    left_out: ANSWER_MEMBERS.left_out,
  }),
  async answer(sent, abandoned) {
    const asked = lookupArguments(sent, backend, parametersOfLookup);
    if (!asked.ok) return refusedFaults(asked.faults);
    const { state, lookup, fields } = asked.read;
    const answer = await backend.ask(
      { kind: "lookup", answer: "explanation", state, setting: lookup.setting, fields },
      abandoned,
    );
    if (!answer.ok) return refusedAnswer(answer.refused);
    const explanation = JSON.parse(answer.json) as Explanation;
    return fittingOr(fitting({ ...explanation }) ?? shortened(explanation), REMEDY);
  },
});

/** Rows that were looked at and not used are the first that there is no room for. */
function shortened(explanation: Explanation): Structured | null {
  const { explanations } = explanation;
  return longestFitting(explanations.length, (shown) => {
    const unused = "Rows that were looked at and not used are only counted, in rows_left_out.";
    const leftOut = [shownOf(shown, explanations.length, "results"), unused, REMEDY];
    return {
      ...explanation,
      explanations: explanations.slice(0, shown).map(withUsedRows),
      left_out: leftOut.filter((each) => each !== null).join(" "),
    };
  });
}

function withUsedRows(explained: ResultExplanation): ResultExplanation {
  const rows = explained.rows.filter(({ used }) => used);
  return { ...explained, rows, rows_left_out: explained.rows_left_out + explained.rows.length - rows.length };
}
