import { coverage as coverageKind } from "../../answers/coverage.ts";
import type { Coverage, StateCoverage } from "../../coverage/coverage.ts";
import { coverageSchemas } from "../../http/openapi/answer-operation.ts";
import type { Json } from "../../http/openapi/json-schema.ts";
import { itemSchema } from "../../http/openapi/parameters.ts";
import { fitting, longestFitting, shownOf } from "../fitting.ts";
import { ANSWER_MEMBERS, agentSchema } from "../output-schemas.ts";
import { readFields } from "../parameter-fields.ts";
import { fittingOr, refusedAnswer, refusedFaults } from "../refusal.ts";
import type { SchemaOfObject, Structured, ToolMaker } from "../tool.ts";

/** What the data covers. */
export const coverageTool: ToolMaker = (backend) => {
  const parameters = coverageKind.parameters(backend.states.map(({ code }) => code));
  return {
    name: "coverage",
    title: "What the data covers",
    description:
      "What the loaded data covers on a day: states and settings, tables with their rows and periods, the editions of publications and their age, gaps, what is invented (`synthetic`) and what is not loaded. Ask it before you rely on a price, and for one state to see its tables.",
    inputSchema: { ...(itemSchema("Coverage", parameters) as SchemaOfObject), description: "What to tell about." },
    outputSchema: agentSchema(coverageSchemas.Coverage as Json, { left_out: ANSWER_MEMBERS.left_out }),
    async answer(sent, abandoned) {
      const asked = readFields(sent, parameters, backend.today());
      if (!asked.ok) return refusedFaults(asked.faults);
      const answer = await backend.ask({ kind: "coverage", fields: asked.fields }, abandoned);
      if (!answer.ok) return refusedAnswer(answer.refused);
      const coverage = JSON.parse(answer.json) as Coverage;
      return fittingOr(
        fitting({ ...coverage }) ?? shortened(coverage),
        "The command `ratebook coverage` prints all of it.",
      );
    },
  };
};

/** Of several states what is loaded, of one as many tables as there is room for. */
function shortened(coverage: Coverage): Structured | null {
  const [only, ...others] = coverage.states;
  if (only === undefined || others.length > 0) {
    const states = coverage.states.map((state): StateCoverage => ({ ...state, tables: [], counterparts: [] }));
    const leftOut = "Tables and counterparts are left out: send state for those of one.";
    return fitting({ ...coverage, states, common: [], left_out: leftOut });
  }
  return longestFitting(only.tables.length, (shown) => ({
    ...coverage,
    states: [{ ...only, tables: only.tables.slice(0, shown) }],
    left_out: shownOf(shown, only.tables.length, "tables; the command `ratebook coverage` prints all of them"),
  }));
}
