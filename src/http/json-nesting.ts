import { HTTP_LIMITS } from "./limits.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{` differ in one bit, and so do `]` and `}`; all other signs between values have smaller codes. */
const BRACE_BIT = 0x20;
const FIRST_BRACKET = 0x5b;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/**
 * Whether a JSON text has too many arrays and objects within each other. Parsing four megabytes of `[` takes seconds and
 * hundreds of megabytes; this stops at the first that is too deep, and takes a nanosecond per byte of an honest text.
 */
export function isNestedTooDeeply(bytes: Uint8Array): boolean {
  const { length } = bytes;
  let depth = 0;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte >= FIRST_BRACKET) {
      const bracket = byte | BRACE_BIT;
      if (bracket === OPENING) {
        depth += 1;
        if (depth > HTTP_LIMITS.jsonDepthMax) return true;
      } else if (bracket === CLOSING) depth -= 1;
    }
  }
  return false;
}

/** Where the text that begins at a quotation mark has its second one. */
function endOfText(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let at = start + 1;
  while (at < length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
