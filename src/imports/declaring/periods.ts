import type { Day } from "../../calendar/day.ts";
import type { Period } from "../../calendar/period.ts";

/** The days for which an edition speaks, by the day it is as of. */
export type EditionPeriod = (asOf: Day) => Period;

/** From its as-of day until a newer edition says otherwise. */
export const openFromAsOf: EditionPeriod = (asOf) => ({ start: asOf, end: null });

/** The state fiscal year, July 1 to June 30, of its as-of day. */
export const fiscalYearOf: EditionPeriod = (asOf) => {
  const year = Number(asOf.slice(0, 4)) - (asOf.slice(5) < "07-01" ? 1 : 0);
  return { start: `${yearText(year)}-07-01` as Day, end: `${yearText(year + 1)}-06-30` as Day };
};

function yearText(year: number): string {
  return String(year).padStart(4, "0");
}
