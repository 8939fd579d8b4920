/**
 * The encoding of a text that is not UTF-8; null if it may be UTF-8. JSON and table headers begin with two ASCII
 * characters or a byte order mark, so the position of zero bytes decides.
 */
export function otherEncoding(bytes: Uint8Array): "UTF-16" | "UTF-32" | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? "UTF-32" : "UTF-16";
  if (a === 0xfe && b === 0xff) return "UTF-16";
  if (a === 0) return b === 0 ? "UTF-32" : "UTF-16";
  if (b === 0) return c === 0 ? "UTF-32" : "UTF-16";
  return null;
}

/** UTF-8 needs at most this many bytes for one UTF-16 unit. */
export const UTF8_BYTES_PER_UNIT_MAX = 3;

/** Up to this length, writing character by character is quicker than calling the encoder. */
const SHORT_LENGTH_MAX = 48;

const ASCII_END = 128;

/** Writes a text as UTF-8; returns where it ends. The buffer must be large enough. */
export function writeUtf8(text: string, into: Buffer, at: number): number {
  if (text.length > SHORT_LENGTH_MAX) return at + into.write(text, at, "utf8");
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= ASCII_END) return at + into.write(text, at, "utf8");
    into[at + index] = code;
  }
  return at + text.length;
}

/** Whether a text has more characters (Unicode code points) than this; reads only as much as needed. */
export function isLongerThan(text: string, charactersMax: number): boolean {
  // A code point is one or two UTF-16 units, so most lengths decide without counting.
  if (text.length <= charactersMax) return false;
  return text.length > 2 * charactersMax || Array.from(text).length > charactersMax;
}
