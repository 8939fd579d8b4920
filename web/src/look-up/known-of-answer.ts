import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import type { Problem } from "../api/problem.ts";
import { type Asked, useAnswer } from "../api/use-answer.ts";
import { valueText } from "../words/value.ts";
import { type Lookup, ratePath } from "./lookup.ts";
import { lackingIn } from "./parts-of-question.ts";

/** What the answer says about the question. */
export interface KnownOfAnswer {
  /** What is wrong with each field, in the API's words. */
  readonly faults: Readonly<Record<string, string>>;
  /** What stands for each parameter that was not sent, where it played a part. */
  readonly assumed: Readonly<Record<string, string>>;
  /** What each parameter was understood as, defaults included. */
  readonly understood: Explanation["request"];
  /** A value of a parameter that would give a price, and why. */
  readonly remedies: readonly { readonly parameter: string; readonly value: string; readonly why: string }[];
  /** A member of the results, where they all say the same. */
  readonly said: (member: string) => string | null;
}

/** The answer's own question, asked once for both (`api/shared-question.ts`); `isPriced`: whether the answer asks it. */
export function useKnownOfAnswer(lookup: Lookup, isPriced: boolean): KnownOfAnswer {
  const isAskable = isPriced && lackingIn(lookup).length === 0;
  return knownOf(useAnswer<Explanation>(isAskable ? ratePath(lookup, "/explain") : null));
}

export function knownOf(asked: Asked<Explanation>): KnownOfAnswer {
  const answer = asked.state === "answered" ? asked.answer : null;
  const explanation = answer?.ok === true ? answer.body : null;
  const results = explanation?.explanations ?? [];
  return {
    faults: answer?.ok === false ? faultsOf(answer.problem) : {},
    assumed: assumedIn(explanation?.assumptions ?? []),
    understood: explanation?.request ?? {},
    remedies: (results[0]?.no_rate?.remedy ?? []).flatMap(({ parameter, value, why }) =>
      value === null ? [] : [{ parameter, value, why }],
    ),
    said: (member) => {
      const said = new Set(results.map(({ result }) => result[member]));
      const [only] = said;
      return said.size === 1 && typeof only === "string" && only !== "" ? only : null;
    },
  };
}

function faultsOf({ errors = [] }: Problem): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const { field, message } of errors) faults[field] ??= message;
  return faults;
}

/** "Assumed: Medicine, the most common one of the code that has a price". Providers of one name can differ in it. */
function assumedIn(assumptions: Explanation["assumptions"]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { parameter, value, reason } of assumptions) {
    const text = `Assumed: ${valueText(value)}, ${reason.replace(/^not sent: /, "")}`;
    texts[parameter] =
      texts[parameter] === undefined || texts[parameter] === text ? text : "Assumed for each provider by itself";
  }
  return texts;
}
