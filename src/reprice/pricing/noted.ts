import { grouped, plural } from "../../core/text/plural.ts";
import type { WayOfReading } from "../values/read-value.ts";

/** Counts beside amounts: how cells were read, and what claim lines have that lookups do not. */
export type Noted =
  | WayOfReading
  | "dayBeforeMonth"
  | "totalsRow"
  | "strayRow"
  | "openQuote"
  | "lostZeros"
  | "idleModifiers"
  | "unknownModifiers"
  | "leftModifiers"
  | "assumedModifiers"
  | "noUnits"
  | "unitsCut"
  | "wholeLine"
  | "notCompared"
  | "noBilledAmount"
  | "billedNothing"
  | "overlookedParameter";

interface Words {
  readonly one: string;
  readonly many: string;
}

const WORDS: Readonly<Record<Noted, Words>> = {
  monthDayYear: { one: "date read as month/day/year", many: "dates read as month/day/year" },
  twoDigitYear: {
    one: "date with a year of two digits read as month/day/20..",
    many: "dates with a year of two digits read as month/day/20..",
  },
  yearFirst: { one: "date read as year, month, day", many: "dates read as year, month, day" },
  eightDigits: {
    one: "date of eight digits read as year, month, day",
    many: "dates of eight digits read as year, month, day",
  },
  sixDigits: {
    one: "date of six digits read as month, day, 20..",
    many: "dates of six digits read as month, day, 20..",
  },
  monthAlone: { one: "month read as its first day", many: "months read as their first days" },
  withTime: { one: "date read without its time of day", many: "dates read without their time of day" },
  namedMonth: { one: "date with the name of a month", many: "dates with the name of a month" },
  dayNumber: { one: "number read as the day of a spreadsheet", many: "numbers read as the days of a spreadsheet" },
  dollars: {
    one: "amount read without dollar sign or thousands separators",
    many: "amounts read without dollar sign or thousands separators",
  },
  negative: {
    one: "amount in parentheses or with a minus of its own read as negative",
    many: "amounts in parentheses or with a minus of their own read as negative",
  },
  exponent: { one: "amount read without its exponent", many: "amounts read without their exponents" },
  dash: { one: "dash read as 0.00", many: "dashes read as 0.00" },
  groupedDigits: { one: "NPI read without its dashes or blanks", many: "NPIs read without their dashes or blanks" },
  pointZero: { one: "number or code read without its .0", many: "numbers or codes read without their .0" },
  textMark: {
    one: "cell read without the mark that makes a number text",
    many: "cells read without the mark that makes a number text",
  },
  invisible: {
    one: "cell read without invisible characters",
    many: "cells read without invisible characters",
  },
  yesOrNo: { one: "yes or no read as true or false", many: "yes or no read as true or false" },
  dischargeStatus: {
    one: "discharge status read as yes or no by the state's list of statuses",
    many: "discharge statuses read as yes or no by the state's list of statuses",
  },
  daysOfStay: {
    one: "length of stay counted from the admission date to the discharge date",
    many: "lengths of stay counted from the admission date to the discharge date",
  },
  placeCode: {
    one: "place of service code read as facility or non-facility",
    many: "place of service codes read as facility or non-facility",
  },
  placeDigits: {
    one: "place of service code read with two digits",
    many: "place of service codes read with two digits",
  },
  codeModifier: {
    one: "code read apart from the modifier behind it",
    many: "codes read apart from the modifiers behind them",
  },
  severity: {
    one: "DRG joined with the severity of a column of its own",
    many: "DRGs joined with the severity of a column of its own",
  },
  drgForm: {
    one: "DRG with its severity read as 139-2 is written",
    many: "DRGs with their severities read as 139-2 is written",
  },
  nothing: { one: "cell with NULL, NONE or N/A read as empty", many: "cells with NULL, NONE or N/A read as empty" },
  dayBeforeMonth: {
    one: "date is not month/day/year, and its column may be day/month/year: then those read as month/day/year are wrong",
    many: "dates are not month/day/year, and their column may be day/month/year: then those read as month/day/year are wrong",
  },
  totalsRow: {
    one: "row without code and provider that looks like a total, skipped",
    many: "rows without code and provider that look like totals, skipped",
  },
  strayRow: {
    one: "row with nothing but a cell outside of the columns that are read, skipped",
    many: "rows with nothing but a cell outside of the columns that are read, skipped",
  },
  farCells: {
    one: "line read without what stands far to the right of the table",
    many: "lines read without what stands far to the right of the table",
  },
  paidDespiteDenial: {
    one: "line with a denial code and a payment: compared all the same",
    many: "lines with a denial code and a payment: compared all the same",
  },
  unknownDenialPaid: {
    one: "denial code that is not known on a line with a payment: compared all the same",
    many: "denial codes that are not known on lines with a payment: compared all the same",
  },
  openQuote: {
    one: "line that looks like a claim within a quoted cell, rejected with it: a quotation mark is not closed",
    many: "lines that look like claims within quoted cells, rejected with them: a quotation mark is not closed",
  },
  lostZeros: { one: "code whose lost zeros were put back", many: "codes whose lost zeros were put back" },
  idleModifiers: {
    one: "modifier that informs and changes no payment",
    many: "modifiers that inform and change no payment",
  },
  unknownModifiers: {
    one: "modifier without a published rate that is not on the national list: priced without it",
    many: "modifiers without a published rate that are not on the national list: priced without them",
  },
  leftModifiers: {
    one: "line with several modifiers that ask for a price: one of them is applied",
    many: "lines with several modifiers that ask for a price: one of them is applied",
  },
  assumedModifiers: {
    one: "line whose rate is that of a modifier that the line does not have: not compared",
    many: "lines whose rates are those of modifiers that the lines do not have: not compared",
  },
  noUnits: { one: "line without units priced as one unit", many: "lines without units priced as one unit" },
  unitsCut: { one: "line with more units than the state pays", many: "lines with more units than the state pays" },
  wholeLine: {
    one: "line whose rate is for the whole line, whatever its units",
    many: "lines whose rate is for the whole line, whatever their units",
  },
  notCompared: {
    one: "line priced and not compared, since an amount or a denial code of it cannot be read",
    many: "lines priced and not compared, since an amount or a denial code of them cannot be read",
  },
  noBilledAmount: {
    one: "line without a billed amount: expected is not limited to it",
    many: "lines without a billed amount: expected is not limited to it",
  },
  billedNothing: {
    one: "line billed at $0.00, of which no payment is expected: check that its charges are there",
    many: "lines billed at $0.00, of which no payment is expected: check that their charges are there",
  },
  overlookedParameter: {
    one: "line without a parameter that its result asks for, see its remark",
    many: "lines without a parameter that their results ask for, see their remarks",
  },
};

/** A count in words, such as "412 dates read as month/day/year". */
export function notedText(what: Noted, times: number): string {
  return `${grouped(times)} ${notedWords(what, times)}`;
}

/** The words without the count. */
export function notedWords(what: Noted, times: number): string {
  return plural(times, WORDS[what].one, WORDS[what].many);
}
