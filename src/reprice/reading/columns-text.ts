import { quoted } from "../../core/text/refusal.ts";
import { type Advice, COMMAND_ADVICE } from "./advice.ts";
import { comparedColumn, guessedRoles, heading, type InputColumns, roleByIndex, saidRoles } from "./input-columns.ts";
import { saysPayment } from "./recognised-columns.ts";

/* How the columns of a file were read, in the sentences that a run begins with. */

/** The recognised columns in the order of the file: an analyst sees at once when a parameter is missing. */
export function columnsText(names: readonly string[], columns: InputColumns): string {
  const taken = saidRoles(columns);
  const read = names.flatMap((name, index) => {
    const role = taken.get(index);
    if (role === undefined) return [];
    return [`${shownAs(heading(name), role)}${columns.guessed.includes(index) ? " (guessed)" : ""}`];
  });
  const others = names.filter((_, index) => !taken.has(index)).map((name) => heading(name) || quoted(name));
  const length = lengthOfStayText(columns);
  return `Columns: ${read.join(", ")}.${length === null ? "" : ` ${length}`}${others.length > 0 ? ` Passed through: ${others.join(", ")}.` : ""}`;
}

/** How the length of stay is counted; null where it is not counted by dates. */
export function lengthOfStayText({ stay }: InputColumns): string | null {
  return stay === null ? null : `Length of stay, from ${stay.admitted.heading} and ${stay.discharged.heading}.`;
}

function shownAs(name: string, role: string): string {
  return name === role ? name : `${name} = ${role}`;
}

/** The guesses and how to confirm them; null when there are none. */
export function guessedText(
  names: readonly string[],
  columns: InputColumns,
  { columnsAre }: Advice = COMMAND_ADVICE,
): string | null {
  const roles = guessedRoles(names, columns);
  if (roles.size === 0) return null;
  const guesses = [...roles].map(([name, role]) => `${quoted(name)} is ${role}`).join(", ");
  return `Guessed by values and words of headings: ${guesses}. If that is right, say so with ${columnsAre(roles)}; if not, correct it there.`;
}

/** Which of two amounts is compared, and how to compare the other one; null when the file has at most one. */
export function comparedOfTwo(columns: InputColumns, { option }: Advice = COMMAND_ADVICE): string | null {
  const { allowed, paid } = columns;
  if (allowed === null || paid === null) return null;
  return `Compared with ${allowed.name}, what was allowed. ${option("compare")} "${paid.name}" compares with what was paid.`;
}

/** The limit on expected amounts; null when no column has the billed amount. */
export function chargeLimitText({ billed }: InputColumns, { option }: Advice = COMMAND_ADVICE): string | null {
  if (billed === null) return null;
  return `Expected is at most what was billed (${billed.name}). Turn that off with ${option("no-charge-limit")}.`;
}

/** Says that nothing is compared, and how to change that; null when a column has the paid amount. */
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

const CANDIDATES_MAX = 5;

/** Columns without a role that may be the paid amount. */
export function paidCandidates(names: readonly string[], columns: InputColumns): readonly string[] {
  const roles = roleByIndex(columns);
  return names
    .filter((_, index) => !roles.has(index))
    .map(heading)
    .filter(saysPayment)
    .slice(0, CANDIDATES_MAX);
}
