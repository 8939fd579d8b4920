import { COMPARED_MAX } from "../../answers/compare/limits.ts";
import type { Comparison } from "../../answers/compare/schema.ts";
import { compare } from "../../answers/compare.ts";
import type { Json } from "../../http/openapi/json-schema.ts";
import { lookupArguments } from "../arguments.ts";
import { longestFitting, shownOf } from "../fitting.ts";
import { lookupInput } from "../input-schemas.ts";
import { ANSWER_MEMBERS, agentSchema, RESULT_REFERENCE } from "../output-schemas.ts";
import { fittingOr, refusedAnswer, refusedFaults } from "../refusal.ts";
import { fieldsInCommon, withoutFields } from "../shared-fields.ts";
import type { Structured, ToolMaker } from "../tool.ts";
import { headerWarnings } from "./explained.ts";

const NARROW = "Narrow the providers (city, provider_type, more of the name) or send fewer codes.";

/** One code over providers, or codes at one provider. */
export const compareTool: ToolMaker = (backend) => ({
  name: "compare",
  title: "Compare prices",
  description: `One code (\`billing_code\`) over the first ${COMPARED_MAX} providers that the parameters of the provider search choose, or up to ${COMPARED_MAX} codes (\`billing_codes\`, with commas between them) at one provider: each price, the minimum, quartiles and maximum of all of them, and where each stands. Fields that all results share are in \`in_common\`, once.`,
  inputSchema: lookupInput(backend, compare.parameters),
  outputSchema: compareSchema(),
  async answer(sent, abandoned) {
    const asked = lookupArguments(sent, backend, compare.parameters);
    if (!asked.ok) return refusedFaults(asked.faults);
    const { state, lookup, fields } = asked.read;
    const answer = await backend.ask(
      { kind: "lookup", answer: compare, state, setting: lookup.setting, fields },
      abandoned,
    );
    if (!answer.ok) return refusedAnswer(answer.refused);
    const { compared, total_results, statistics, members } = JSON.parse(answer.json) as Comparison;
    const inCommon = fieldsInCommon(members.flatMap(({ results }) => results));
    const told = (shown: number): Structured => {
      const leftOut = shownOf(shown, members.length, "members; the statistics are of all");
      return {
        release: answer.release,
        warnings: headerWarnings(answer),
        ...{ compared, total_results, statistics, in_common: inCommon },
        members: members.slice(0, shown).map((member) => ({
          ...member,
          results: member.results.map((result) => withoutFields(result, inCommon)),
        })),
        left_out: leftOut === null ? null : `${leftOut} ${NARROW}`,
      };
    };
    return fittingOr(longestFitting(members.length, told), NARROW);
  },
});

/** A field that all results share is in none of them. */
function compareSchema() {
  const schema = agentSchema(compare.schema(RESULT_REFERENCE, "Comparison") as Json, {
    ...ANSWER_MEMBERS,
    in_common: {
      type: "object",
      description: "The fields that every result has alike; they are left out of the results.",
    },
  });
  const { Result, ...others } = schema.$defs as Readonly<Record<string, object>>;
  return { ...schema, $defs: { ...others, Result: { ...Result, required: [] } } };
}
