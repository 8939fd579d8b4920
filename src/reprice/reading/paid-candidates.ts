import { type Advice, COMMAND_ADVICE } from "./advice.ts";
import { heading, type InputColumns, roleByIndex } from "./input-columns.ts";

/** A heading with one of these words may be an amount that was paid. */
const PAID_WORDS = /paid|payment|pymt|pmt|remit/i;
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

/** That nothing is compared, and how it could be; null where a column says what was paid. */
export function nothingCompared(
  names: readonly string[],
  columns: InputColumns,
  { option }: Advice = COMMAND_ADVICE,
): string | null {
  if (columns.paid !== null) return null;
  const candidates = paidCandidates(names, columns).map(
    (name) => ` "${name}" may be it: ${option("compare")} "${name}".`,
  );
  return `Nothing compared: no column was taken for what was paid.${candidates.join("")}`;
}
