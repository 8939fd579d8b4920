/** UTF-8 needs at most this many bytes for one UTF-16 unit. */
export const UTF8_BYTES_PER_UNIT_MAX = 3;

/** Up to this length, writing character by character is quicker than calling the encoder. */
const SHORT_LENGTH_MAX = 48;

const ASCII_END = 128;

/** Writes a text as UTF-8 where there is room for it; where it ends. */
export function writeUtf8(text: string, into: Buffer, at: number): number {
  if (text.length > SHORT_LENGTH_MAX) return at + into.write(text, at, "utf8");
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= ASCII_END) return at + into.write(text, at, "utf8");
    into[at + index] = code;
  }
  return at + text.length;
}
