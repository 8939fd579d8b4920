import { failure } from "../../runtime/failure.ts";
import { allBytes, type ByteSource } from "./bytes.ts";
import type { RowSource } from "./row.ts";
import { workbookContents } from "./workbook/contents.ts";
import { FurtherElements } from "./workbook/elements.ts";
import { sharedTexts } from "./workbook/shared-texts.ts";
import { sheetSource } from "./workbook/sheet.ts";
import { dateStyles } from "./workbook/styles.ts";
import { workbookMembers } from "./zip-archive.ts";

/** The packed bytes are in memory while a workbook is read; no fee schedule comes near this size. */
const PACKED_BYTES_MAX = 64 * 1024 * 1024;
/** A sheet of ten million cells, more than any publication has, unpacks to half of it; a ZIP bomb to a thousandfold. */
const UNPACKED_BYTES_MAX = 1024 * 1024 * 1024;

const REMEDY = "save the sheet as CSV and use that";

/** The sheets of a workbook; `watched` tells how far the reading of a source has come. */
export async function workbookSheets(
  source: ByteSource,
  watched: (source: ByteSource) => ByteSource,
): Promise<readonly RowSource[]> {
  const bytes = await allBytes(watched(source), PACKED_BYTES_MAX);
  if (bytes === null) throw failure(`the workbook has more than ${PACKED_BYTES_MAX} bytes; ${REMEDY}`);
  const members = await workbookMembers(bytes);
  const unpackedBytes = members.reduce((sum, member) => sum + member.bytes, 0);
  if (unpackedBytes > UNPACKED_BYTES_MAX) {
    throw failure(`the workbook unpacks to ${unpackedBytes} bytes, more than ${UNPACKED_BYTES_MAX}; ${REMEDY}`);
  }
  const elements = new FurtherElements();
  const contents = await workbookContents(members.map(watched), elements);
  const legend = {
    sharedTexts: await sharedTexts(contents.sharedTexts, elements),
    isDateStyle: await dateStyles(contents.styles, elements),
    isFrom1904: contents.isFrom1904,
  };
  return contents.sheets.map(({ name, part, isHidden }) => ({
    ...sheetSource(name, part, legend, elements),
    isHidden,
  }));
}
