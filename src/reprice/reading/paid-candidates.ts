import { type Advice, COMMAND_ADVICE } from "./advice.ts";
import { PAID_AMOUNT } from "./column-words.ts";
import { comparedColumn, heading, type InputColumns, roleByIndex } from "./input-columns.ts";

/** A heading with one of these words may be an amount that was paid. */
const PAID_WORDS = /paid|payment|pymt|pmt|remit|allowed/i;
/** With one of these it is about a payment and no amount of it. */
const OTHER_WORDS = /date|\bdt\b|\bby\b|status|type|method|number|\bno\b|\bid\b|name|check/i;
/** Enough to choose from. */
const CANDIDATES_MAX = 5;

/** Columns that are passed through and may be what was paid. */
export function paidCandidates(names: readonly string[], columns: InputColumns): readonly string[] {
  const roles = roleByIndex(columns);
  return names
    .filter((_, index) => !roles.has(index))
    .map(heading)
    .filter((name) => PAID_WORDS.test(name) && !OTHER_WORDS.test(name))
    .slice(0, CANDIDATES_MAX);
}

/** Which of two amounts is compared, and how the other one would be; null where the file has one of them at most. */
export function comparedOfTwo(columns: InputColumns, { option }: Advice = COMMAND_ADVICE): string | null {
  const { allowed, paid } = columns;
  if (allowed === null || paid === null) return null;
  return `Compared with ${allowed.name}, what was allowed. ${option("compare")} "${paid.name}" compares with what was paid.`;
}

/** What expected amounts are limited to; null where no column says what was billed. */
export function chargeLimitText({ billed }: InputColumns, { option }: Advice = COMMAND_ADVICE): string | null {
  if (billed === null) return null;
  return `Expected is at most what was billed (${billed.name}). ${option("no-charge-limit")} turns that off.`;
}

/** `paid` or `allowed`, as sentences about the compared amounts say it. */
export function comparedWord(columns: InputColumns): "paid" | "allowed" {
  return (comparedColumn(columns)?.role ?? PAID_AMOUNT) === PAID_AMOUNT ? "paid" : "allowed";
}

/** That nothing is compared, and how it could be; null where a column says what was paid. */
export function nothingCompared(
  names: readonly string[],
  columns: InputColumns,
  { option }: Advice = COMMAND_ADVICE,
): string | null {
  if (comparedColumn(columns) !== null) return null;
  const candidates = paidCandidates(names, columns).map(
    (name) => ` "${name}" may be it: ${option("compare")} "${name}".`,
  );
  return `Nothing compared: no column was taken for what was paid.${candidates.join("")}`;
}
