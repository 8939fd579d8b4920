import { MODIFIER, PAID_AMOUNT, UNITS } from "../column-words.ts";
import type { ColumnContents, Form } from "./column-contents.ts";

/**
 * How likely a column is something, by the words of its heading and its values. `MAYBE` is worth a proposal and no guess: its
 * values fit, and its heading says nothing of it or speaks of something else.
 */
export type Likelihood = number;
export const MAYBE = 0.5;
const NO = 0;

type Clue = (words: ReadonlySet<string>, contents: ColumnContents) => Likelihood;

/** Enough different values to be no accident: one number in ten has the check digit of an NPI. */
const DISTINCT_MIN = 5;

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const hasAny = (words: ReadonlySet<string>, others: ReadonlySet<string>) => [...others].some((word) => words.has(word));
const isAny = ({ forms }: ColumnContents, ...wanted: readonly Form[]) => wanted.some((form) => forms.has(form));

const OTHER_PROVIDERS = set(
  "referring ordering attending operating supervising prescribing other pcp payer patient plan",
);
const PROVIDER_WORDS = set("provider rendering billing facility");
const NO_NPI = set("phone fax tax ein tin account claim icn");

const npi: Clue = (words, contents) => {
  if (!isAny(contents, "tenDigits")) return NO;
  if (hasAny(words, OTHER_PROVIDERS)) return MAYBE;
  if (words.has("npi")) return 3;
  if (hasAny(words, NO_NPI)) return NO;
  if (!isAny(contents, "npi")) return hasAny(words, PROVIDER_WORDS) ? MAYBE : NO;
  return hasAny(words, PROVIDER_WORDS) ? 2 : contents.distinct >= DISTINCT_MIN ? 1 : MAYBE;
};

const NO_PROCEDURE = set(
  "zip postal revenue diagnosis drg ndc taxonomy bill type place reason remark adjustment group status specialty account id number modifier county fips plan payer provider npi amount date patient facility eob",
);

/** With any other word a code may be one of a department, a payer or a reason. */
const BESIDE_CODE = set("code service line claim item");

const procedure: Clue = (words, contents) => {
  if (!isAny(contents, "procedure") || hasAny(words, NO_PROCEDURE)) return NO;
  if (hasAny(words, set("cpt hcpcs procedure"))) return 3;
  if (words.has("code")) return [...words].every((word) => BESIDE_CODE.has(word)) ? 2 : MAYBE;
  return contents.hasLetters && contents.distinct > 1 ? 1 : MAYBE;
};

const drg: Clue = (words, contents) => {
  if (words.has("drg"))
    return isAny(contents, "drg", "drgDigits") && !hasAny(words, set("type weight version")) ? 3 : NO;
  return isAny(contents, "drg") ? 1 : NO;
};

const NO_SERVICE_DAY = set(
  "birth death paid check transaction process processed adjudication remit admission discharge effective eligibility run report print auth authorization expiration statement bill billing coverage contract policy enrollment plan patient accident onset prior",
);

function holdsDays(words: ReadonlySet<string>, contents: ColumnContents): boolean {
  return isAny(contents, "day", "month") || (isAny(contents, "dayDigits") && words.has("date"));
}

const serviceDay: Clue = (words, contents) => {
  if (!holdsDays(words, contents)) return NO;
  if (words.has("birth") || words.has("death")) return NO;
  if (hasAny(words, NO_SERVICE_DAY) || words.has("end")) return MAYBE;
  if (words.has("service")) return words.has("from") ? 4 : 3;
  return words.has("from") ? 2 : 1;
};

/** A stay has several days, and only its heading says which of them. */
const dayOfStay =
  (word: string): Clue =>
  (words, contents) => {
    if (!holdsDays(words, contents) || words.has("birth")) return NO;
    return words.has(word) && !hasAny(words, set("code type source status hour")) ? 2 : MAYBE;
  };

const NO_QUANTITY = set("price cost charge amount allowed denied limit max rate type code measure base date paid");

const units: Clue = (words, contents) => {
  if (!isAny(contents, "number") || hasAny(words, NO_QUANTITY)) return NO;
  if (words.has("quantity")) return 2;
  return words.has("count") && words.has("service") ? 1 : NO;
};

const NO_PAYMENT = set(
  "patient copay coinsurance deductible date check status type method number id name by code other prior secondary primary tertiary medicare tpl cob spenddown allowed charge interest expected contract adjustment refund balance",
);

const paid: Clue = (words, contents) =>
  isAny(contents, "amount") && !isAny(contents, "negative") && words.has("paid") && !hasAny(words, NO_PAYMENT) ? 1 : NO;

const NO_CHARGE = set(
  "allowed paid covered noncovered adjustment balance code type description date quantity number id by",
);

const charges: Clue = (words, contents) =>
  isAny(contents, "amount") && words.has("charge") && !hasAny(words, NO_CHARGE) ? 1 : NO;

const place: Clue = (words, contents) =>
  isAny(contents, "place") && words.has("place") && !hasAny(words, set("name description")) ? 1 : NO;

/** Whether a column seems to count the claims that its line adds up. */
export function countsClaims(words: ReadonlySet<string>, contents: ColumnContents): boolean {
  const isCount = hasAny(words, set("total number count"));
  return isCount && hasAny(words, set("claims visits encounters")) && isAny(contents, "whole") && contents.hasMany;
}

/** By what a column is guessed; what is not here is known by its heading alone. */
export function cluesFor(setting: "inpatient" | "outpatient"): ReadonlyMap<string, Clue> {
  return new Map<string, Clue>([
    ["npi", npi],
    ["billing_code", setting === "outpatient" ? procedure : drg],
    ["date_of_service", serviceDay],
    ["admit_date", dayOfStay("admission")],
    ["discharge_date", dayOfStay("discharge")],
    [UNITS, units],
    [PAID_AMOUNT, paid],
    ["total_charges", charges],
    ["billed_charges", charges],
    ["gross_charges", charges],
    ["place_of_service", place],
  ]);
}

/** Words that a heading of claims has: where a row has several, it is one of headings. */
export function soundsLikeHeading(words: ReadonlySet<string>): boolean {
  return (
    hasAny(words, set(`npi provider cpt hcpcs procedure drg ${MODIFIER} quantity paid charge allowed place`)) ||
    (words.has("date") && hasAny(words, set("service from end")))
  );
}
