import { failure } from "../../../core/runtime/failure.ts";
import type { ByteSource } from "../bytes.ts";
import { type Attributes, damagedWorkbook, type FurtherElements, readXml } from "./xml.ts";

/** Spreadsheet programs allow some 64,000. */
const STYLES_MAX = 1 << 16;
/** Spreadsheets allow some 250; a workbook merged from many others has some thousands. */
const NUMBER_FORMATS_MAX = 10_000;
/** Spreadsheet programs allow 255. */
const FORMAT_CHARACTERS_MAX = 1_000;
/** Lower numbers are built-in formats; a file's own definitions of them are ignored. */
const OWN_FORMATS_FROM = 100;

interface CellStyle {
  readonly format: number | null;
  readonly base: number | null;
}

/** By style number: whether its cells show their number as a date. */
export async function dateStyles(part: ByteSource | undefined, elements: FurtherElements): Promise<readonly boolean[]> {
  if (part === undefined) return [];
  const further = elements.of(part);
  const dateFormats = new Map<number, boolean>();
  const bases: (number | null)[] = [];
  const styles: CellStyle[] = [];
  let formats = 0;
  let list: "cellStyleXfs" | "cellXfs" | null = null;
  await readXml(part, {
    open(name, attributes) {
      further.add({});
      if (name === "numFmt") {
        formats += 1;
        refuseTooManyFormats(formats);
        noteFormat(attributes, dateFormats);
      }
      if (name === "cellStyleXfs" || name === "cellXfs") list = name;
      else if (name === "xf" && list === "cellStyleXfs") bases.push(numberIn(attributes.numFmtId));
      else if (name === "xf" && list === "cellXfs") {
        styles.push({ format: numberIn(attributes.numFmtId), base: numberIn(attributes.xfId) });
      }
      if (bases.length + styles.length > STYLES_MAX) {
        throw damagedWorkbook(`it has more than ${STYLES_MAX} styles`);
      }
    },
    close(name) {
      if (name === list) list = null;
    },
  });
  return styles.map(({ format, base }) => {
    const used = format ?? (base === null ? null : (bases[base] ?? null));
    return used !== null && (isBuiltInDate(used) || dateFormats.get(used) === true);
  });
}

/** Duplicates count too: reading them costs the same. */
function refuseTooManyFormats(count: number): void {
  if (count <= NUMBER_FORMATS_MAX) return;
  throw failure(
    `the workbook has more than ${NUMBER_FORMATS_MAX} number formats; save the sheet as CSV, or copy its cells as values into a new workbook`,
  );
}

function noteFormat(attributes: Attributes, dateFormats: Map<number, boolean>): void {
  const { formatCode: code = "" } = attributes;
  if (code.length > FORMAT_CHARACTERS_MAX) {
    throw damagedWorkbook(`a number format has more than ${FORMAT_CHARACTERS_MAX} characters`);
  }
  const format = numberIn(attributes.numFmtId);
  if (format !== null && format >= OWN_FORMATS_FROM) dateFormats.set(format, isDateFormat(code));
}

function numberIn(text: string | undefined): number | null {
  return text === undefined || !/^\d{1,9}$/.test(text) ? null : Number(text);
}

/** Built-in date and time formats by number, including those of East Asia and Thailand. */
const BUILT_IN_DATES: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
];

/** Seconds, minutes or months, hours, halves of the day, days, years and eras, as formats write them. */
const DATE_TOKEN = /^(?:s{1,2}|m{1,5}|h{1,2}|am|pm|a|p|d{1,4}|a{3,5}|y|yy|yyyy|e|ee|eeee)$/;

export function isBuiltInDate(format: number): boolean {
  return BUILT_IN_DATES.some(([first, last]) => format >= first && format <= last);
}

/** Whether a format such as `m/d/yyyy;@` shows numbers as dates. A doubtful one does not: the number stays a number. */
export function isDateFormat(code: string): boolean {
  return code.toLowerCase().replace(/;@$/, "").replace(/\\./g, " ").split(";").some(isDateSection);
}

function isDateSection(section: string): boolean {
  const shown = section
    .replace(/"[^"]*"/g, " ")
    // Fractions of seconds, and hours beyond a day.
    .replace(/(\[?[smhd]{1,2}\]?)[.,]00?0?/g, "$1")
    .replace(/\[([smhd]{1,2})\]/g, "$1");
  const tokens = withoutBrackets(shown)
    .split(/[^a-z0#?%]+/)
    .filter((token) => token !== "");
  return tokens.length > 0 && tokens.every((token) => DATE_TOKEN.test(token));
}

/**
 * Removes colours, languages and conditions: `[Red]`, `[$-409]`, `[>100]`. A regular expression would search again from every
 * unclosed bracket, which takes quadratic time.
 */
function withoutBrackets(section: string): string {
  let kept = "";
  for (let at = 0; ; ) {
    const open = section.indexOf("[", at);
    const close = open < 0 ? -1 : section.indexOf("]", open);
    if (close < 0) return kept + section.slice(at);
    kept += section.slice(at, open);
    at = close + 1;
  }
}
