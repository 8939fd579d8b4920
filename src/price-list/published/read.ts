import { refuseNoFile, unreadable } from "../../core/files/reading.ts";
import { failure } from "../../core/runtime/failure.ts";
import { BYTE_ORDER_MARK, COMMA } from "../../core/text/csv.ts";
import { grouped } from "../../core/text/plural.ts";
import { allBytes, type ByteSource, fileBytes, firstBytes } from "../../imports/sources/bytes.ts";
import type { SourceRow } from "../../imports/sources/row.ts";
import { delimitedSource } from "../../imports/sources/text.ts";
import { pricedDayIn } from "../template.ts";
import { modifiersIn, type OnCharge, type PublishedCode, type PublishedFile } from "./charge.ts";
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

/** Members that we read, of whatever kind they are. */
type Members = Readonly<Record<string, unknown>>;

/** The template's JSON. Members that the template does not have are ignored, and so are the amounts of other kinds. */
function templateJsonFile(text: string): PublishedFile {
  const root = membersOf(parsed(text));
  const items = listOf(root.standard_charge_information);
  if (items.length === 0) {
    throw failure("The JSON has no standard_charge_information: expected the template of CMS for hospitals.");
  }
  const state = textOf(membersOf(root.license_information).state).toUpperCase();
  return {
    facts: {
      form: "JSON",
      hospital: textOf(root.hospital_name) || null,
      state: /^[A-Z]{2}$/.test(state) ? state : null,
      npis: listOf(root.type_2_npi).flatMap((npi) => textOf(npi).match(/[0-9]{10}/g) ?? []),
      updated: textOf(root.last_updated_on) || null,
      pricedOn: pricedDayIn(firstNotes(items)),
      version: textOf(root.version) || null,
    },
    read: async (onCharge) => {
      for (const [place, each] of items.entries()) readItem(membersOf(each), `item ${place + 1}`, onCharge);
      return { count: 0, first: null };
    },
  };
}

/** The notes of the first payer of the first charge. */
function firstNotes([item]: readonly unknown[]): string {
  const [charge] = listOf(membersOf(item).standard_charges);
  const [payer] = listOf(membersOf(charge).payers_information);
  return textOf(membersOf(payer).additional_payer_notes);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw failure(`The file is no JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function readItem(item: Members, place: string, onCharge: OnCharge): void {
  const codes = listOf(item.code_information).flatMap((each): PublishedCode[] => {
    const { code, type } = membersOf(each);
    return textOf(code) === "" ? [] : [{ code: textOf(code), type: textOf(type).toUpperCase() }];
  });
  for (const each of listOf(item.standard_charges)) {
    const charge = membersOf(each);
    const modifiers = listOf(charge.modifier_code).flatMap((modifier) => modifiersIn(textOf(modifier)));
    for (const of of listOf(charge.payers_information)) {
      const payer = membersOf(of);
      onCharge({
        place,
        description: textOf(item.description),
        codes,
        modifiers,
        setting: textOf(charge.setting).toLowerCase(),
        payer: textOf(payer.payer_name),
        plan: textOf(payer.plan_name),
        dollars: textOf(payer.standard_charge_dollar),
        percentage: textOf(payer.standard_charge_percentage),
        algorithm: textOf(payer.standard_charge_algorithm),
      });
    }
  }
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A number prints the digits that it was written with, up to fifteen of them: amounts have fewer. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
}
