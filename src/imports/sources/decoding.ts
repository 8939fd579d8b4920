import { isUtf8 } from "node:buffer";

const ASCII_END = 128;
const SPACE = 32;
const WINDOWS = new TextDecoder("windows-1252");

/** The text of some bytes, UTF-8 or Windows-1252, whichever they are. */
export function decoded(bytes: Buffer, start: number, end: number): string {
  for (let at = start; at < end; at += 1) {
    if ((bytes[at] as number) >= ASCII_END) return decodedBeyondAscii(bytes.subarray(start, end));
  }
  // Codes of one or two characters, the cells that most rows are judged by, are texts that Node has already.
  if (end - start === 1) return String.fromCharCode(bytes[start] as number);
  if (end - start === 2) return String.fromCharCode(bytes[start] as number, bytes[start + 1] as number);
  return bytes.toString("latin1", start, end);
}

function decodedBeyondAscii(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString("utf8") : WINDOWS.decode(bytes);
}

/** The same without the white space around it. */
export function decodedTrimmed(bytes: Buffer, start: number, end: number): string {
  let first = start;
  let last = end;
  while (first < last && (bytes[first] as number) <= SPACE) first += 1;
  while (last > first && (bytes[last - 1] as number) <= SPACE) last -= 1;
  // White space beyond ASCII, such as a no-break space, is left for the text to trim.
  return decoded(bytes, first, last).trim();
}
