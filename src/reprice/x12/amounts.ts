import { parseIsoDay } from "../../core/calendar/day.ts";
import { difference, sum, ZERO } from "../../core/money/arithmetic.ts";
import { derived, type Factor, parseFactor } from "../../core/money/factor.ts";
import { dollarText } from "../../core/money/money.ts";

/** Amounts have up to 18 digits in the guides. */
const AMOUNT_CHARACTERS_MAX = 24;

/** An amount as the standard writes it: `20`, `2.5`, `-.75`. Null where it is none. */
export function amountOf(text: string): Factor | null {
  if (text.length > AMOUNT_CHARACTERS_MAX) return null;
  return (
    parseFactor(text) ??
    parseFactor(
      text
        .replace(/^(-?)\+?\./, "$10.")
        .replace(/^\+/, "")
        .replace(/\.$/, ""),
    )
  );
}

/** An amount, or nothing where there is none: an absent amount of the standard is zero. */
export function amountOrZero(text: string): Factor {
  return amountOf(text) ?? ZERO;
}

/** The same text for equal amounts, however they are written; empty for what is none. */
export function amountKey(text: string): string {
  const amount = amountOf(text);
  return amount === null ? "" : derived(amount.units, amount.scale).text;
}

export function totalOf(amounts: Iterable<Factor>): Factor {
  let total = ZERO;
  for (const amount of amounts) total = sum(total, amount);
  return total;
}

export function plus(a: Factor, b: Factor): Factor {
  return sum(a, b);
}

export function minus(a: Factor, b: Factor): Factor {
  return difference(a, b);
}

/** With cents, as tables and summaries show dollars: `45.75`. */
export function amountText(amount: Factor): string {
  return dollarText(amount);
}

/** Amounts with cents. What is no amount stays as it is, and its line says so. */
export function dollars(amount: string): string {
  const value = amountOf(amount);
  return value === null ? amount : amountText(value);
}

/** `20260131` as `2026-01-31`. A text that is no day stays as it is, and its line is rejected for it. */
export function dayText(text: string): string {
  const iso = /^[0-9]{8}(?:[0-9]{4})?$/.test(text)
    ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`
    : text;
  return parseIsoDay(iso) === null ? text : iso;
}

/** The first and the last day of `20260131-20260203`, or one day twice. */
export function periodOf(text: string): readonly [from: string, to: string] {
  const [from = "", to = from] = text.split("-");
  return [dayText(from), dayText(to)];
}

/** Whole years between birth and a day; null where one of them is no day. */
export function ageOn(birth: string, day: string): number | null {
  const [born, on] = [parseIsoDay(birth), parseIsoDay(day)];
  if (born === null || on === null || on < born) return null;
  const years = Number(on.slice(0, 4)) - Number(born.slice(0, 4));
  return on.slice(4) < born.slice(4) ? years - 1 : years;
}
