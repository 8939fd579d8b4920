import { type Explanation, explanationSchema } from "../../explanation/explanation.ts";
import { closedObject, type Json, schemaReference } from "../../http/openapi/json-schema.ts";
import { lookupArguments } from "../arguments.ts";
import { type Cited, type CitedRow, citedFigureSchema, citedIn, citedRowSchema } from "../citations.ts";
import { longestFitting, shownOf } from "../fitting.ts";
import { lookupInput } from "../input-schemas.ts";
import { ANSWER_MEMBERS, agentSchema, RESULT_REFERENCE } from "../output-schemas.ts";
import { fittingOr, refusedAnswer, refusedFaults } from "../refusal.ts";
import type { Structured, ToolMaker } from "../tool.ts";
import { parametersOfLookup, warningsIn } from "./explained.ts";

const ONE_PROVIDER = "Send an identifier, such as npi, for one provider; `search` finds it.";

/** What a lookup pays, with the figures and the sources to cite. */
export const priceTool: ToolMaker = (backend) => ({
  name: "price",
  title: "Price a service or a stay",
  description:
    "What a state's Medicaid program pays for one code at a provider on a day, to the cent: `payment_rate`, the calculation in one line, the figures it starts from and their sources, what was assumed, and where there is no rate why and what would help. Amounts are exact decimal strings: quote them, do not recompute them. A name may find up to 20 providers.",
  inputSchema: lookupInput(backend, parametersOfLookup),
  outputSchema: priceSchema(),
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
    const prices = explanation.explanations.map((explained) => ({ explained, cited: citedIn(explained) }));
    const told = (shown: number): Structured => {
      const those = prices.slice(0, shown);
      const { release, request, assumptions } = explanation;
      const leftOut = shownOf(shown, prices.length, "results");
      return {
        ...{ release, request, assumptions },
        warnings: warningsIn(explanation),
        prices: those.map(({ explained: { result, no_rate }, cited: { figures, rows } }) => ({
          ...{ result, figures },
          sources: rows.map(({ row }) => row),
          no_rate,
        })),
        sources: sourcesOf(those.map(({ cited }) => cited)),
        left_out: leftOut === null ? null : `${leftOut} ${ONE_PROVIDER}`,
      };
    };
    return fittingOr(longestFitting(prices.length, told), ONE_PROVIDER);
  },
});

/** Prices of one answer share most of their rows: each is told once. */
function sourcesOf(cited: readonly Cited[]): readonly CitedRow[] {
  return [...new Map(cited.flatMap(({ rows }) => rows).map((row) => [row.row, row])).values()];
}

function priceSchema() {
  const { properties } = explanationSchema(RESULT_REFERENCE, "Prices") as { readonly properties: Json };
  const { release, request, assumptions } = properties;
  return agentSchema(
    closedObject("Prices", {
      ...{ release, request, assumptions },
      warnings: ANSWER_MEMBERS.warnings,
      prices: {
        type: "array",
        description: "One for each provider and rate that matches; at least one.",
        items: closedObject("Price", {
          result: RESULT_REFERENCE,
          figures: { type: "array", items: citedFigureSchema, description: "What the calculation starts from." },
          sources: { type: "array", items: { type: "string" }, description: "The rows that the price is made of." },
          no_rate: { anyOf: [schemaReference("ExplainedNoRate"), { type: "null" }] },
        }),
      },
      sources: {
        type: "array",
        items: citedRowSchema,
        description: "The rows that prices name. Cite their publications.",
      },
      left_out: ANSWER_MEMBERS.left_out,
    }),
  );
}
