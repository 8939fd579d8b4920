import { MCP_LIMITS } from "./limits.ts";
import type { Structured } from "./tool.ts";

/**
 * The answer with as many entries of its list as there is room for, made by `answerWith`; null where there is no room for one.
 * `answerWith` says itself what is left out, so that the sentence counts as well.
 */
export function longestFitting(count: number, answerWith: (shown: number) => Structured): Structured | null {
  const most = Math.min(count, MCP_LIMITS.listItemsMax);
  const whole = fitting(answerWith(most));
  if (whole !== null || most === 0) return whole;
  let tooMany = most;
  let best: Structured | null = null;
  let enough = 0;
  while (tooMany - enough > 1) {
    const shown = Math.floor((enough + tooMany) / 2);
    const answer = fitting(answerWith(shown));
    if (answer === null) tooMany = shown;
    else {
      best = answer;
      enough = shown;
    }
  }
  return best;
}

/** An answer as agents get it; null when it is too long for them. */
export function fitting(answer: Structured): Structured | null {
  const told = lean(answer);
  return JSON.stringify(told).length > MCP_LIMITS.answerCharactersMax ? null : told;
}

/** How much of a list is shown; null when all of it is. */
export function shownOf(shown: number, count: number, what: string): string | null {
  if (shown >= count) return null;
  const { answerCharactersMax: room, listItemsMax: most } = MCP_LIMITS;
  return `Shown are the first ${shown} of ${count} ${what}: an answer has at most ${most} of them and ${room} characters.`;
}

/** Sentences about what is left out; null when there are none. */
export function leftOut(...sentences: readonly (string | null)[]): string | null {
  return sentences.filter((each) => each !== null).join(" ") || null;
}

/** An answer of the API for agents: the members of objects that are null say nothing and are left out. */
export function lean<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), withoutNulls) as Value;
}

/** The places of a list have a meaning, so that a null in it stays. */
function withoutNulls(this: unknown, _name: string, value: unknown): unknown {
  return value === null && !Array.isArray(this) ? undefined : value;
}

/** An answer without the publications of its figures, which name the table and line and no more. */
export function withoutPublications(answer: Structured): Structured {
  return JSON.parse(JSON.stringify(answer), (name, value) => (name === "publication" ? undefined : value));
}

/** The fields that several results have alike, so that they can stand once; none of a single result. */
export function fieldsInCommon(results: readonly Structured[]): Structured {
  const [first, ...others] = results;
  if (first === undefined || others.length === 0) return {};
  return Object.fromEntries(
    Object.entries(first).filter(([name, value]) => {
      const json = JSON.stringify(value);
      return others.every((other) => JSON.stringify(other[name]) === json);
    }),
  );
}

/** A result without the fields that stand elsewhere. */
export function withoutFields(result: Structured, elsewhere: Structured): Structured {
  return Object.fromEntries(Object.entries(result).filter(([name]) => !(name in elsewhere)));
}
