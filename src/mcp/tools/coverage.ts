import { type Coverage, coverageSchema, type StateCoverage } from "../../answers/coverage/coverage.ts";
import { coverage as coverageKind } from "../../answers/coverage.ts";
import { readFields, stateSchema } from "../arguments.ts";
import { fitting, longestFitting, shownOf } from "../fitting.ts";
import { fittingOr, outputSchema, refusedAnswer, refusedFaults, type Structured, type ToolMaker } from "../tool.ts";

/** What the data covers. */
export const coverageTool: ToolMaker = (backend) => {
  const parameters = coverageKind.parameters(backend.states.map(({ code }) => code));
  return {
    name: "coverage",
    title: "What the data covers",
    description:
      "What the loaded data covers on a day: states and settings, tables with their rows and periods, editions of publications and their age, gaps, what is invented (`synthetic`) and what is not loaded. Read it before you rely on a price; for one state it has the tables.",
    inputSchema: {
      type: "object",
      properties: {
        state: stateSchema(backend),
        date: { type: "string", format: "date", description: "Today when absent." },
      },
      required: [],
    },
    outputSchema: outputSchema(coverageSchema),
    async answer(sent, abandoned) {
      const request = readFields(new Map(Object.entries(sent)), parameters, backend);
      if (!request.ok) return refusedFaults(request.faults);
      const answer = await backend.answer(
        { kind: coverageKind, state: null, setting: null, fields: request.read },
        abandoned,
      );
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
    const left = "Tables and counterparts are left out: send state for those of one.";
    return fitting({ ...coverage, states, common: [], left_out: left });
  }
  return longestFitting(only.tables.length, (shown) => ({
    ...coverage,
    states: [{ ...only, tables: only.tables.slice(0, shown) }],
    left_out: shownOf(shown, only.tables.length, "tables; the command `ratebook coverage` prints all of them"),
  }));
}
