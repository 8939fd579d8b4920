import { refuseNoFile, unreadable } from "../core/files/reading.ts";
import { failure, reasonOf } from "../core/runtime/failure.ts";
import { BYTE_ORDER_MARK, COMMA } from "../core/text/csv.ts";
import { allBytes, type ByteSource, fileBytes, firstBytes } from "../imports/sources/bytes.ts";
import { delimitedSource } from "../imports/sources/text.ts";
import { type FileFacts, modifiersIn, type OnCharge } from "./published-charge.ts";
import { type ChargeReader, generalFacts, headingText, templateReader } from "./published-rows.ts";

/** JSON is parsed as a whole, in some five times its size of memory. */
const JSON_BYTES_MAX = 200 * 1024 * 1024;
/** The template has its headings in the third row; some files have titles above them. */
const HEADING_ROWS_MAX = 10;
/** Enough to see whether a file is JSON. */
const HEAD_BYTES = 1024;

/** A published file whose beginning was read. */
export interface PublishedFile {
  readonly facts: FileFacts;
  readonly read: (onCharge: OnCharge) => Promise<void>;
}

/** Opens a hospital's published file: the template of CMS as tall or wide CSV or as JSON. */
export async function openPublished(path: string): Promise<PublishedFile> {
  refuseNoFile(path);
  try {
    const source = await fileBytes(path);
    const head = (await firstBytes(source, HEAD_BYTES)).toString("utf8").replace(BYTE_ORDER_MARK, "").trimStart();
    return head.startsWith("{") ? await jsonFile(source) : await csvFile(source);
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function csvFile(source: ByteSource): Promise<PublishedFile> {
  const above: string[][] = [];
  const found: { readonly reader: ChargeReader; readonly line: number }[] = [];
  await delimitedSource(source, COMMA).read((row) => {
    const cells = Array.from({ length: row.width }, (_, place) => row.cell(place));
    const reader = templateReader(cells);
    if (reader === null) above.push(cells);
    else found.push({ reader, line: row.number });
    return reader === null && above.length < HEADING_ROWS_MAX ? "more" : "enough";
  });
  const [headings] = found;
  if (headings === undefined) {
    throw failure(
      "The headings are not recognised: expected the template of CMS as tall or wide CSV, or as JSON. Unpack an archive, and save a workbook as CSV.",
    );
  }
  const general = above.findIndex((cells) => cells.map(headingText).includes("hospital_name"));
  const { reader, line } = headings;
  return {
    facts: { form: reader.form, ...generalFacts(above[general] ?? [], above[general + 1] ?? []) },
    read: (onCharge) =>
      delimitedSource(source, COMMA).read((row) => {
        if (row.number > line && !row.isBlank) reader.read(row, onCharge);
        return "more";
      }),
  };
}

/** Members that are read, of whatever kind they are. */
type Members = Readonly<Record<string, unknown>>;

/** The template's JSON. Members that the template does not have are ignored, and so are amounts of other kinds. */
async function jsonFile(source: ByteSource): Promise<PublishedFile> {
  const bytes = await allBytes(source, JSON_BYTES_MAX);
  if (bytes === null) throw failure("The JSON is larger than 200 MB. Check the hospital's CSV instead.");
  const root = membersOf(parsed(bytes.toString("utf8").replace(BYTE_ORDER_MARK, "")));
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
    },
    read: async (onCharge) => {
      for (const [place, each] of items.entries()) readItem(membersOf(each), `item ${place + 1}`, onCharge);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw failure(`The file is no JSON: ${reasonOf(error)}.`);
  }
}

function readItem(item: Members, place: string, onCharge: OnCharge): void {
  const codes = listOf(item.code_information).flatMap((each) => {
    const { code, type } = membersOf(each);
    return textOf(code) === "" ? [] : [{ code: textOf(code), type: textOf(type).toUpperCase() }];
  });
  for (const charge of listOf(item.standard_charges).map(membersOf)) {
    const modifiers = listOf(charge.modifier_code).flatMap((modifier) => modifiersIn(textOf(modifier)));
    for (const payer of listOf(charge.payers_information).map(membersOf)) {
      onCharge({
        place,
        codes,
        modifiers,
        setting: textOf(charge.setting).toLowerCase(),
        payer: textOf(payer.payer_name),
        plan: textOf(payer.plan_name),
        dollars: textOf(payer.standard_charge_dollar),
        percentage: textOf(payer.standard_charge_percentage),
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
