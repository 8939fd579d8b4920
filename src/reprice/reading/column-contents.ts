import { parseIsoDay } from "../../core/calendar/day.ts";
import { compare, ZERO } from "../../core/money/arithmetic.ts";
import { parseFactor } from "../../core/money/factor.ts";
import { isSliceOver, nextSlice } from "../../core/runtime/scheduler.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { hasCheckDigit } from "../../pricing/request/kinds.ts";
import { type PaymentSigns, readAmount } from "../values/amounts.ts";
import { isSurelyMonthFirst, readDay } from "../values/days.ts";
import { readDenial } from "../values/denial-codes.ts";
import { modifierMeaning, modifiersOf } from "../values/modifiers.ts";
import { stateIn } from "../values/payer-state.ts";
import { saysNothing, trimmedFor, type ValueReader } from "../values/read-value.ts";

/** Forms that the values of a column can have; most columns fit several. */
export type Form =
  | "npi"
  | "tenDigits"
  | "procedure"
  | "drg"
  | "drgDigits"
  | "day"
  | "dayDigits"
  | "month"
  | "place"
  | "dollars"
  | "amount"
  | "negative"
  | "whole"
  | "number"
  | "modifier"
  | "twoCharacters"
  | "twoDigits"
  | "state"
  | "denial";

/** What a column seems to hold, by its first values. */
export interface ColumnContents {
  /** Cells seen that are not empty. */
  readonly filled: number;
  readonly distinct: number;
  /** Whether a date among them can only be month/day/year. */
  readonly isMonthFirst: boolean;
  /** The forms of nearly all of its values. */
  readonly forms: ReadonlySet<Form>;
  /** Whether a procedure code among them has a letter, unlike a number. */
  readonly hasLetters: boolean;
  /** Whether a number among them is more than one. */
  readonly hasMany: boolean;
  /** Whether an amount among them has cents or a dollar sign, unlike a count. */
  readonly hasCents: boolean;
  /** Its amounts above and below zero. */
  readonly signs: PaymentSigns;
  /** Whether a modifier among them has a letter, unlike places and statuses. */
  readonly hasLetteredModifier: boolean;
  /** Its first different values as they stand in the file, for the client that sent them: they may be a patient's. */
  readonly samples: readonly string[];
}

const TEN_DIGITS = /^[12][0-9]{9}$/;
const PROCEDURE = /^(?:[0-9]{5}|[0-9]{4}[A-Z]|[A-Z][0-9]{4})(?:-[A-Z0-9]{2})?$/i;
const DRG = /^[0-9]{3}-[0-4]$/;
const DRG_DIGITS = /^(?:APR[- ]?(?:DRG)?[- ]?)?[0-9]{1,4}(?:[-/][0-4])?$/i;
/** Many kinds of numbers look like this: day numbers of a spreadsheet, and month, day and year without separators. */
const DAY_DIGITS = /^[0-9]{5,6}(?:\.0+)?$/;
const PLACE = /^(?:[0-9]{2}|facility|non_facility)$/i;
const DOLLARS = /\$|\.[0-9]{2}\)?$/;
const CENTS = /\$|\.(?:[0-9]*[1-9][0-9]*|[0-9]{2})\)?$/;
const WHOLE = /^[0-9]+(?:\.0+)?$/;
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;

const isDay = (text: string) => !(readDay(text) instanceof Refusal);

const FORMS: Readonly<Record<Form, (text: string) => boolean>> = {
  npi: (text) => TEN_DIGITS.test(text) && hasCheckDigit(text),
  tenDigits: (text) => TEN_DIGITS.test(text),
  procedure: (text) => PROCEDURE.test(text),
  drg: (text) => DRG.test(text),
  drgDigits: (text) => DRG_DIGITS.test(text),
  day: (text) => !DAY_DIGITS.test(text) && isDay(text) && !isMonth(text),
  dayDigits: (text) => DAY_DIGITS.test(text) && isDay(text),
  month: isMonth,
  place: (text) => PLACE.test(text),
  dollars: (text) => DOLLARS.test(text) && isAmount(text),
  amount: isAmount,
  negative: (text) => compare(parseFactor(amountIn(text)) ?? ZERO, ZERO) < 0,
  whole: (text) => WHOLE.test(text),
  number: (text) => NUMBER.test(text),
  modifier: isModifiers,
  twoCharacters: (text) => /^[A-Z0-9]{2}$/i.test(text),
  twoDigits: (text) => /^[0-9]{1,2}$/.test(text),
  state: (text) => stateIn(text) !== null,
  denial: (text) => !(readDenial(text) instanceof Refusal),
};

/** Whether a cell has modifiers of the national list and nothing else. */
function isModifiers(text: string): boolean {
  if (!/^[A-Z0-9]{2}(?:[ ,;|/]*[A-Z0-9]{2})*$/i.test(text)) return false;
  const all = modifiersOf([text]);
  return !(all instanceof Refusal) && all.length > 0 && all.every((each) => modifierMeaning(each) !== null);
}

function isMonth(text: string): boolean {
  return /^[0-9]{4}-[0-9]{2}$/.test(text) && parseIsoDay(`${text}-01`) !== null;
}

function amountIn(text: string): string {
  const amount = readAmount(text);
  return amount instanceof Refusal ? "" : amount.text;
}

function isAmount(text: string): boolean {
  return amountIn(text) !== "";
}

/** A total below the table or one typing error does not change a column: one value of three or more, and one in ten. */
function misfitsAllowed(filled: number): number {
  return Math.max(filled >= 3 ? 1 : 0, Math.floor(filled / 10));
}

/** A cell without the marks of spreadsheets; empty if it holds nothing or is too long for a value. */
const plain: ValueReader = trimmedFor((text) => ({ text, way: null }));

/** What columns seem to hold, found in slices; lines with another number of cells are skipped. */
export async function contentsOf(
  lines: readonly (readonly string[])[],
  columns: number,
): Promise<readonly ColumnContents[]> {
  const whole = lines.filter((cells) => cells.length === columns);
  const contents: ColumnContents[] = [];
  for (let column = 0; column < columns; column += 1) {
    if (isSliceOver()) await nextSlice();
    contents.push(contentOf(whole.map((cells) => cells[column] as string)));
  }
  return contents;
}

function contentOf(cells: readonly string[]): ColumnContents {
  const texts = cells.map(valueIn).filter((text) => text !== "");
  const misfitsMax = misfitsAllowed(texts.length);
  const fits = (form: Form) => texts.filter((text) => !FORMS[form](text)).length <= misfitsMax;
  const forms = texts.length === 0 ? [] : (Object.keys(FORMS) as Form[]).filter(fits);
  return {
    filled: texts.length,
    distinct: new Set(texts).size,
    isMonthFirst: texts.some(isSurelyMonthFirst),
    forms: new Set(forms),
    hasLetters: texts.some((text) => PROCEDURE.test(text) && /[A-Z]/i.test(text.slice(0, 5))),
    hasCents: texts.some((text) => CENTS.test(text) && isAmount(text)),
    signs: signsOf(texts),
    hasMany: texts.some((text) => NUMBER.test(text) && Number(text) > 1),
    hasLetteredModifier: texts.some((text) => /[A-Z]/i.test(text) && isModifiers(text)),
    samples: samplesOf(cells),
  };
}

function signsOf(texts: readonly string[]): PaymentSigns {
  const sides = texts.map((text) => compare(parseFactor(amountIn(text)) ?? ZERO, ZERO));
  return { positive: sides.filter((side) => side > 0).length, negative: sides.filter((side) => side < 0).length };
}

const SAMPLES_MAX = 3;
const SAMPLE_CHARACTERS_MAX = 60;

function samplesOf(cells: readonly string[]): readonly string[] {
  const samples = new Set<string>();
  for (const cell of cells) {
    const text = cell.trim();
    if (text === "") continue;
    samples.add(text.length > SAMPLE_CHARACTERS_MAX ? `${text.slice(0, SAMPLE_CHARACTERS_MAX)}...` : text);
    if (samples.size === SAMPLES_MAX) break;
  }
  return [...samples];
}

function valueIn(cell: string): string {
  const value = plain(cell);
  if (value instanceof Refusal || saysNothing(value.text)) return "";
  return value.text.replace(/^([0-9]+)\.0+$/, (all, digits) => (digits.length >= 5 ? digits : all));
}

/** A day with its full year, with or without separators. */
const DAY_ALONE = /^(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])$/;
/** Numbers of one to three digits and years may name a column; other numbers with a severity are a DRG. */
const DRG_OF_CLAIM = /^(?!(?:19|20)[0-9]{2}$)(?:(?:APR|DRG)[- ]?(?:DRG)?[- ]?)?[0-9]{1,3}[-/]?[0-4]$/i;
const isValueAlone = (text: string) =>
  FORMS.npi(text) ||
  FORMS.dollars(text) ||
  DAY_ALONE.test(text) ||
  (/[0-9]{2}/.test(text) && FORMS.day(text)) ||
  (/[-/]|[0-9]{4}/.test(text) && DRG_OF_CLAIM.test(text));

/**
 * Whether a row of headings is a claim: a file without headings would lose its first line, and a refusal would print a
 * patient's data. An NPI, a day, a DRG or an amount is no heading of claims.
 */
export function looksLikeClaim(names: readonly string[]): boolean {
  const texts = names.map(valueIn);
  return texts.some(isValueAlone) || (texts.some(FORMS.procedure) && texts.some(FORMS.tenDigits));
}

/** The most specific form first; anything else is a text. */
const IN_WORDS: readonly (readonly [Form, string])[] = [
  ["npi", "NPIs"],
  ["tenDigits", "numbers of ten digits without the check digit of NPIs"],
  ["day", "days"],
  ["month", "months"],
  ["drg", "DRGs"],
  ["dollars", "amounts"],
  ["procedure", "codes of five characters"],
  ["whole", "whole numbers"],
  ["number", "numbers"],
  ["amount", "amounts"],
  ["state", "states"],
];

/** What a column seems to hold, in words; never a value, which may be a patient's. */
export function contentsText({ filled, forms }: ColumnContents): string {
  if (filled === 0) return "nothing in the first lines";
  const [, words = "texts"] = IN_WORDS.find(([form]) => forms.has(form)) ?? [];
  return words === "amounts" && forms.has("negative") ? "amounts below nothing" : words;
}
