import { dayNumber, parseIsoDay } from "../calendar/day.ts";
import { SPREADSHEET_DAYS_BEFORE_1970 } from "../calendar/spreadsheet-days.ts";
import { type Cell, NUMERIC } from "./cell.ts";
import { STYLE_NUMBERS } from "./styles.ts";
import { xmlText } from "./xml-text.ts";

/** What a cell of every spreadsheet program can hold. */
const CHARACTERS_MAX = 32_767;
const CUT = " [cut]";

/** Spreadsheet programs keep 15 digits of a number; one with more would be another number, and stays a text. */
const DIGITS_MAX = 15;
const PLAIN_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Before March 1900 spreadsheets count a day that never was. */
const FIRST_SAFE_DAY = 61;

/** A cell as a sheet has it. Texts are written in place, so that none is ever taken for a formula, whatever it begins with. */
export function cellXml(address: string, { style, text }: Cell): string {
  const start = `<c r="${address}" s="${STYLE_NUMBERS[style]}"`;
  if (NUMERIC.has(style) && isKeptNumber(text)) return `${start}><v>${text}</v></c>`;
  const day = style === "day" ? spreadsheetDay(text) : null;
  if (day !== null) return `${start}><v>${day}</v></c>`;
  const kept = text.length <= CHARACTERS_MAX ? text : `${text.slice(0, CHARACTERS_MAX - CUT.length)}${CUT}`;
  return `${start} t="inlineStr"><is><t xml:space="preserve">${xmlText(kept)}</t></is></c>`;
}

function isKeptNumber(text: string): boolean {
  return PLAIN_NUMBER.test(text) && text.replace(/^-?0*\.?0*|\./g, "").length <= DIGITS_MAX;
}

/** The number of a day; null for what is none, or lies before days are counted alike everywhere. */
function spreadsheetDay(text: string): number | null {
  const day = parseIsoDay(text);
  if (day === null) return null;
  const number = dayNumber(day) + SPREADSHEET_DAYS_BEFORE_1970;
  return number >= FIRST_SAFE_DAY ? number : null;
}
