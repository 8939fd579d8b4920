import type { History } from "../../answers/history/schema.ts";
import { history } from "../../answers/history.ts";
import type { Json } from "../../http/openapi/json-schema.ts";
import { lookupArguments } from "../arguments.ts";
import { fitting, longestFitting, shownOf } from "../fitting.ts";
import { lookupInput } from "../input-schemas.ts";
import { MCP_LIMITS } from "../limits.ts";
import { ANSWER_MEMBERS, agentSchema, RESULT_REFERENCE } from "../output-schemas.ts";
import { fittingOr, refusedAnswer, refusedFaults } from "../refusal.ts";
import type { Structured, ToolMaker } from "../tool.ts";
import { headerWarnings } from "./explained.ts";

type Period = History["periods"][number];

const SHORTENED = "The publications of figures that changed are left out: `price` on a day has them.";

/** The price of one lookup in every published period. */
export const historyTool: ToolMaker = (backend) => ({
  name: "history",
  title: "Price over time",
  description:
    "The price of one code at one provider in every published period, the newest first, with the figures that changed from one period to the next and the rows they come from. Takes the parameters of `price` without its day, an exact identifier of the provider, and `from`, `to` and `limit`. Days without a rate are periods too.",
  inputSchema: lookupInput(backend, history.parameters),
  outputSchema: agentSchema(history.schema(RESULT_REFERENCE, "History") as Json, ANSWER_MEMBERS),
  async answer(sent, abandoned) {
    const asked = lookupArguments(sent, backend, history.parameters);
    if (!asked.ok) return refusedFaults(asked.faults);
    const { state, lookup, fields } = asked.read;
    const answer = await backend.ask(
      { kind: "lookup", answer: history, state, setting: lookup.setting, fields },
      abandoned,
    );
    if (!answer.ok) return refusedAnswer(answer.refused);
    const { periods, next_to } = JSON.parse(answer.json) as History;
    const told = (those: readonly Period[], cut: readonly (string | null)[], nextTo: string | null): Structured => {
      const more = nextTo === null ? null : `Earlier periods: send to=${nextTo}.`;
      return {
        release: answer.release,
        warnings: headerWarnings(answer),
        periods: those,
        next_to: nextTo,
        left_out: [...cut, more].filter((each) => each !== null).join(" ") || null,
      };
    };
    const shortened = (shown: number): Structured => {
      const cut = shownOf(shown, periods.length, "periods");
      // There is no day between two periods: the first that is not shown ends on the day before the last that is.
      const nextTo = cut === null ? next_to : (periods[shown]?.end_date ?? null);
      return told(periods.slice(0, shown).map(withoutPublications), [cut, SHORTENED], nextTo);
    };
    const { listItemsMax } = MCP_LIMITS;
    const whole = periods.length > listItemsMax ? null : fitting(told(periods, [], next_to));
    return fittingOr(whole ?? longestFitting(periods.length, shortened), "Send a code or a modifier with fewer rates.");
  },
});

/** A period whose changes name the table and line of each figure, and no more. */
function withoutPublications(period: Period): Period {
  const changes = JSON.stringify(period.changes);
  const withoutThem = (name: string, value: unknown) => (name === "publication" ? undefined : value);
  return { ...period, changes: JSON.parse(changes, withoutThem) };
}
