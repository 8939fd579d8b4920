import { type Day, dayNumber, parseIsoDay } from "../../core/calendar/day.ts";
import { byDaysOfStay } from "../../pricing/claim-fields.ts";
import type { RateLookup } from "../../pricing/lookup.ts";

// The length of a stay by its dates, for claims in X12 and for tables.

export const LENGTH_OF_STAY = "length_of_stay";
const ADMIT_DATE = "admit_date";
const DISCHARGE_DATE = "discharge_date";

/** The days of a stay that are no parameters, in words. */
export const OTHER_DAYS_OF_STAY: Readonly<Record<string, string>> = {
  [ADMIT_DATE]: "The admission day. With the discharge date it gives the length of stay, where no column has it.",
  [DISCHARGE_DATE]: "The discharge day. With the admission date it gives the length of stay, where no column has it.",
};

/**
 * The day of a stay that is no parameter and gives the length of the stay beside the day that is one. Null where the state's length
 * of stay is no count between dates: Georgia's are the covered days (ga 5.3).
 */
export function otherDayOfStay({ claimFields, dayParameter }: RateLookup): string | null {
  const length = claimFields.get(LENGTH_OF_STAY);
  if (length === undefined || byDaysOfStay(length, 1) === "") return null;
  if (dayParameter === ADMIT_DATE) return DISCHARGE_DATE;
  return dayParameter === DISCHARGE_DATE ? ADMIT_DATE : null;
}

/** Of two days of a stay the one of the admission first. */
export function inOrderOfStay<Column extends { readonly name: string }>(
  one: Column,
  other: Column,
): { readonly admitted: Column; readonly discharged: Column } {
  return one.name === ADMIT_DATE ? { admitted: one, discharged: other } : { admitted: other, discharged: one };
}

/** Admitted and discharged on one day is a stay of one day; otherwise the day of discharge does not count. */
export function daysStayed(admitted: string, discharged: string): number | null {
  const days = daysBetween(admitted, discharged);
  return days === null ? null : Math.max(days, 1);
}

/** An interim bill covers its own days, the last among them: the patient stays on. */
export function daysBilled(from: string, through: string): number | null {
  const days = daysBetween(from, through);
  return days === null ? null : days + 1;
}

/** Null where one of them is no day or they are in the wrong order. */
function daysBetween(from: string, to: string): number | null {
  const [first, last]: readonly (Day | null)[] = [parseIsoDay(from), parseIsoDay(to)];
  if (first == null || last == null || last < first) return null;
  return dayNumber(last) - dayNumber(first);
}
