import { type Day, parseIsoDay, yearsAfter } from "../../../src/core/calendar/day.ts";
import { countText } from "../../../src/core/text/plural.ts";
import { isFailedFormula, Refusal, withoutInvisible } from "../../../src/core/text/refusal.ts";
import { dayReader } from "../../../src/reprice/values/days.ts";
import { isRoundedBySpreadsheet } from "../../../src/reprice/values/read-value.ts";
import type { CatalogueParameter, CatalogueSetting, CatalogueState } from "../api/ready.ts";
import { refusedByLabel, withoutLabels } from "../look-up/code-labels.ts";
import { usesOf } from "../look-up/codes.ts";
import { MODIFIER } from "../look-up/modifiers.ts";
import { partsOfQuestion } from "../look-up/question-form.tsx";
import { readCode, readingText, roundedText, takesModifier, whyNoCode } from "../look-up/typed-code.ts";
import { listText } from "../words/names.ts";
import { BASKET_LIMITS, type BasketRow } from "./baskets.ts";
import { columnsOf, hasColumns, type PastedColumns, usedOf } from "./paste-columns.ts";

/*
 * Lines as people copy them from spreadsheets: codes, NPIs and days in any order, between tabs, commas, semicolons or blanks.
 * Several of them in one line make a row for each combination. A line with anything else in it is rejected: a cell that was
 * ignored might be the modifier that decides the price.
 */

/** More than a full basket of lines needs. */
export const PASTED_CHARACTERS_MAX = 200_000;

interface Place {
  readonly state: CatalogueState;
  readonly setting: CatalogueSetting;
}

interface DaysOfLines {
  /** For lines without a day, as it was typed; may be empty. */
  readonly fallback: string;
  readonly today: Day;
}

export interface RejectedLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  readonly reason: string;
}

export interface ReadLines {
  readonly rows: readonly BasketRow[];
  readonly rejected: readonly RejectedLine[];
  /** How codes were read that are written otherwise, and what was left out of them. */
  readonly notes: readonly string[];
  /** The line that was taken for headings; null: none. `columns`: null where they do not say which ones the code and the NPI are. */
  readonly headings: { readonly number: number; readonly text: string; readonly columns: PastedColumns | null } | null;
}

/** Reads pasted lines. Blank ones are skipped. `states`: those that a column of the lines may name. */
export function readPasted(
  text: string,
  place: Place,
  days: DaysOfLines,
  states: readonly CatalogueState[] = [place.state],
): ReadLines {
  const rows: BasketRow[] = [];
  const rejected: RejectedLine[] = [];
  const notes = new Set<string>();
  let headings: ReadLines["headings"] = null;
  let isFirst = true;
  for (const [index, line] of text.split(/\r\n|[\r\n]/).entries()) {
    if (line.trim() === "") continue;
    const number = index + 1;
    // Codes, NPIs and days all have a digit.
    if (isFirst && !/[0-9]/.test(line.replaceAll(NUMBERED_HEADING, ""))) {
      headings = { number, text: line, columns: columnsOf(line, place.setting) };
    } else {
      const read = rowsInColumns(line, headings?.columns ?? null, place, days, states);
      if (typeof read === "string")
        rejected.push({ number, text: headings?.columns == null ? line.trim() : line, reason: read });
      else {
        rows.push(...read.rows);
        for (const note of read.notes) notes.add(note);
      }
    }
    isFirst = false;
  }
  return { rows, rejected, notes: [...notes], headings };
}

/** `Mod 1`, `Modifier2`: the only headings with a digit. */
const NUMBERED_HEADING = /mod(?:ifier)?s? ?[1-4]/gi;

/** The rows of a line whose columns have names, or of one in which each cell speaks for itself. */
function rowsInColumns(
  line: string,
  columns: PastedColumns | null,
  place: Place,
  days: DaysOfLines,
  states: readonly CatalogueState[],
): ReturnType<typeof rowsOf> {
  if (columns === null || !hasColumns(line, columns)) return rowsOf(line, place, days);
  const used = usedOf(line, columns, place, states);
  return typeof used === "string" ? used : rowsOf(used.line, used, days);
}

/** A part of a line, with its meaning. */
type Part =
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "npi"; readonly text: string }
  | { readonly kind: "day"; readonly text: string }
  | { readonly kind: "nothing" }
  | { readonly kind: "rejected"; readonly reason: string };

/** The rows of a line, or the reason why there are none. */
function rowsOf(line: string, place: Place, days: DaysOfLines): Pick<ReadLines, "rows" | "notes"> | string {
  const { state, setting } = place;
  const { code: codeParameter, identifiers } = partsOfQuestion(setting);
  const npiParameter = identifiers.find(({ kind }) => kind === "npi");
  const plain = plainLine(line);
  const label = refusedByLabel(plain, takesModifier(setting));
  if (label !== null) return label;
  const parts = partsOf(plain, days.today);
  const refused = parts.find((part) => part.kind === "rejected");
  if (refused !== undefined) return refused.reason;
  const textsOf = (kind: "code" | "npi" | "day") => [
    ...new Set(parts.flatMap((part) => (part.kind === kind ? [part.text] : []))),
  ];
  const [codes, npis] = [textsOf("code"), textsOf("npi")];
  const foundDays = textsOf("day");
  const unread = foundDays.length === 0 ? numberOfDay(codes, days.today) : null;
  if (unread !== null) return unread;
  const day = dayOfLine(foundDays, days);
  if (typeof day === "string") return day;
  if (codes.length === 0 && (codeParameter === null || codeParameter.required)) return "There is no code.";
  if (npis.length === 0 || npiParameter === undefined) return "There is no NPI.";
  const mixed = mixedLengths(codes) ?? whyNoCode(codes, takesModifier(setting));
  if (mixed !== null) return mixed;
  const read = (codes.length === 0 ? [null] : codes).map((code) => codeFields(code, codeParameter, place));
  const wrong = read.find((each) => typeof each === "string");
  if (wrong !== undefined) return wrong;
  const count = read.length * npis.length * day.length;
  if (count > BASKET_LIMITS.rows) {
    return `This line has ${countText(count, "combination")} of codes, NPIs and days. A basket has at most ${countText(BASKET_LIMITS.rows, "row")}.`;
  }
  const priced = read.filter((each) => typeof each !== "string");
  const rows = priced.flatMap(({ fields }) =>
    npis.flatMap((npi) =>
      day.map((each) => ({
        state: state.code,
        setting: setting.setting,
        fields: { ...fields, [npiParameter.name]: npi, [setting.day_parameter]: each },
      })),
    ),
  );
  return { rows, notes: priced.flatMap(({ notes }) => notes) };
}

/** The days of a line, or the one that was entered for lines without. */
function dayOfLine(found: readonly string[], { fallback, today }: DaysOfLines): readonly string[] | string {
  if (found.length > 0) return found;
  if (fallback.trim() === "") return "There is no day. Add it to the line, or enter a day for lines without one.";
  const read = dayReader({ today, isFrom1904: false })(fallback.trim());
  return read instanceof Refusal ? `The day for lines without one is not a day. Enter ${read.expected}.` : [read.text];
}

/** A spreadsheet copies a day as its number where the cell has no format of a day. Claims older than that are not priced. */
const YEARS_OF_NUMBERS = 5;

/** Why one of several codes of a line without a day may be its day. */
function numberOfDay(codes: readonly string[], today: Day): string | null {
  if (codes.length < 2) return null;
  const first = yearsAfter(today, -YEARS_OF_NUMBERS);
  for (const code of codes) {
    const day = FIVE_DIGITS.test(code) ? dayReader({ today, isFrom1904: false })(code) : null;
    if (day === null || day instanceof Refusal || day.text < first) continue;
    return `${code} may be the day ${day.text} as a number. Write days as 10/1/2026, and such codes in lines by themselves.`;
  }
  return null;
}

const FIVE_DIGITS = /^[0-9]{5}$/;

/** Short codes beside longer ones are probably modifiers, units or days of a stay. */
const LONG_CODE = 4;

function mixedLengths(codes: readonly string[]): string | null {
  const lengths = new Set(codes.map(({ length }) => length));
  const short = codes.find(({ length }) => length < LONG_CODE);
  if (short === undefined || lengths.size === 1) return null;
  return `${shown(short)} may be a code, a modifier or units. Write a modifier as 99213-26, and codes of different lengths in lines by themselves.`;
}

/** The parameters of a code, how it was read, and what of it was left out. */
interface CodeOfLine {
  readonly fields: Record<string, string>;
  readonly notes: readonly string[];
}

/** The parameters of a code: itself, and the modifier behind it. A text is the reason why it cannot be priced. */
function codeFields(text: string | null, parameter: CatalogueParameter | null, place: Place): CodeOfLine | string {
  if (text === null || parameter === null) return { fields: {}, notes: [] };
  const { setting, examples } = place.setting;
  const read = readCode(text, place.setting);
  if (read.kind === "choice" || read.kind === "refused") return read.why;
  const [reading] = read.kind === "codes" ? read.readings : [];
  const { pattern } = parameter.schema;
  if (reading === undefined || (typeof pattern === "string" && !new RegExp(pattern).test(reading.code))) {
    const example = examples.find(({ query }) => query[parameter.name] !== undefined)?.query[parameter.name];
    const such = example === undefined ? "" : `, such as ${example}`;
    return `${shown(text)} is not a code of ${setting} claims${such}.`;
  }
  const { code, sent, leftOut, refused } = usesOf(reading, place);
  const [first] = refused;
  if (first !== undefined) return `${first.reason} Write the code without it, or look it up by itself.`;
  if (sent.length > 1)
    return `A rate is looked up with one modifier. Write ${code} with ${listText(sent, "or")} alone.`;
  const fields = { [parameter.name]: code, ...(sent[0] === undefined ? {} : { [MODIFIER]: sent[0] }) };
  const isAsTyped = text === [code, ...reading.modifiers].join("-");
  const readAs = isAsTyped ? [] : [`${text} was read as ${readingText(reading, place.setting)}.`];
  const left = leftOut.length === 0 ? [] : [`${code}: ${leftOut.map(({ note }) => note).join(" ")}`];
  return { fields, notes: [...readAs, ...left] };
}

const TIME_OF_DAY = /(?<=[0-9])[ T][0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?: ?[AP]M)?Z?/gi;
const MONTH = "((?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*)\\.?";
/** `Oct 1, 2026`: the comma is part of the day. */
const NAMED_DAY = new RegExp(`\\b${MONTH} ([0-9]{1,2}),? +([0-9]{4})\\b`, "gi");
const DAY_AND_NAME = new RegExp(`\\b([0-9]{1,2}) ${MONTH},? ([0-9]{4})\\b`, "gi");
/** `NPI 1000 700 140`. Without the word, blanks stand between codes: two of five digits are no NPI. */
const SAID_NPI = /\bNPI\b[\s:#.]*((?:[0-9][ -]?){9}[0-9])(?![0-9])/gi;
const DASHED_NPI = /(?<![0-9-])(?:[0-9]{4}-[0-9]{3}-[0-9]{3}|[0-9]{3}-[0-9]{3}-[0-9]{4})(?![0-9-])/g;
/** `1000 700 140`: three numbers with the digits of an NPI, in a line without one. */
const SPACED_NPI = /(?<![0-9-])(?:[0-9]{4} [0-9]{3} [0-9]{3}|[0-9]{3} [0-9]{3} [0-9]{4})(?![0-9-])/;
const ANY_NPI = /(?<![0-9])[0-9]{10}(?![0-9])/;
const BETWEEN = /[\t\s,;|]+/;

/** A line with its days and NPIs each in one piece. */
function plainLine(line: string): string {
  const plain = withoutInvisible(line.replaceAll(/[\u00a0\u2007\u202f]/g, " "))
    .replaceAll(/="|["\u201c\u201d]/g, " ")
    .replaceAll(TIME_OF_DAY, "")
    .replaceAll(NAMED_DAY, "$1-$2-$3")
    .replaceAll(DAY_AND_NAME, "$1-$2-$3")
    .replaceAll(SAID_NPI, (_, digits: string) => digits.replaceAll(/[^0-9]/g, ""))
    .replaceAll(DASHED_NPI, (digits) => digits.replaceAll("-", ""));
  return ANY_NPI.test(plain) ? plain : plain.replace(SPACED_NPI, (digits) => digits.replaceAll(" ", ""));
}

function partsOf(line: string, today: Day): readonly Part[] {
  return withoutLabels(line)
    .split(BETWEEN)
    .filter((part) => part !== "")
    .map((part) => partOf(part, today));
}

const WORDS_BETWEEN = /^(?:NPI:?|and|[&+])$/i;
const NPI = /^[0-9]{10}$/;
const DIGITS = /^[0-9]+$/;
/** No code is longer; an identifier that is not an NPI is. */
const CODE = /^(?=.*[0-9])[A-Z0-9]{1,7}(?:-[A-Z0-9]{1,2})*$/i;
const CODE_DIGITS_MAX = 7;
const MONTH_ALONE = /^(?:19|20)[0-9]{2}-[0-9]{2}$/;
/** Five digits are a code, not the number of a day. */
const DAY_LIKE =
  /^(?:[0-9]{8}|[0-9]{1,4}[/-][0-9]{1,2}[/-][0-9]{1,4}|[0-9]{1,2}-?[A-Za-z]{3,9}-?[0-9]{2,4}|[A-Za-z]{3,9}-[0-9]{1,2}-[0-9]{4})$/;

/** A day without separators, or a code with a zero in front. */
const SIX_DIGITS = /^[0-9]{6}$/;

function partOf(given: string, today: Day): Part {
  const text = given.replace(/^'/, "").replace(/^([0-9]+)\.0+$/, "$1");
  if (text === "" || WORDS_BETWEEN.test(text)) return { kind: "nothing" };
  if (isFailedFormula(text)) return rejected(`${shown(text)} is a formula that failed.`);
  if (/[.+]/.test(text) && isRoundedBySpreadsheet(text)) {
    return rejected(roundedText(shown(text)));
  }
  if (MONTH_ALONE.test(text)) return rejected(`${shown(text)} is a month without a day.`);
  if (NPI.test(text)) return { kind: "npi", text };
  if (DAY_LIKE.test(text)) {
    const day = dayReader({ today, isFrom1904: false })(text);
    if (!(day instanceof Refusal)) return { kind: "day", text: day.text };
    if (/[/-]/.test(text)) return rejected(`${shown(text)} is not a day. Enter ${day.expected}.`);
  }
  const unseparated = SIX_DIGITS.test(text) ? dayReader({ today, isFrom1904: false })(text) : null;
  if (unseparated !== null && !(unseparated instanceof Refusal)) {
    return rejected(`${shown(text)} may be the day ${unseparated.text}. Write days as 10/1/2026.`);
  }
  if (DIGITS.test(text) && text.length > CODE_DIGITS_MAX) {
    return rejected(`${shown(text)} has ${countText(text.length, "digit")}; an NPI has 10.`);
  }
  if (CODE.test(text)) return { kind: "code", text: text.toUpperCase() };
  return rejected(`${shown(text)} is not a code, an NPI or a day.`);
}

function rejected(reason: string): Part {
  return { kind: "rejected", reason };
}

const SHOWN_CHARACTERS_MAX = 40;

function shown(text: string): string {
  return text.length > SHOWN_CHARACTERS_MAX ? `${text.slice(0, SHOWN_CHARACTERS_MAX)}…` : text;
}

/** Lines to try the field with, of the examples that name an NPI. */
export function exampleLines({ examples, parameters, day_parameter }: CatalogueSetting, day: string): string {
  const { code, identifiers } = partsOfQuestion({ parameters, day_parameter } as CatalogueSetting);
  const npi = identifiers.find(({ kind }) => kind === "npi");
  if (code === null || npi === undefined || parseIsoDay(day) === null) return "";
  const lines = examples.flatMap(({ query }) => {
    const [codeText, npiText] = [query[code.name], query[npi.name]];
    return codeText === undefined || npiText === undefined ? [] : [[codeText, npiText, day].join("\t")];
  });
  return lines.join("\n");
}
