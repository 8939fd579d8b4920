import { HTTP_LIMITS } from "./limits.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
/** `[` and `{` differ in one bit, and so do `]` and `}`; all other signs between values have smaller codes. */
const BRACE_BIT = 0x20;
const FIRST_BRACKET = 0x5b;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** What a JSON text has too much of: arrays and objects within each other, or values beside each other. */
type Excess = "depth" | "values";

interface JsonSurvey {
  readonly excess: Excess | null;
  /** Members of all its objects, repeated names included: parsing keeps one of each. */
  readonly members: number;
}

/**
 * Whether a JSON text is too large to parse in one go. Four megabytes of `[` take seconds and hundreds of megabytes, and so do a million
 * small objects. The survey stops at the first excess, and takes a nanosecond per byte of an ordinary text.
 */
export function surveyOf(bytes: Uint8Array, valuesMax: number = HTTP_LIMITS.jsonValuesMax): JsonSurvey {
  const { length } = bytes;
  let depth = 0;
  let values = 1;
  let members = 0;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte >= FIRST_BRACKET) {
      const bracket = byte | BRACE_BIT;
      if (bracket === OPENING) {
        depth += 1;
        if (depth > HTTP_LIMITS.jsonDepthMax) return { excess: "depth", members };
      } else if (bracket === CLOSING) depth -= 1;
    } else if (byte === COMMA) {
      values += 1;
      if (values > valuesMax) return { excess: "values", members };
    } else if (byte === COLON) members += 1;
  }
  return { excess: null, members };
}

/** The closing quotation mark of the text that begins at `start`. */
function endOfText(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let at = start + 1;
  while (at < length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/* Names that occur more than once in one JSON object. JSON.parse silently takes the last value. */

/** A name that occurs more than once in the body itself (`item`: null) or in one of its items. */
export interface RepeatedName {
  readonly item: number | null;
  readonly name: string;
}

/** The number of members of all objects in a parsed value: fewer than in its text if a name was repeated. */
export function membersIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) for (const each of value) members += membersIn(each);
  else {
    for (const name in value) {
      const member = (value as Readonly<Record<string, unknown>>)[name];
      members += typeof member === "object" ? 1 + membersIn(member) : 1;
    }
  }
  return members;
}

/** The body is at depth 1, its list of items at 2, an item at 3. */
const BODY = 1;
const LIST = 2;
const ITEM = 3;

/**
 * The repeated names of a body and of the items in its list, in the order of the text. The text is JSON and within the limits of a body.
 * Objects within an item are left out: no parameter accepts one.
 */
export function repeatedNames(text: string, list: string): readonly RepeatedName[] {
  const repeated: RepeatedName[] = [];
  const ofBody = new Set<string>();
  let ofItem = new Set<string>();
  let depth = 0;
  let item = 0;
  let member: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      const start = at;
      at = endOfQuoted(text, at);
      if ((depth !== BODY && (depth !== ITEM || member !== list)) || !isName(text, at)) continue;
      const name = JSON.parse(text.slice(start, at + 1)) as string;
      const names = depth === BODY ? ofBody : ofItem;
      if (names.has(name)) repeated.push({ item: depth === BODY ? null : item, name });
      names.add(name);
      if (depth === BODY) member = name;
    } else if (sign === "{" || sign === "[") {
      depth += 1;
      if (depth === LIST) item = 0;
      if (depth === ITEM) ofItem = new Set();
    } else if (sign === "}" || sign === "]") depth -= 1;
    else if (sign === "," && depth === LIST) item += 1;
  }
  return repeated;
}

/** The closing quotation mark of the text that begins at `start`. */
function endOfQuoted(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

/** Whether a colon follows the text that ends there. */
function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (" \t\r\n".includes(text[at] ?? "x")) at += 1;
  return text[at] === ":";
}
