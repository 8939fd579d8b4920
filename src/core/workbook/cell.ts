import { dayNumber, parseIsoDay, SPREADSHEET_DAYS_BEFORE_1970 } from "../calendar/day.ts";

/** How a cell is shown; `FORMATS` has the format of each. */
export type CellStyle =
  | "title"
  | "note"
  | "heading"
  | "text"
  | "wrapped"
  | "money"
  | "rate"
  | "figure"
  | "number"
  | "count"
  | "day"
  | "month"
  | "link"
  | "warning"
  | "strong"
  | "strongMoney"
  | "strongCount"
  | "total"
  | "totalMoney"
  | "totalCount";

/** A cell: a text and its style. A text that is no number or day stays a text. */
export interface Cell {
  readonly style: CellStyle;
  readonly text: string;
  /** Written by us alone, never taken from data: the program computes it again; `text` is its value until then. */
  readonly formula?: string;
  /** The columns that the cell covers, if more than one. */
  readonly span?: number;
}

export type Row = readonly (Cell | null)[];

export function cell(style: CellStyle, text: string | null): Cell | null {
  return text === null || text === "" ? null : { style, text };
}

const NUMERIC: ReadonlySet<CellStyle> = new Set([
  ...(["money", "rate", "figure", "number", "count"] as const),
  ...(["strongMoney", "strongCount", "totalMoney", "totalCount"] as const),
]);

const DAYS: ReadonlySet<CellStyle> = new Set(["day", "month"]);

/** The limit of spreadsheet programs. */
const CHARACTERS_MAX = 32_767;
const CUT = " [cut]";

/** Spreadsheet programs keep 15 digits of a number; one with more would be another number, and stays a text. */
const DIGITS_MAX = 15;
const PLAIN_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Spreadsheets count February 29, 1900, which did not exist; days are safe from here on. */
const FIRST_SAFE_DAY = 61;

/** The XML of a cell. Texts are inline strings, so that none is read as a formula. */
export function cellXml(address: string, { style, text, formula }: Cell): string {
  const start = `<c r="${address}" s="${STYLE_NUMBERS[style]}"`;
  if (formula !== undefined) return `${start}${formulaXml(formula, style, text)}</c>`;
  if (NUMERIC.has(style) && isKeptNumber(text)) return `${start}><v>${text}</v></c>`;
  const day = DAYS.has(style) ? spreadsheetDay(text) : null;
  if (day !== null) return `${start}><v>${day}</v></c>`;
  const kept = text.length <= CHARACTERS_MAX ? text : `${text.slice(0, CHARACTERS_MAX - CUT.length)}${CUT}`;
  return `${start} t="inlineStr"><is><t xml:space="preserve">${xmlText(kept)}</t></is></c>`;
}

function formulaXml(formula: string, style: CellStyle, text: string): string {
  return `${NUMERIC.has(style) ? "" : ' t="str"'}><f>${xmlText(formula)}</f><v>${xmlText(text)}</v>`;
}

function isKeptNumber(text: string): boolean {
  if (!PLAIN_NUMBER.test(text)) return false;
  return text.length <= DIGITS_MAX || text.replace(/^-?0*\.?0*|\./g, "").length <= DIGITS_MAX;
}

/** The number of a day; null for other texts, and for days before `FIRST_SAFE_DAY`. */
function spreadsheetDay(text: string): number | null {
  const day = parseIsoDay(text);
  if (day === null) return null;
  const number = dayNumber(day) + SPREADSHEET_DAYS_BEFORE_1970;
  return number >= FIRST_SAFE_DAY ? number : null;
}

const FONTS = {
  plain: '<sz val="10"/><name val="Calibri"/><family val="2"/>',
  bold: '<b/><sz val="10"/><name val="Calibri"/><family val="2"/>',
  title: '<b/><sz val="15"/><color rgb="FF1F3A5F"/><name val="Calibri"/><family val="2"/>',
  note: '<i/><sz val="10"/><color rgb="FF595959"/><name val="Calibri"/><family val="2"/>',
  heading: '<b/><sz val="10"/><color rgb="FFFFFFFF"/><name val="Calibri"/><family val="2"/>',
  link: '<u/><sz val="10"/><color rgb="FF0563C1"/><name val="Calibri"/><family val="2"/>',
} as const;

/** The first two are prescribed. */
const FILLS = {
  none: '<patternFill patternType="none"/>',
  prescribed: '<patternFill patternType="gray125"/>',
  heading: '<patternFill patternType="solid"><fgColor rgb="FF1F3A5F"/><bgColor indexed="64"/></patternFill>',
  warning: '<patternFill patternType="solid"><fgColor rgb="FFFFE8B3"/><bgColor indexed="64"/></patternFill>',
} as const;

const BORDERS = {
  none: "<left/><right/><top/><bottom/><diagonal/>",
  above: '<left/><right/><top style="thin"><color rgb="FF1F3A5F"/></top><bottom/><diagonal/>',
} as const;

/** Numbers of formats of our own begin here; those below are built in. */
const OWN_FORMATS_START = 164;
const OWN_FORMATS = [
  '"$"#,##0.00;[Red]-"$"#,##0.00',
  '"$"#,##0.00######;[Red]-"$"#,##0.00######',
  "#,##0.00######;[Red]-#,##0.00######",
  "#,##0",
  "mmm d, yyyy",
  "mmm yyyy",
] as const;
const GENERAL = 0;
const TEXT = 49;

interface Format {
  readonly font: keyof typeof FONTS;
  readonly fill?: keyof typeof FILLS;
  readonly border?: keyof typeof BORDERS;
  readonly format: number;
  readonly alignment?: string;
}

const [MONEY, RATE, FIGURE, COUNT, DAY, MONTH] = OWN_FORMATS.map((_, place) => OWN_FORMATS_START + place) as [
  number,
  number,
  number,
  number,
  number,
  number,
];
const TOP = 'vertical="top"';
/** Space between texts and numbers. */
const LEFT = `${TOP} horizontal="left" indent="1"`;

/** What each style looks like, in the order of their numbers; 0 is that of cells without a style. */
const FORMATS: Readonly<Record<"default" | CellStyle, Format>> = {
  default: { font: "plain", format: GENERAL },
  title: { font: "title", format: GENERAL },
  note: { font: "note", format: GENERAL },
  heading: {
    font: "heading",
    fill: "heading",
    format: GENERAL,
    alignment: 'vertical="center" horizontal="center" wrapText="1"',
  },
  text: { font: "plain", format: TEXT, alignment: LEFT },
  wrapped: { font: "plain", format: GENERAL, alignment: `${LEFT} wrapText="1"` },
  money: { font: "plain", format: MONEY, alignment: TOP },
  rate: { font: "plain", format: RATE, alignment: TOP },
  figure: { font: "plain", format: FIGURE, alignment: TOP },
  number: { font: "plain", format: GENERAL, alignment: TOP },
  count: { font: "plain", format: COUNT, alignment: TOP },
  day: { font: "plain", format: DAY, alignment: LEFT },
  month: { font: "plain", format: MONTH, alignment: LEFT },
  link: { font: "link", format: GENERAL, alignment: LEFT },
  warning: { font: "bold", fill: "warning", format: GENERAL, alignment: `${LEFT} wrapText="1"` },
  strong: { font: "bold", format: GENERAL, alignment: LEFT },
  strongMoney: { font: "bold", format: MONEY, alignment: TOP },
  strongCount: { font: "bold", format: COUNT, alignment: TOP },
  total: { font: "bold", border: "above", format: GENERAL, alignment: LEFT },
  totalMoney: { font: "bold", border: "above", format: MONEY, alignment: TOP },
  totalCount: { font: "bold", border: "above", format: COUNT, alignment: TOP },
};

const STYLE_NUMBERS = Object.fromEntries(Object.keys(FORMATS).map((name, number) => [name, number])) as Readonly<
  Record<CellStyle, number>
>;

export function stylesXml(): string {
  const own = OWN_FORMATS.map(
    (code, place) => `<numFmt numFmtId="${OWN_FORMATS_START + place}" formatCode="${xmlText(code)}"/>`,
  );
  const fonts = Object.values(FONTS).map((font) => `<font>${font}</font>`);
  const fills = Object.values(FILLS).map((fill) => `<fill>${fill}</fill>`);
  const borders = Object.values(BORDERS).map((border) => `<border>${border}</border>`);
  const formats = Object.values(FORMATS).map(formatXml);
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    listed("numFmts", own),
    listed("fonts", fonts),
    listed("fills", fills),
    listed("borders", borders),
    listed("cellStyleXfs", ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
    listed("cellXfs", formats),
    listed("cellStyles", ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
    "</styleSheet>",
  ].join("");
}

function listed(name: string, entries: readonly string[]): string {
  return `<${name} count="${entries.length}">${entries.join("")}</${name}>`;
}

function formatXml({ font, fill = "none", border = "none", format, alignment }: Format): string {
  const fontId = Object.keys(FONTS).indexOf(font);
  const fillId = Object.keys(FILLS).indexOf(fill);
  const borderId = Object.keys(BORDERS).indexOf(border);
  const applied = `numFmtId="${format}" fontId="${fontId}" fillId="${fillId}" borderId="${borderId}" xfId="0"`;
  const flags = 'applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"';
  if (alignment === undefined) return `<xf ${applied} ${flags}/>`;
  return `<xf ${applied} ${flags} applyAlignment="1"><alignment ${alignment}/></xf>`;
}

/** What XML cannot hold at all, not even escaped: anything but printable characters, tabs and line ends. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ufffd]/g;
const REPLACEMENT = "\ufffd";

/** Spreadsheet programs read `_x0041_` in a text as a letter; such a text keeps its form when its first sign is written so. */
const LOOKS_ESCAPED = /_(?=x[0-9a-f]{4}_)/gi;
const NEEDS_WORK = /[&<>"\r_\ufffe\uffff\ud800-\udfff]|[^\n\t\u0020-\uffff]/;

/** A text as XML carries it, in an element or in quotes. */
export function xmlText(text: string): string {
  if (!NEEDS_WORK.test(text)) return text;
  // Halves of surrogate pairs become the replacement character, too.
  return text
    .toWellFormed()
    .replace(LOOKS_ESCAPED, "_x005F_")
    .replace(NOT_IN_XML, REPLACEMENT)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;");
}
