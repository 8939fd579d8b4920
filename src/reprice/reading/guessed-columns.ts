import type { RateLookup } from "../../pricing/lookup.ts";
import {
  ALLOWED_AMOUNT,
  BILLED_AMOUNT,
  CHARGES,
  DENIAL_CODE,
  MODIFIER,
  PAID_AMOUNT,
  PAYER_STATE,
  UNITS,
} from "../values/column-names.ts";
import type { ColumnContents, Form } from "./column-contents.ts";

/** Columns that no heading identifies, and the roles that are still open. */
interface Unnamed {
  readonly names: readonly string[];
  readonly contents: readonly ColumnContents[];
  /** Positions of columns that may be guessed. */
  readonly free: readonly number[];
  /** Roles without a recognised column. */
  readonly roles: readonly string[];
  readonly setting: RateLookup["setting"];
}

/** Likely roles of columns. A guess has no rival; rivals become a question; a column that merely fits is a proposal. */
export interface Guesses {
  readonly guessed: ReadonlyMap<string, number>;
  readonly rivals: ReadonlyMap<string, readonly number[]>;
  readonly proposals: ReadonlyMap<string, readonly number[]>;
  /** A column that counts the claims of its line, when no column has units. */
  readonly counting: number | null;
}

export const NO_GUESSES: Guesses = { guessed: new Map(), rivals: new Map(), proposals: new Map(), counting: null };

export function guessedColumns({ names, contents, free, roles, setting }: Unnamed): Guesses {
  const clues = cluesFor(setting);
  const guessed = new Map<string, number>();
  const rivals = new Map<string, readonly number[]>();
  const proposals = new Map<string, readonly number[]>();
  const words = names.map(wordsIn);
  const left = new Set(free);
  for (const role of roles) {
    const clue = clues.get(role);
    if (clue === undefined) continue;
    const likely = [...left].map(
      (place) => [place, clue(words[place] as Words, contents[place] as ColumnContents)] as const,
    );
    const best = likely.reduce((most, [, likelihood]) => Math.max(most, likelihood), 0);
    const surest = likely.flatMap(([place, likelihood]) => (likelihood === best ? [place] : []));
    if (best <= MAYBE) {
      if (best === MAYBE) proposals.set(role, preferredFirst(surest, words, contents));
      continue;
    }
    const [only] = surest;
    if (surest.length > 1) rivals.set(role, preferredFirst(surest, words, contents));
    else if (only !== undefined) guessed.set(role, only);
    for (const place of surest) left.delete(place);
  }
  const hasUnits = !roles.includes(UNITS) || guessed.has(UNITS);
  const counting = hasUnits
    ? undefined
    : [...left].find((place) => countsClaims(words[place] as Words, contents[place] as ColumnContents));
  return { guessed, rivals, proposals, counting: counting ?? null };
}

type Words = ReadonlySet<string>;

/** Orders rival columns by how often they are meant: those with values first, and the rendering provider. */
export function preferredFirst(
  places: readonly number[],
  words: readonly Words[],
  contents: readonly ColumnContents[],
): readonly number[] {
  const rank = (place: number): Likelihood =>
    (contents[place]?.filled === 0 ? 0 : 2) + (words[place]?.has("rendering") || words[place]?.has("service") ? 1 : 0);
  return [...places].sort((a, b) => rank(b) - rank(a) || a - b);
}

/**
 * How likely a column has a role, by the words of its heading and its values. `MAYBE` allows a proposal but no guess: the values
 * fit, but the heading does not mention the role or mentions something else.
 */
type Likelihood = number;
const MAYBE = 0.5;
const NO = 0;

type Clue = (words: ReadonlySet<string>, contents: ColumnContents) => Likelihood;

/** Enough different values to exclude chance: one number in ten has the check digit of an NPI. */
const DISTINCT_MIN = 5;

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const hasAny = (words: ReadonlySet<string>, others: ReadonlySet<string>) => [...others].some((word) => words.has(word));
const areAll = (words: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...words].every((word) => others.has(word));
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

/** Whether a column holds the NPIs of providers who may be the one that is paid. */
export function soundsLikeOwnNpi(words: Words, contents: ColumnContents): boolean {
  return isAny(contents, "npi") && !hasAny(words, OTHER_PROVIDERS) && !hasAny(words, NO_NPI);
}

/** Headings such as `M1`, `MD2` and `Mod_3`, where they are not recognised as they are. */
const MODIFIER_NUMBER = /^m(?:d|od|odifier)?[1-9]$/;

/** Words of headings over numbers of claims and patients and short names of payers, which may look like modifiers: E1, F2, P1. */
const SHORT_NAMES = set(
  "claim account acct mrn patient encounter invoice visit icn dcn tcn pcn id payer payor plan carrier insurance insurer",
);

/** Whether a column holds modifiers: nearly all of its values are on the national list, or its heading says so. */
export function soundsLikeModifier(words: Words, contents: ColumnContents): boolean {
  const isNamed = [...words].some((word) => MODIFIER_NUMBER.test(word) || word === MODIFIER);
  if (isNamed) return isAny(contents, "twoCharacters", "modifier");
  // GA and CO are states too.
  if (hasAny(words, SHORT_NAMES) || words.has("state")) return false;
  // Two digits alone are places, statuses and counts.
  return isAny(contents, "modifier") && contents.hasLetteredModifier;
}

const STATUS_WORDS = set("status stat disposition dispo");
const TRANSFER_WORDS = set("transfer transferred xfer interim");

/** Whether a column holds how the stay ended, such as 01 (home) or 02 (another hospital). */
export function soundsLikeDischargeStatus(words: Words, contents: ColumnContents): boolean {
  const isOfPatient = words.has("discharge") || words.has("patient") || words.has("dc");
  return isOfPatient && hasAny(words, STATUS_WORDS) && isAny(contents, "twoDigits");
}

/** What digits mean in a column that is used as a parameter which a discharge status decides. */
export function digitsUnder(heading: string): "status" | "flag" | "unknown" {
  const words = wordsIn(heading);
  if (hasAny(words, TRANSFER_WORDS)) return "flag";
  return hasAny(words, STATUS_WORDS) ? "status" : "unknown";
}

const NO_PROCEDURE = set(
  "zip postal revenue diagnosis drg ndc taxonomy bill type place reason remark adjustment group status specialty account id number modifier county fips plan payer provider npi amount date patient facility eob",
);

/** With any other word a code may belong to a department, a payer or a reason. */
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

/** Whether a column that its heading makes a day may hold one: `Discharge` alone can be a status or an hour. */
export function mayHoldDays(heading: string, contents: ColumnContents): boolean {
  const words = wordsIn(heading);
  return words.has("date") || holdsDays(words, contents);
}

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

/** A stay has several days, and only the heading says which. */
const dayOfStay =
  (word: string): Clue =>
  (words, contents) => {
    if (!holdsDays(words, contents) || words.has("birth")) return NO;
    return words.has(word) && !hasAny(words, set("code type source status hour")) ? 2 : MAYBE;
  };

/** With any other word a quantity may belong to a drug, a department or a payment. */
const BESIDE_QUANTITY = set(
  "quantity service line claim item procedure charge number count total of actual rendered delivered performed",
);

const units: Clue = (words, contents) => {
  if (!isAny(contents, "number")) return NO;
  if (words.has("count") && words.has("service") && areAll(words, BESIDE_QUANTITY))
    return words.has("quantity") ? 2 : 1;
  if (!words.has("quantity")) return NO;
  if (areAll(words, set("quantity days or"))) return MAYBE;
  return areAll(words, BESIDE_QUANTITY) ? 2 : NO;
};

const NO_PAYMENT = set(
  "patient copay coinsurance deductible date check status type method number id name by code other prior secondary primary tertiary medicare tpl cob spenddown allowed charge interest expected contract adjustment refund balance quantity ndc drug business department flag ind indicator cycle year month days rate count ratio percent pct batch sequence reference ref trace eft period term terms frequency level",
);

/** Words that do not change the meaning of an amount of a line or its claim. */
const OF_LINE = "amount line service item detail procedure of medicaid";
/** With any other word the values must look like dollars: cycles, flags and levels of payments are numbers too. */
const BESIDE_PAID = set(`paid total claim net ${OF_LINE}`);

const paid: Clue = (words, contents) => {
  if (!isAny(contents, "amount") || isAny(contents, "negative")) return NO;
  if (!words.has("paid") || hasAny(words, NO_PAYMENT)) return NO;
  return contents.hasCents || areAll(words, BESIDE_PAID) ? 1 : MAYBE;
};

const OF_CLAIM = set("total claim gross covered header");

const BESIDE_CHARGE = set(`charge ${OF_LINE} ${[...OF_CLAIM].join(" ")}`);
const NO_CHARGE = set(
  "allowed paid non not noncovered adjustment balance code type description date quantity number id by master reason status count rate",
);

/** For a visit the charges of its line, for a stay those of the whole claim. */
const charges =
  (setting: "inpatient" | "outpatient"): Clue =>
  (words, contents) => {
    // An `Amount` beside what was paid is often what was billed; its name alone does not say so.
    if (words.has("amount") && words.size === 1) {
      return isAny(contents, "amount") && contents.hasCents && !isAny(contents, "negative") ? MAYBE : NO;
    }
    if (!isAny(contents, "amount") || !words.has("charge") || hasAny(words, NO_CHARGE)) return NO;
    if (!areAll(words, BESIDE_CHARGE)) return MAYBE;
    const isOfClaim = hasAny(words, OF_CLAIM);
    const isOfLine = !isOfClaim && hasAny(words, set("line service item detail procedure"));
    const [best, least] = setting === "outpatient" ? [isOfLine, isOfClaim] : [isOfClaim, isOfLine];
    return best ? 3 : least ? 1 : 2;
  };

const BESIDE_ALLOWED = set(`allowed charge total claim payer plan insurance ${OF_LINE}`);
const NO_ALLOWED = set(
  "paid quantity code date type reason status count number id by rate percent pct patient medicare other prior secondary tertiary days flag indicator ind non not",
);

const allowed: Clue = (words, contents) => {
  if (!isAny(contents, "amount") || isAny(contents, "negative")) return NO;
  if (!words.has("allowed") || hasAny(words, NO_ALLOWED)) return NO;
  return areAll(words, BESIDE_ALLOWED) ? 1 : MAYBE;
};

export function saysAllowed(words: ReadonlySet<string>): boolean {
  return words.has("allowed") && areAll(words, BESIDE_ALLOWED);
}

const place: Clue = (words, contents) =>
  isAny(contents, "place") && words.has("place") && !hasAny(words, set("name description")) ? 1 : NO;

/** The state of a person or of an address is not the one that pays; nor are these words over states. */
const NO_PAYER_STATE = set(
  "patient birth insured subscriber guarantor responsible employer accident mailing address billing home residence license licence referring ordering attending county country zip",
);

/** States: only the reader knows whether they are those that pay. Proposed, never guessed. */
const payerState: Clue = (words, contents) =>
  isAny(contents, "state") && words.has("state") && !hasAny(words, NO_PAYER_STATE) ? MAYBE : NO;

/** Reasons of adjustments are those of denials among others: proposed, never guessed. */
const denialCode: Clue = (words, contents) => {
  if (!isAny(contents, "denial") || hasAny(words, set("date amount remark status discharge visit admission")))
    return NO;
  const isOfAdjustment = words.has("reason") && hasAny(words, set("adjustment adj eob code"));
  return hasAny(words, set("denial denied carc cas")) || isOfAdjustment ? MAYBE : NO;
};

/** Whether a column seems to count the claims that its line adds up. */
function countsClaims(words: ReadonlySet<string>, contents: ColumnContents): boolean {
  const isCount = hasAny(words, set("total number count"));
  return isCount && hasAny(words, set("claims visits encounters")) && isAny(contents, "whole") && contents.hasMany;
}

/** The clues for guessing each role; other roles are recognised by heading alone. */
function cluesFor(setting: "inpatient" | "outpatient"): ReadonlyMap<string, Clue> {
  return new Map<string, Clue>([
    ["npi", npi],
    ["billing_code", setting === "outpatient" ? procedure : drg],
    ["date_of_service", serviceDay],
    ["admit_date", dayOfStay("admission")],
    ["discharge_date", dayOfStay("discharge")],
    [UNITS, units],
    [PAID_AMOUNT, paid],
    [ALLOWED_AMOUNT, allowed],
    ...[...CHARGES, BILLED_AMOUNT].map((role) => [role, charges(setting)] as const),
    ["place_of_service", place],
    [PAYER_STATE, payerState],
    [DENIAL_CODE, denialCode],
  ]);
}

/** Words of claim headings: a row with several of them is a row of headings. */
export function soundsLikeHeading(words: ReadonlySet<string>): boolean {
  return (
    hasAny(words, set(`npi provider cpt hcpcs procedure drg ${MODIFIER} quantity paid charge allowed place`)) ||
    (words.has("date") && hasAny(words, set("service from end")))
  );
}

/** Abbreviations in headings of claims systems. */
const SHORTENED: Readonly<Record<string, readonly string[]>> = {
  service: ["svc", "srvc", "svcs", "services", "expns", "expense"],
  procedure: ["proc", "prcdr", "px", "procedures"],
  code: ["cd", "codes"],
  date: ["dt", "dates", "day"],
  month: ["mth", "months"],
  from: ["frm", "bgn", "begin", "beg", "beginning", "start", "first", "1st"],
  end: ["to", "thru", "through", "last", "ending", "stop"],
  amount: ["amt", "amts", "amounts", "dollars"],
  paid: ["pd", "pmt", "pymt", "payment", "payments", "reimbursed", "reimbursement"],
  quantity: ["qty", "unit", "units"],
  count: ["cnt"],
  actual: ["actl"],
  charge: ["chrg", "chg", "chgs", "charges", "billed", "sbmtd", "submitted"],
  allowed: ["alowd", "allow", "allowable", "alwd"],
  provider: ["prvdr", "prov", "physn", "physician", "practitioner", "doctor", "clinician"],
  rendering: ["rend", "rndrng", "prf", "performing", "servicing"],
  billing: ["blg", "payto"],
  facility: ["hospital", "org", "organization", "fac"],
  medicaid: ["mdcd", "mcd", "mcaid"],
  medicare: ["mdcr", "mcr", "mcare"],
  insurance: ["ins", "insurer"],
  total: ["tot", "ttl"],
  line: ["ln", "lines"],
  detail: ["dtl", "details"],
  claim: ["clm"],
  place: ["plc", "pos"],
  admission: ["admit", "admsn", "adm", "admitted"],
  discharge: ["dschrg", "disch", "dsch", "discharged"],
  birth: ["dob", "bth", "birthdate"],
  patient: ["pt", "member", "mbr", "bene", "beneficiary", "recipient", "subscriber", "enrollee"],
  diagnosis: ["dx", "diag", "dgns", "icd", "icd10"],
  revenue: ["rev"],
  number: ["num", "nbr", "no", "nr"],
  referring: ["rfrg", "rfr", "referred", "referral"],
  ordering: ["ordrg", "ordered"],
  attending: ["attd", "attndg"],
  transaction: ["trans", "txn", "posted", "posting", "post", "entry", "entered", "created", "received"],
  claims: ["clms"],
  state: ["st"],
};

/** Headings of one word that stand for several. */
const TOGETHER: ReadonlyMap<string, readonly string[]> = new Map([
  ["dos", ["service", "date"]],
  ["fdos", ["service", "date", "from"]],
  ["tdos", ["service", "date", "end"]],
]);

const FULL = new Map(Object.entries(SHORTENED).flatMap(([word, all]) => all.map((each) => [each, word] as const)));

/** The words of a heading in full: `LINE_SRVC_BGN_DT` has line, service, from and date. */
export function wordsIn(heading: string): ReadonlySet<string> {
  const parts = heading
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "");
  return new Set(parts.flatMap((part) => TOGETHER.get(part) ?? [FULL.get(part) ?? part]));
}
