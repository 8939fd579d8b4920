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
