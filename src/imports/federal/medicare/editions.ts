import type { Day } from "../../../core/calendar/day.ts";
import { lastOfYear } from "../../../core/calendar/period.ts";
import { Refusal } from "../../../core/text/refusal.ts";
import type { Conversion } from "../../declaring/conversions.ts";
import type { EditionPeriod } from "../../declaring/publication.ts";

/** The conversion factor and the indices change every year, so that no edition is effective in the next one. */
export const toYearEnd: EditionPeriod = (asOf: Day) => ({ start: asOf, end: lastOfYear(asOf) });

/** The first day of a year that is printed with four digits or two. */
export function firstDayOf(year: string): string {
  return `${year.length === 2 ? `20${year}` : year}-01-01`;
}

const MONTHS = ["jan", "apr", "jul", "oct"];

/** The first day of the quarter that begins with a month. */
export function quarterDayOf(year: string, month: string): string {
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) * 3 + 1;
  return firstDayOf(year).replace("-01-01", `-${String(number).padStart(2, "0")}-01`);
}

/** Digits of a fixed number; a spreadsheet takes the zeros before them. */
export function digits(length: number): Conversion {
  const refusal = new Refusal(`${length} digits at most`);
  return (cell) => (/^[0-9]+$/.test(cell) && cell.length <= length ? cell.padStart(length, "0") : refusal);
}
