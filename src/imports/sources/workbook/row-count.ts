import type { ByteSource } from "../bytes.ts";

const ROW = Buffer.from("row");
const [LESS, SLASH, COLON, GREATER, SPACE] = Buffer.from("</:> ") as unknown as [
  number,
  number,
  number,
  number,
  number,
];
/** A namespace prefix is longer nowhere; what is looked at again with the next chunk is a little more. */
const PREFIX_BYTES_MAX = 64;
const KEPT_BYTES = PREFIX_BYTES_MAX + ROW.length + 2;

/**
 * How many rows of a sheet end, counted in its bytes: parsing the XML of a large sheet would hold up its sender. Rows
 * without cells count too.
 */
export async function rowsAtMost(part: ByteSource): Promise<number> {
  let count = 0;
  let kept: Buffer = Buffer.alloc(0);
  for await (const chunk of part.chunks()) {
    const bytes = Buffer.concat([kept, chunk]);
    for (let at = bytes.indexOf(ROW); at >= 0; at = bytes.indexOf(ROW, at + ROW.length)) {
      const after = at + ROW.length;
      // What follows decides: one whose next byte was there before has been counted, the last one comes again.
      if (after >= kept.length && after < bytes.length && endsRow(bytes, at, bytes[after] as number)) count += 1;
    }
    kept = Buffer.from(bytes.subarray(-KEPT_BYTES));
  }
  return count;
}

/** Whether the name at a place is that of a closing tag: `</row>`, `</x:row >`. */
function endsRow(bytes: Buffer, at: number, next: number): boolean {
  if (next !== GREATER && next > SPACE) return false;
  if (bytes[at - 1] === SLASH) return bytes[at - 2] === LESS;
  if (bytes[at - 1] !== COLON) return false;
  const open = bytes.lastIndexOf(LESS, at);
  return open >= at - PREFIX_BYTES_MAX && bytes[open + 1] === SLASH && !bytes.subarray(open, at).includes(GREATER);
}
