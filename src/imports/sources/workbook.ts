import readWorkbook from "read-excel-file/node";
import { failure } from "../../reading/failure.ts";
import { allBytes, type ByteSource } from "./bytes.ts";
import { type RowSource, rowsInMemory } from "./row.ts";

/** A workbook is read whole; no fee schedule comes near this size. */
const WORKBOOK_BYTES_MAX = 64 * 1024 * 1024;

/** Spreadsheet programs show 15 digits; what a file holds beyond them is noise of binary fractions. */
const DIGITS_SHOWN = 15;

/** The sheets of a workbook, with their text as it is meant: numbers digit for digit, dates as YYYY-MM-DD. */
export async function workbookSheets(source: ByteSource): Promise<readonly RowSource[]> {
  if (source.bytes > WORKBOOK_BYTES_MAX) {
    throw failure(
      `the workbook has ${source.bytes} bytes, more than ${WORKBOOK_BYTES_MAX} bytes that can be read; save the sheet as CSV and import that`,
    );
  }
  const sheets = await sheetsOf(await allBytes(source));
  return sheets.map(({ sheet, data }) =>
    rowsInMemory(
      `sheet "${sheet}"`,
      data.map((cells) => cells.map(cellText)),
    ),
  );
}

async function sheetsOf(bytes: Buffer) {
  try {
    return await readWorkbook(bytes, { parseNumber: numberText, trim: false });
  } catch {
    throw failure("the workbook is damaged or cut off; download it again, or open it and save it as XLSX");
  }
}

/** A number as its author typed it: without exponents, and without the noise behind the digits that are shown. */
export function numberText(written: string): string {
  const value = Number(written);
  if (!Number.isFinite(value)) return written;
  if (Number.isInteger(value)) return BigInt(value).toString();
  const [digits = "", exponent] = String(Number(value.toPrecision(DIGITS_SHOWN))).split("e-");
  if (exponent === undefined) return digits;
  const [sign, plain] = digits.startsWith("-") ? ["-", digits.slice(1)] : ["", digits];
  return `${sign}0.${"0".repeat(Number(exponent) - 1)}${plain.replace(".", "")}`;
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  return String(cell).trim();
}
