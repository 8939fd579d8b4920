import { Refusal } from "../../core/text/refusal.ts";
import { readCode, trimmedFor } from "../values/read-value.ts";
import { type InputColumns, roleByIndex } from "./input-columns.ts";

/**
 * Headings of the number of a claim, the surest first. Whole headings and not words in them: `Account Manager` and `Invoice Month`
 * are no numbers. CCN is not among them, since it is the certification number of a hospital too.
 */
const HEADINGS: readonly (readonly string[])[] = [
  [
    "claim number",
    "claim id",
    "claim control number",
    "claim reference number",
    "medicaid claim number",
    "medicaid claim id",
  ],
  [
    ...["icn", "icn number", "claim icn", "payer icn", "medicaid icn", "internal control number"],
    ...["tcn", "tcn number", "claim tcn", "payer tcn", "medicaid tcn", "transaction control number"],
    ...["dcn", "dcn number", "claim dcn", "payer dcn", "document control number"],
    ...["payer claim number", "payer claim id", "payer claim control number"],
  ],
  ["claim"],
  [
    ...["patient control number", "pcn", "patient account number", "patient account"],
    ...[
      "account number",
      "account id",
      "account",
      "hospital account",
      "hospital account number",
      "hospital account id",
    ],
    ...["encounter number", "encounter id", "encounter", "invoice number", "invoice id", "invoice"],
  ],
];

const RANKS = HEADINGS.map((headings) => headings.map((heading) => heading.replaceAll(" ", "")));

/** Shortened words where they stand in a heading that is written together. */
const IN_FULL: readonly (readonly [RegExp, string])[] = [
  [/#/g, "number"],
  [/[^a-z0-9]/g, ""],
  [/^clm/, "claim"],
  [/^pt(?=acc|control|cntl|ctrl)/, "patient"],
  [/acct/, "account"],
  [/ctrl|cntrl|cntl|ctl/, "control"],
  [/(?:num|nbr|nr|no)$/, "number"],
  [/(?:identifier|ident)$/, "id"],
];

/** `Clm_No.` and `Claim #` are `claimnumber`. */
function inFull(heading: string): string {
  return IN_FULL.reduce((text, [shortened, full]) => text.replace(shortened, full), heading.toLowerCase());
}

/** The column with the number of the claim, by which an analyst finds a line again; null when no heading says so. */
export function claimNumberColumn(names: readonly string[], columns: InputColumns): number | null {
  const taken = roleByIndex(columns);
  const headings = names.map((name, index) => (taken.has(index) ? "" : inFull(name)));
  for (const known of RANKS) {
    const place = headings.findIndex((heading) => known.includes(heading));
    if (place >= 0) return place;
  }
  return null;
}

// Numbers of claims, as two lines of a file have to write them to be of one claim.

/** A number that a spreadsheet has rounded is that of many claims; `123.0` is 123. */
const readNumber = trimmedFor(readCode);
/** `0` and `-` stand for no number. */
const HAS_SIGN = /[1-9\p{L}]/u;
/** Words in place of a number. */
const NO_NUMBER =
  /^(?:N\.?A\.?|UNKNOWN|UNK|NIL|BLANK|EMPTY|MISSING|PENDING|TBD|(?:NOT|NONE) (?:AVAILABLE|APPLICABLE|ASSIGNED|GIVEN|KNOWN)|NO (?:CLAIM|NUMBER|CLAIM NUMBER))$/;
/** Hyphens and minus signs that texts have in place of the one on keyboards. */
const HYPHENS = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/**
 * The number of a claim: letters in any case and hyphens of any kind are the same. Zeros in front and commas are part of it:
 * `0123` and `123` may be two claims. Null for what is no number.
 */
export function claimNumberIn(cell: string): string | null {
  const read = readNumber(cell);
  if (read instanceof Refusal) return null;
  const number = read.text.toUpperCase().replace(HYPHENS, "-");
  return HAS_SIGN.test(number) && !NO_NUMBER.test(number) ? number : null;
}
