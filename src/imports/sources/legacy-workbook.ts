import { failure } from "../../runtime/failure.ts";
import { allBytes, type ByteSource } from "./bytes.ts";
import { streamsOf } from "./legacy-workbook/container.ts";
import { legacyContents } from "./legacy-workbook/contents.ts";
import { isVersion8 } from "./legacy-workbook/records.ts";
import { legacySheetSource } from "./legacy-workbook/sheet.ts";
import type { RowSource } from "./row.ts";

/** It is in memory while it is read; no sheet of 65,536 rows, the most there can be, comes near this size. */
const BYTES_MAX = 64 * 1024 * 1024;

const SAVE_AS_XLSX = "open it in a spreadsheet program and save it as XLSX";

/** The sheets of a workbook in the format of Excel 97 to 2003 (.xls); `docs/decisions/legacy-workbooks.md` says why we read it ourselves. */
export async function legacyWorkbookSheets(source: ByteSource): Promise<readonly RowSource[]> {
  const bytes = await allBytes(source, BYTES_MAX);
  if (bytes === null)
    throw failure(`the workbook has more than ${BYTES_MAX} bytes; save the sheet as CSV and use that`);
  const streams = streamsOf(bytes);
  const stream = streams.get("workbook")?.();
  if (stream === undefined) throw notReadable(streams);
  if (!isVersion8(stream)) throw tooOld();
  const { sheets, legend } = legacyContents(stream);
  return sheets.map((sheet) => legacySheetSource(sheet, stream, legend));
}

function notReadable(streams: ReadonlyMap<string, unknown>): Error {
  if (streams.has("book")) return tooOld();
  if (streams.has("encryptedpackage")) {
    return failure(`the workbook is encrypted; ${SAVE_AS_XLSX} without a password`);
  }
  return failure("this is a file of an old office program, but no workbook; is it the right file?");
}

function tooOld(): Error {
  return failure(`this is a workbook of Excel 95 or older; ${SAVE_AS_XLSX}`);
}
