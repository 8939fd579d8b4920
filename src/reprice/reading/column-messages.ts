import { didYouMean } from "../../core/text/closest.ts";
import { quoted } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { ALLOWED_AMOUNT, BILLED_AMOUNT, CHARGES, DENIAL_CODE, PAYER_STATE, UNITS } from "../values/column-names.ts";
import type { Advice } from "./advice.ts";
import { looksLikeClaim } from "./column-contents.ts";
import type { Guesses } from "./guessed-columns.ts";

/* What is said about columns that are not certain: each message names the columns, and what to say about them. */

export function doubtful(role: string, headings: readonly string[], lookup: RateLookup, { columnIs }: Advice): string {
  const [first = ""] = headings;
  if (headings.every((heading) => heading === first))
    return `There are ${headings.length} columns ${first}. Leave one of them.`;
  const help = choiceHelp(role, lookup);
  return `The columns ${headings.map(quoted).join(" and ")} could ${headings.length === 2 ? "both" : "all"} be ${role}. Say which one is with ${columnIs(first, role)}.${help === null ? "" : ` ${help}`}`;
}

const NPI = "npi";

/**
 * What the choice between columns of one role means for the rates; null where it says itself. A claim has the NPIs of several
 * providers: those of X12 files are chosen in the same way (docs/x12.md).
 */
export function choiceHelp(role: string, { setting, ratesOfProvider }: RateLookup): string | null {
  if (role !== NPI) return null;
  const whose =
    setting === "inpatient"
      ? "Choose the NPI of the hospital, most often the billing NPI."
      : "For claims of a hospital, clinic or surgical center, choose the NPI of the facility, most often the billing NPI. For claims of practitioners, choose the rendering NPI.";
  return `The rate is that of the provider in the column. ${ratesOfProvider} ${whose}`;
}

export function leftOut(heading: string, chosen: string, role: string): string {
  return `${quoted(heading)} is passed through: ${chosen === role ? "there is a column" : `${quoted(chosen)} is`} ${role}.`;
}

export function wrongDecision(
  heading: string,
  role: string,
  names: readonly string[],
  known: readonly string[],
  { option }: Advice,
): string[] {
  if (!names.includes(heading)) return [noSuchColumn(option("columns"), heading, names)];
  if (known.includes(role)) return [];
  const remedy = didYouMean(role, known, `known are ${known.join(", ")}`);
  return [`${option("columns")} says that ${quoted(heading)} is ${quoted(role)}, which no line has; ${remedy}`];
}

export function misspelt(heading: string, meant: string, { columnIs, columnIsNothing }: Advice): string {
  return `The column ${quoted(heading)} looks like ${meant}. Say so with ${columnIs(heading, meant)}, or say ${columnIsNothing(heading)} when it is something else.`;
}

/** Enough to find the one that was meant, in a message of a few lines. */
const HEADINGS_LISTED_MAX = 30;
const HEADING_CHARACTERS_LISTED_MAX = 60;

/** The names of columns in a message: a file can have thousands, each of any length. */
export function headingsListed(names: readonly string[]): string {
  const listed = names
    .slice(0, HEADINGS_LISTED_MAX)
    .map((name) =>
      name.length > HEADING_CHARACTERS_LISTED_MAX ? `${name.slice(0, HEADING_CHARACTERS_LISTED_MAX)}...` : name,
    );
  const more = names.length - listed.length;
  return `${listed.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

export function noSuchColumn(option: string, name: string, names: readonly string[]): string {
  // The cells in place of headings may be a patient's.
  if (looksLikeClaim(names)) return `There is no column ${quoted(name)} for ${option}.`;
  const remedy = didYouMean(name, names, `the columns are ${headingsListed(names)}`);
  return `There is no column ${quoted(name)} for ${option}; ${remedy}`;
}

export function addsUpClaims(heading: string, { columnIs, columnIsNothing }: Advice): string {
  return `The column ${quoted(heading)} seems to count claims: a line that adds up several of them is not one unit. Say ${columnIs(heading, UNITS)} where each counts as one, or ${columnIsNothing(heading)} where a line is one claim.`;
}

/** Hints about columns that may be one of these; `nothingCompared` has the hint about the paid amount. */
export const MAY_BE: ReadonlyMap<string, string> = new Map([
  [UNITS, "the units"],
  [ALLOWED_AMOUNT, "what was allowed"],
  ...[...CHARGES, BILLED_AMOUNT].map((role) => [role, "what was billed"] as const),
  [PAYER_STATE, "the state that pays the line"],
  [DENIAL_CODE, "why the payer denied the line"],
]);

/** Warnings about columns of days without a role: every line is then priced as of today. */
export function daysThatMayBe(
  proposals: Guesses["proposals"],
  lookup: RateLookup,
  names: readonly string[],
  { columnIs }: Advice,
): string[] {
  const isDay = (role: string) => kindOf(role, lookup) === "day";
  return [...proposals].flatMap(([role, [place = 0]]) =>
    isDay(role)
      ? [
          `${quoted(names[place] as string)} seems to hold days and is passed through. If it is ${role}, say ${columnIs(names[place] as string, role)}.`,
        ]
      : [],
  );
}

/** Hints at columns without a role that would change expected or compared amounts, or which lines are priced. */
export function amountsThatMayBe(
  { proposals, rivals }: Guesses,
  names: readonly string[],
  { columnIs }: Advice,
): string[] {
  return [...MAY_BE].flatMap(([role, meaning]) => {
    const places = rivals.get(role) ?? proposals.get(role) ?? [];
    const headings = places.map((place) => names[place] as string);
    const [first] = headings;
    if (first === undefined) return [];
    const are = headings.map(quoted).join(" or ");
    return [`${are} may be ${meaning} and is passed through. If so, say ${columnIs(first, role)}.`];
  });
}

function kindOf(role: string, { parameters }: RateLookup): string | undefined {
  return Object.entries(parameters).find(([key]) => snakeCase(key) === role)?.[1].kind;
}
