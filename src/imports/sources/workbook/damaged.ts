import { failure } from "../../../runtime/failure.ts";

/** A workbook that is not as spreadsheet programs write it. */
export function damagedWorkbook(reason: string): Error {
  return failure(
    `the workbook is damaged or cut off (${reason}); download it again, or open it in a spreadsheet program and save it as XLSX`,
  );
}
