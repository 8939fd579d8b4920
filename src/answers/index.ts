import type { AnswerKind } from "./answer.ts";
import { compare } from "./compare.ts";
import { history } from "./history.ts";
import { options } from "./options.ts";
import { whatIf } from "./what-if.ts";

/** Every kind of answer about a lookup that takes several lookups. A new one is a file here and its line. */
export const answerKinds: readonly AnswerKind[] = [history, compare, options, whatIf];

/** The one of a name; those that ask have it from the list. */
export function answerKindNamed(name: string): AnswerKind {
  const found = answerKinds.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no kind of answer ${name}.`);
  return found;
}
