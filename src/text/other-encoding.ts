/**
 * The name of the encoding of a text that is not UTF-8; null when it may be. JSON and the header of a table begin with two
 * ASCII characters, or with a mark of the byte order before: where the first zero bytes stand tells the rest.
 */
export function otherEncoding(bytes: Uint8Array): "UTF-16" | "UTF-32" | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? "UTF-32" : "UTF-16";
  if (a === 0xfe && b === 0xff) return "UTF-16";
  if (a === 0) return b === 0 ? "UTF-32" : "UTF-16";
  if (b === 0) return c === 0 ? "UTF-32" : "UTF-16";
  return null;
}
