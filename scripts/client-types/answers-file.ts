import type { AnswerKind } from "../../src/answers/answer.ts";
import { lookupKinds } from "../../src/answers/index.ts";
import { commentText } from "./type-text.ts";

/** The name of a kind of answer in the client: `whatIf` of `what-if`. */
export function methodName({ name }: Pick<AnswerKind, "name">): string {
  return name.replace(/[^A-Za-z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** A method for each kind of answer about a lookup, so that a kind that is added is a method without a line written. */
export function answersFile(): string {
  return `import type { Answered, CallOptions } from "../answer.ts";
import type { AnswerTo, RequestFor, SettingOf, StateCode } from "../lookups.ts";
import type { ANSWERS } from "./service.ts";

${commentText("The kinds of answers about a lookup, by the names of their methods.")}export type AnswerName = keyof typeof ANSWERS;

${commentText("Sends a request for a kind of answer about a lookup.")}export type SendRequest = (
  name: AnswerName,
  lookup: { readonly state: StateCode; readonly setting: string },
  request: unknown,
  options: CallOptions,
) => Promise<Answered<unknown>>;

${commentText("The calls that each kind of answer about a lookup has.")}export class LookupAnswers {
  readonly #send: SendRequest;

  constructor(send: SendRequest) {
    this.#send = send;
  }

${lookupKinds.map(methodText).join("\n")}
}
`;
}

function methodText(kind: AnswerKind): string {
  const name = methodName(kind);
  const description = kind.method ?? kind.command.description;
  const comment = `${description.charAt(0).toUpperCase()}${description.slice(1)}.`;
  return `${commentText(comment)}${name}<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    request: RequestFor<State, Setting, "${name}">,
    options: CallOptions = {},
  ): Promise<Answered<AnswerTo<State, Setting, "${name}">>> {
    return this.#send("${name}", { state, setting }, request, options) as Promise<Answered<AnswerTo<State, Setting, "${name}">>>;
  }
`;
}
