import { refuseNoFile, unreadable } from "../../core/files/reading.ts";
import { failure } from "../../core/runtime/failure.ts";
import { BYTE_ORDER_MARK, COMMA } from "../../core/text/csv.ts";
import { grouped } from "../../core/text/plural.ts";
import { allBytes, type ByteSource, fileBytes, firstBytes } from "../../imports/sources/bytes.ts";
import type { SourceRow } from "../../imports/sources/row.ts";
import { delimitedSource } from "../../imports/sources/text.ts";
import { pricedDayIn } from "../template.ts";
import type { PublishedFile } from "./charge.ts";
import { templateJsonFile } from "./json.ts";
import { type ChargeReader, generalFacts, tableReader, templateReader } from "./rows.ts";

/** JSON is parsed as a whole, in some five times its size of memory. */
const JSON_BYTES_MAX = 200 * 1024 * 1024;
/** A CSV is read row by row, so time is its limit: some minutes. */
const CSV_BYTES_MAX = 8 * 1024 * 1024 * 1024;
/** The template has its headings in the third row; a table may have titles above them. */
const HEADING_ROWS_MAX = 10;
/** Enough to see whether a file is JSON. */
const HEAD_BYTES = 1024;

/** How workbooks begin: zip archives (.xlsx), and the older .xls. */
const PACKED = [Buffer.from("PK\u0003\u0004", "latin1"), Buffer.from("d0cf11e0", "hex")];

const NOT_READ =
  "Workbooks (.xlsx, .xls) and zip archives are not read: save the sheet as CSV, or unpack the archive, and check that file.";

/** Opens a hospital's published file: the template of CMS as tall or wide CSV or JSON, or a plain table. */
export async function openPublished(path: string, columns: readonly string[]): Promise<PublishedFile> {
  refuseNoFile(path);
  try {
    const source = await fileBytes(path);
    const first = await firstBytes(source, HEAD_BYTES);
    if (PACKED.some((start) => first.subarray(0, start.length).equals(start))) throw failure(NOT_READ);
    const head = first.toString("utf8").replace(BYTE_ORDER_MARK, "").trimStart();
    if (head === "" && source.bytes <= HEAD_BYTES)
      throw failure(`${path} is empty. Name the file that the hospital publishes.`);
    return head.startsWith("{") || head.startsWith("[")
      ? templateJsonFile(await wholeText(source))
      : await csvFile(source, columns);
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function wholeText(source: ByteSource): Promise<string> {
  const bytes = await allBytes(source, JSON_BYTES_MAX);
  if (bytes === null) {
    const megabytes = grouped(JSON_BYTES_MAX / 1024 / 1024);
    throw failure(
      `The JSON is larger than ${megabytes} MB, which is the most that is read. Check the hospital's CSV instead.`,
    );
  }
  return bytes.toString("utf8").replace(BYTE_ORDER_MARK, "");
}

async function csvFile(source: ByteSource, columns: readonly string[]): Promise<PublishedFile> {
  if (source.bytes > CSV_BYTES_MAX) throw failure("The CSV is larger than 8 GB, which is the most that is read.");
  const { reader, before, line, firstRow } = await headingsOf(source, columns);
  const general = before.findIndex((cells) => cells.some((cell) => cell.trim().toLowerCase() === "hospital_name"));
  return {
    facts: {
      form: reader.form,
      pricedOn: pricedDayIn(firstRow.join(" ")),
      ...generalFacts(before[general] ?? [], before[general + 1] ?? []),
    },
    read: async (onCharge) => {
      const short: { count: number; first: number | null } = { count: 0, first: null };
      await delimitedSource(source, COMMA).read((row) => {
        if (row.number <= line || row.isBlank) return "more";
        if (row.width < reader.width) {
          short.count += 1;
          short.first ??= row.number;
        }
        reader.read(row, onCharge);
        return "more";
      });
      return short;
    },
  };
}

interface Headings {
  readonly reader: ChargeReader;
  /** The rows above the headings. */
  readonly before: readonly (readonly string[])[];
  readonly line: number;
  /** The first row under the headings; empty without one. */
  readonly firstRow: readonly string[];
}

async function headingsOf(source: ByteSource, columns: readonly string[]): Promise<Headings> {
  const before: string[][] = [];
  const found: Omit<Headings, "firstRow">[] = [];
  const firstRow: string[] = [];
  await delimitedSource(source, COMMA).read((row) => {
    const cells = cellsOf(row);
    if (found.length > 0) {
      if (row.isBlank) return "more";
      firstRow.push(...cells);
      return "enough";
    }
    const reader = templateReader(cells) ?? (isGeneral(before, cells) ? null : tableReader(cells, columns));
    if (reader === null) before.push(cells);
    else found.push({ reader, before, line: row.number });
    return reader === null && before.length >= HEADING_ROWS_MAX ? "enough" : "more";
  });
  const [headings] = found;
  if (headings === undefined) throw notRecognised(columns);
  return { ...headings, firstRow };
}

/** Whether a row is one of the template's first two, which are no headings of a table. */
function isGeneral(before: readonly (readonly string[])[], cells: readonly string[]): boolean {
  const isFirst = (row: readonly string[]) => row.some((cell) => cell.trim().toLowerCase() === "hospital_name");
  return isFirst(cells) || before.some(isFirst);
}

function cellsOf(row: SourceRow): string[] {
  return Array.from({ length: row.width }, (_, place) => row.cell(place));
}

function notRecognised(columns: readonly string[]): Error {
  const what =
    "expected the template of CMS (tall or wide CSV, JSON), or a table with a column code, or apr_drg and soi, and columns of prices";
  const chosen = columns.length === 0 ? "" : `; no column is called ${columns.join(" or ")}`;
  return failure(`The headings are not recognised: ${what}${chosen}. Name the columns of prices with --column.`);
}
