import type { OutputSheet } from "../../../src/core/workbook/sheet-xml.ts";
import { writeSheets } from "../../../src/core/workbook/workbook.ts";
import { type ZipOutput, ZipWriter } from "../../../src/core/workbook/zip-writer.ts";

export const WORKBOOK_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The bytes of a workbook, made in the browser. */
export async function workbookBytes(sheets: readonly OutputSheet[]): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const output: ZipOutput = {
    write: async (bytes) => void parts.push(bytes as Uint8Array<ArrayBuffer>),
    deflated,
    checksum: crc32,
  };
  await writeSheets(new ZipWriter(output), sheets);
  return parts;
}

async function* deflated(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of bytes) pieces.push(new Uint8Array(piece));
  const packed = new Blob(pieces).stream().pipeThrough(new CompressionStream("deflate-raw"));
  yield new Uint8Array(await new Response(packed).arrayBuffer());
}

/** The polynomial of ZIP, its bits reversed. */
const POLYNOMIAL = 0xedb88320;

const CRC_OF_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** The CRC-32 of bytes after those with the CRC-32 `before`. Browsers have no function for it. */
function crc32(bytes: Uint8Array, before: number): number {
  let value = ~before;
  for (const byte of bytes) value = (CRC_OF_BYTE[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  return ~value >>> 0;
}
