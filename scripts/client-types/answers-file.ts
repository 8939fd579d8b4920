import type { AnswerKind, ServiceAnswer } from "../../src/answers/answer.ts";
import { lookupKinds } from "../../src/answers/index.ts";
import type { Json } from "../../src/core/schema/schema.ts";
import { serviceAnswers } from "../../src/serve/http/openapi/answer-operations.ts";
import { commentText, referredTo } from "./type-text.ts";

/** The name of a kind of answer in the client: `whatIf` of `what-if`. */
export function methodName({ name }: Pick<AnswerKind, "name">): string {
  return name.replace(/[^A-Za-z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** The types of an answer about all states by their names in the client, and of its method. A request without parameters has no type. */
export function serviceTypes({ name, schema, summary, parameters }: ServiceAnswer) {
  const answer = referredTo(schema({}, summary) as Json);
  if (answer === null) throw new Error(`The schema of ${name} has no name that the client could have for it.`);
  const request = Object.keys(parameters([])).length === 0 ? null : `${answer}Request`;
  return { answer, request, method: `${answer.charAt(0).toLowerCase()}${answer.slice(1)}` };
}

/** A method for each answer about a lookup and about all states, so that one that is added is a method without a line written. */
export function answersFile(): string {
  const shared = serviceAnswers.flatMap(({ answer }) => {
    const { answer: name, request } = serviceTypes(answer);
    return request === null ? [name] : [name, request];
  });
  return `import type { Answered, CallOptions } from "../answer.ts";
import type { AnswerTo, RequestFor, SettingOf, StateCode } from "../lookups.ts";
import type { ANSWERS } from "./service.ts";
import type { ${shared.sort().join(", ")} } from "./shared.ts";

${commentText("The answers, by the names of their methods.")}export type AnswerName = keyof typeof ANSWERS;

${commentText("Sends a request for an answer about a lookup; about all states where there is none.")}export type SendRequest = (
  name: AnswerName,
  lookup: { readonly state: StateCode; readonly setting: string } | null,
  request: unknown,
  options: CallOptions,
) => Promise<Answered<unknown>>;

${commentText("The calls of the answers about a lookup and about all states.")}export class DeclaredAnswers {
  readonly #send: SendRequest;

  constructor(send: SendRequest) {
    this.#send = send;
  }

${[...lookupKinds.map(methodText), ...serviceAnswers.map(({ answer }) => serviceMethodText(answer))].join("\n")}
}
`;
}

function serviceMethodText(declared: ServiceAnswer): string {
  const { answer, request, method } = serviceTypes(declared);
  return `${commentText(`${declared.summary}.`)}${method}(${request === null ? "" : `request: ${request} = {}, `}options: CallOptions = {}): Promise<Answered<${answer}>> {
    return this.#send("${method}", null, ${request === null ? "{}" : "request"}, options) as Promise<Answered<${answer}>>;
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
