import type { Refused } from "../answers/question.ts";
import { type Json, objectIn, type Schema } from "../core/schema/schema.ts";
import type { RequestFault, RequestFields } from "../pricing/request/read.ts";
import type { Backend } from "./backend.ts";
import { MCP_LIMITS } from "./limits.ts";

export type Structured = Json;

export interface SchemaOfObject {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
}

/** The answer of a tool: structured, or a refusal with its remedy in words. */
export type ToolAnswer =
  | { readonly ok: true; readonly structured: Structured }
  | { readonly ok: false; readonly message: string };

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: SchemaOfObject;
  readonly outputSchema: SchemaOfObject;
  readonly answer: (sent: RequestFields, abandoned: AbortSignal) => Promise<ToolAnswer>;
}

export type ToolMaker = (backend: Backend) => Tool;

/**
 * The schema of an answer: its members and their descriptions, without nested schemas. Nullable members are left out of answers, so
 * only the others are required. The server's instructions describe what every answer may have beside them, such as `left_out`
 * (`protocol.ts`).
 */
export function outputSchema(schema: Schema): SchemaOfObject {
  const own = Object.entries(objectIn(schema)?.properties ?? {}).map(([name, member]) => [name, withoutParts(member)]);
  return { type: "object", properties: Object.fromEntries(own), required: [] };
}

function withoutParts({ type, description }: Schema): Json {
  const types = [type].flat().filter((each) => each !== "null" && each !== undefined);
  return { ...(types.length === 1 ? { type: types[0] } : {}), ...(description === undefined ? {} : { description }) };
}

/** All errors in the arguments of a call, and where to read what is valid. */
export function refusedFaults(faults: readonly Pick<RequestFault, "field" | "code" | "message">[]): ToolAnswer {
  const { faultsNamedMax: most } = MCP_LIMITS;
  const lines = faults.slice(0, most).map(({ field, code, message }) => `- ${message} (${code}: ${field})`);
  return refusal(
    [
      "The call was refused and nothing was looked up:",
      ...lines,
      ...(faults.length > most ? [`- and ${faults.length - most} more faults.`] : []),
      "The tool `parameters` lists what can be sent. Correct every line and call again.",
    ].join("\n"),
  );
}

export function refusedAnswer({ code, detail, errors }: Refused): ToolAnswer {
  return errors === undefined || errors.length === 0 ? refusal(`${detail} (${code})`) : refusedFaults(errors);
}

/** An answer that fits, or a refusal with a remedy. */
export function fittingOr(answer: Structured | null, remedy: string): ToolAnswer {
  if (answer !== null) return { ok: true, structured: answer };
  return refusal(
    `The answer is longer than ${MCP_LIMITS.answerCharactersMax} characters and was not sent. ${remedy} (answer_too_long)`,
  );
}

export function refusal(message: string): ToolAnswer {
  const { refusalCharactersMax: most } = MCP_LIMITS;
  return { ok: false, message: message.length > most ? `${message.slice(0, most)}... and more faults.` : message };
}

/**
 * The answer with as many list entries as fit, made by `answerWith`; null when none fits. `answerWith` adds the sentence about what is
 * left out, so that it counts as well.
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

/** An answer for agents; null when it is too long for them. */
export function fitting(answer: Structured): Structured | null {
  const shown = lean(answer);
  return JSON.stringify(shown).length > MCP_LIMITS.answerCharactersMax ? null : shown;
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

/** An answer of the API for agents: null members of objects are left out. */
export function lean<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), withoutNulls) as Value;
}

/** Positions in a list have a meaning, so a null in it stays. */
function withoutNulls(this: unknown, _name: string, value: unknown): unknown {
  return value === null && !Array.isArray(this) ? undefined : value;
}

/** An answer without the publications of its figures, only with table and line. */
export function withoutPublications(answer: Structured): Structured {
  return JSON.parse(JSON.stringify(answer), (name, value) => (name === "publication" ? undefined : value));
}

/** The fields that several results share, so that they are sent once; none for a single result. */
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

export function withoutFields(result: Structured, elsewhere: Structured): Structured {
  return Object.fromEntries(Object.entries(result).filter(([name]) => !(name in elsewhere)));
}
