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

/** What a look at a JSON text finds before it is parsed. */
interface JsonSurvey {
  readonly excess: Excess | null;
  /** Members of all its objects, with those whose name stands there more than once: parsing leaves one of each. */
  readonly members: number;
}

/**
 * Whether a JSON text is too much to be parsed in one go. Four megabytes of `[` take seconds and hundreds of megabytes, and so
 * do a million small objects; this stops at the first that is too much, and takes a nanosecond per byte of an honest text.
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

/** Where the text that begins at a quotation mark has its second one. */
function endOfText(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let at = start + 1;
  while (at < length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
