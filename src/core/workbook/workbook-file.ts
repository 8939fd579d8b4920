import type { FileHandle } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { replaceFileLater } from "../files/replace-file.ts";
import { AS_MUCH_AS_FITS, type MayWrite, unwritable } from "../files/writing.ts";
import type { OutputSheet } from "./sheet-xml.ts";
import { writeSheets } from "./workbook.ts";
import { type ZipOutput, ZipWriter } from "./zip-writer.ts";

/** Sheets are so repetitive that the fastest level packs them to a tenth; more effort takes three times as long. */
const EFFORT = 3;

/** Writes a workbook row by row; it appears under its name when it is complete. */
export async function writeWorkbook(
  path: string,
  sheets: readonly OutputSheet[],
  mayWrite: MayWrite = AS_MUCH_AS_FITS,
  newBy: string | null = null,
): Promise<void> {
  try {
    await replaceFileLater(path, (file) => writeSheets(new ZipWriter(fileOutput(file, mayWrite)), sheets), { newBy });
  } catch (error) {
    throw unwritable(path, error);
  }
}

function fileOutput(file: FileHandle, mayWrite: MayWrite): ZipOutput {
  return {
    write: async (bytes) => {
      await mayWrite(bytes.length);
      await file.writeFile(bytes);
    },
    deflated: (bytes) => {
      const packed = createDeflateRaw({ level: EFFORT });
      // An error of the rows ends the packed stream, whose reader receives it.
      pipeline(Readable.from(bytes, { objectMode: true }), packed, () => {});
      return packed;
    },
    checksum: (bytes, before) => crc32(bytes, before),
  };
}
