import { HTTP_LIMITS } from "./limits.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** `[` and `{` differ in one bit, and so do `]` and `}`; all other signs between values have smaller codes. */
const BRACE_BIT = 0x20;
const FIRST_BRACKET = 0x5b;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/**
 * What a JSON text has too much of (conventions 4): arrays and objects within each other, or values beside each other; null: nothing. Four
 * megabytes of `[` take a second and hundreds of megabytes to parse. This takes a nanosecond per byte of an ordinary text.
 */
export function excessIn(bytes: Uint8Array): "depth" | "values" | null {
  const { length } = bytes;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      at += 1;
      while (at < length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    } else if (byte >= FIRST_BRACKET) {
      const bracket = byte | BRACE_BIT;
      if (bracket === CLOSING) depth -= 1;
      else if (bracket === OPENING) depth += 1;
      if (depth > HTTP_LIMITS.jsonDepthMax) return "depth";
    } else if (byte === COMMA) {
      values += 1;
      if (values > HTTP_LIMITS.jsonValuesMax) return "values";
    }
  }
  return null;
}
