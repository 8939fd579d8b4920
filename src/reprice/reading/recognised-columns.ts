import { lettersAndDigits, nearMiss } from "../../core/text/closest.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { joinsSeverity } from "../values/billing-code.ts";
import {
  ALLOWED_AMOUNT,
  BILLED_AMOUNT,
  CHARGES,
  DENIAL_CODE,
  MODIFIER,
  NOT_OWED,
  PAID_AMOUNT,
  PAID_AS_CREDIT,
  PAYER_STATE,
  SEVERITY,
  UNITS,
} from "../values/column-names.ts";
import { LENGTH_OF_STAY, otherDayOfStay } from "../values/length-of-stay.ts";
import { type Advice, COMMAND_ADVICE } from "./advice.ts";
import { type ColumnContents, looksLikeClaim } from "./column-contents.ts";
import {
  addsUpClaims,
  amountsThatMayBe,
  daysThatMayBe,
  doubtful,
  leftOut,
  misspelt,
  noSuchColumn,
  wrongDecision,
} from "./column-messages.ts";
import { isDenialHeading, isInPayersAddress, isOfWholeClaim, meaningOf, modifierPlace } from "./column-words.ts";
import {
  type Guesses,
  guessedColumns,
  mayHoldDays,
  NO_GUESSES,
  preferredFirst,
  saysAllowed,
  wordsIn,
} from "./guessed-columns.ts";
import { type ReversedPayments, reversedPayments, reversedText } from "./reversed-payments.ts";

/** The headings of an input, and what the caller says about them. */
export interface Headings {
  readonly names: readonly string[];
  readonly lookup: RateLookup;
  /** Roles by heading: `--columns` decides before recognition. */
  readonly decided: ReadonlyMap<string, string>;
  /** The column that expected amounts are compared with: `--compare`. */
  readonly compare: string | null;
  /** Columns without a role although they look like one. */
  readonly passThrough: readonly string[];
  /** Columns without a role in an earlier file of this kind: this file need not have them. */
  readonly leftAlone?: readonly string[];
  /** How messages advise the caller; as for the command when absent. */
  readonly advice?: Advice;
  /** What each column seems to hold by its first values; nothing is guessed when it is absent. */
  readonly contents?: readonly ColumnContents[] | null;
}

/** How certain the role of a column is; of two columns with one role the more certain counts. */
const SAID = 4;
const ITS_NAME = 3;
const ITS_NAME_SPELT_OTHERWISE = 2;
const BY_MEANING = 1;
const BY_MEANING_OF_WHOLE_CLAIM = 0;

interface Candidate {
  readonly index: number;
  readonly sureness: number;
}

export interface Recognised {
  /** The columns of each role; only modifiers have several. */
  readonly roles: ReadonlyMap<string, readonly number[]>;
  /** Columns that no heading identifies: guessed by their values and by words of their headings. */
  readonly guessed: ReadonlySet<number>;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
  /** For each open question the heading that most likely answers it. */
  readonly likely: ReadonlyMap<string, string>;
  /** The columns of each open question: the file is refused until one of them is chosen. */
  readonly open: ReadonlyMap<string, readonly number[]>;
  /** Columns that are equally likely for a role that no heading names. */
  readonly rivals: ReadonlyMap<string, readonly number[]>;
  /** Possible roles of columns that were not recognised, the likeliest first. */
  readonly proposals: ReadonlyMap<string, readonly number[]>;
  /** The column with what was paid where its signs look reversed; null where they do not. */
  readonly reversed: ReversedPayments | null;
}

/** A claim has its modifiers and its denials in several columns; any other role has one. */
export const SEVERAL: readonly string[] = [MODIFIER, DENIAL_CODE];

/** A name narrows the lookup of an identifier: beside one, only a column with exactly this name is read. */
const NARROWING = "provider_name";

const COMPARED: readonly string[] = [PAID_AMOUNT, ALLOWED_AMOUNT];
/** Amounts that pricing does not need. */
const AMOUNTS_BESIDE: readonly string[] = [...COMPARED, BILLED_AMOUNT];
/** Names that are close to those of other columns: `Payer Status` is no misspelt payer state, `Denial Note` no code. */
const NEVER_MISSPELT: readonly string[] = [PAYER_STATE, DENIAL_CODE];

/** The roles of the columns where they are certain; a doubtful one is an error that says how to decide it. */
export function recognised(headings: Headings): Recognised {
  const { names, compare, passThrough, decided, advice = COMMAND_ADVICE } = headings;
  const known = rolesOf(headings.lookup);
  const faults = [
    ...[...decided].flatMap(([heading, role]) => wrongDecision(heading, role, names, known, advice)),
    ...(compare === null || names.includes(compare) ? [] : [noSuchColumn(advice.option("compare"), compare, names)]),
    ...passThrough
      .filter((name) => !names.includes(name))
      .map((name) => noSuchColumn(advice.option("pass-through"), name, names)),
  ];
  const candidates = new Map(candidatesOf(headings, known));
  const otherDay = otherDayOfStay(headings.lookup);
  // A column of lengths has precedence over the dates.
  const isCounted = !candidates.has(LENGTH_OF_STAY);
  if (otherDay !== null) keepDays(candidates, otherDay, isCounted, headings);
  const wanted = isCounted ? known : known.filter((role) => role !== otherDay);
  const suspects = nearMisses(headings, wanted, candidates);
  const guesses = guessesOf(headings, wanted, candidates, suspects);
  const roles = new Map<string, readonly number[]>();
  const warnings: string[] = [];
  const isPaidCompared = (candidates.get(PAID_AMOUNT) ?? []).some(({ index }) => names[index] === compare);
  const likely = new Map<string, string>();
  const open = new Map<string, readonly number[]>();
  const addQuestion = (role: string, places: readonly number[]) => {
    const ordered = inOrderOfUse(places, headings);
    const rivals = headingsAt(ordered, names);
    faults.push(doubtful(role, rivals, headings.lookup, advice));
    likely.set(role, rivals[0] as string);
    // Columns with one heading cannot be told apart by an answer.
    if (new Set(rivals).size === rivals.length) open.set(role, ordered);
  };
  for (const [role, all] of candidates) {
    // The allowed amount would be compared before the caller's column.
    if (role === ALLOWED_AMOUNT && isPaidCompared) continue;
    const surest = Math.max(...all.map(({ sureness }) => sureness));
    const chosen = all
      .filter(({ sureness }) => sureness === surest || SEVERAL.includes(role))
      .map(({ index }) => index);
    if (!SEVERAL.includes(role) && chosen.length > 1) addQuestion(role, chosen);
    roles.set(role, chosen);
    const left = headingsAt(
      all.map(({ index }) => index).filter((index) => !chosen.includes(index)),
      names,
    );
    for (const heading of left) warnings.push(leftOut(heading, headingsAt(chosen, names).join(", "), role));
  }
  for (const { heading, meant } of suspects) {
    const taken = roles.get(meant);
    if (taken !== undefined) warnings.push(leftOut(heading, headingsAt(taken, names).join(", "), meant));
    else {
      faults.push(misspelt(heading, meant, advice));
      likely.set(meant, heading);
      open.set(meant, [...(open.get(meant) ?? []), names.indexOf(heading)]);
    }
  }
  for (const [role, place] of guesses.guessed) roles.set(role, [place]);
  for (const [role, places] of guesses.rivals) {
    // A file can be priced without these amounts; a hint names the columns that may have them.
    if (AMOUNTS_BESIDE.includes(role) || role === otherDay) continue;
    roles.set(role, places);
    addQuestion(role, places);
  }
  if (guesses.counting !== null) {
    const heading = names[guesses.counting] as string;
    faults.push(addsUpClaims(heading, advice));
    likely.set(UNITS, heading);
    open.set(UNITS, [guesses.counting]);
  }
  if (guesses.guessed.has(IDENTIFIER) && isByMeaning(candidates.get(NARROWING))) roles.delete(NARROWING);
  // One date alone gives no length.
  if (otherDay !== null && !roles.has(headings.lookup.dayParameter)) roles.delete(otherDay);
  warnings.push(...daysThatMayBe(guesses.proposals, headings.lookup, names, advice));
  warnings.push(...amountsThatMayBe(guesses, names, advice));
  const reversed = reversedPayments(headings, roles.get(PAID_AMOUNT));
  if (reversed !== null) warnings.push(reversedText(reversed, names, advice));
  const { rivals, proposals } = guesses;
  const guessed = [...guesses.guessed].filter(([role]) => roles.has(role)).map(([, place]) => place);
  return { roles, guessed: new Set(guessed), faults, warnings, likely, open, rivals, proposals, reversed };
}

/** The identifier that can be guessed: it has a check digit. */
const IDENTIFIER = "npi";

function isByMeaning(candidates: readonly Candidate[] | undefined): boolean {
  return candidates?.every(({ sureness }) => sureness < ITS_NAME) ?? false;
}

/** Guesses roles that no heading names. A second identifier of a provider would narrow the lookup. */
function guessesOf(
  headings: Headings,
  known: readonly string[],
  candidates: ReadonlyMap<string, readonly Candidate[]>,
  suspects: readonly Suspect[],
): Guesses {
  const { names, contents, lookup } = headings;
  if (contents === undefined || contents === null || looksLikeClaim(names)) return NO_GUESSES;
  const isIdentified = identifiers(lookup).some((name) => name !== NARROWING && candidates.has(name));
  const isOpen = (role: string) =>
    !candidates.has(role) &&
    // The caller chose what is compared.
    (headings.compare === null || !COMPARED.includes(role)) &&
    !suspects.some(({ meant }) => meant === role) &&
    (role !== IDENTIFIER || !isIdentified);
  const taken = new Set([...candidates.values()].flatMap((all) => all.map(({ index }) => index)));
  const free = [...names.keys()].filter((place) => !taken.has(place) && !isSaid(names[place] as string, headings));
  const guesses = guessedColumns({ names, contents, free, roles: known.filter(isOpen), setting: lookup.setting });
  // A file that names its providers can be priced without their possible numbers.
  if (!candidates.has(NARROWING)) return guesses;
  return { ...guesses, rivals: new Map([...guesses.rivals].filter(([role]) => role !== IDENTIFIER)) };
}

/** Whether the caller said anything about a column. */
export function isSaid(heading: string, { decided, compare, passThrough, leftAlone = [] }: Headings): boolean {
  return decided.has(heading) || heading === compare || passThrough.includes(heading) || leftAlone.includes(heading);
}

function inOrderOfUse(places: readonly number[], { names, contents }: Headings): readonly number[] {
  return contents === undefined || contents === null ? places : preferredFirst(places, names.map(wordsIn), contents);
}

/** A heading with one of these words may be a paid amount. */
const PAID_WORDS = /paid|payment|pymt|pmt|remit|allowed/i;
/** With one of these it is about a payment but not its amount. */
const OTHER_WORDS = /date|\bdt\b|\bby\b|status|type|method|number|\bno\b|\bid\b|name|check/i;

/** Whether a heading is about the amount of a payment. */
export function saysPayment(heading: string): boolean {
  return PAID_WORDS.test(heading) && !OTHER_WORDS.test(heading);
}

/** The roles that a column can have: parameters, and what a claim line has besides. */
export function rolesOf(lookup: RateLookup): readonly string[] {
  const { reader, setting } = lookup;
  // The units of a stay are its days, which it has as such.
  const others = setting === "outpatient" ? [UNITS] : joinsSeverity(lookup) ? [SEVERITY] : [];
  const billed = reader.names.some((name) => CHARGES.includes(name)) ? [] : [BILLED_AMOUNT];
  const days = otherDayOfStay(lookup);
  return [
    ...reader.names,
    ...(days === null ? [] : [days]),
    ...others,
    ...billed,
    PAID_AMOUNT,
    ALLOWED_AMOUNT,
    NOT_OWED,
    DENIAL_CODE,
    PAYER_STATE,
    PAID_AS_CREDIT,
  ];
}

function candidatesOf(headings: Headings, known: readonly string[]): ReadonlyMap<string, readonly Candidate[]> {
  const candidates = new Map<string, Candidate[]>();
  for (const [index, heading] of headings.names.entries()) {
    const [named, sureness] = roleOf(heading, headings, known);
    if (named === null) continue;
    // A file has one column with what was paid, whatever its signs.
    const role = named === PAID_AS_CREDIT ? PAID_AMOUNT : named;
    const others = candidates.get(role) ?? [];
    candidates.set(role, [...others, { index, sureness }]);
  }
  const narrowing = candidates.get(NARROWING) ?? [];
  if (identifiers(headings.lookup).some((name) => name !== NARROWING && candidates.has(name))) {
    const named = narrowing.filter(({ sureness }) => sureness >= ITS_NAME);
    if (named.length > 0) candidates.set(NARROWING, named);
    else candidates.delete(NARROWING);
  }
  return candidates;
}

/** Removes the columns that are no day of a stay, or of no use. */
function keepDays(
  candidates: Map<string, readonly Candidate[]>,
  role: string,
  isCounted: boolean,
  { names, contents }: Headings,
): void {
  const isDay = ({ index, sureness }: Candidate) =>
    sureness === SAID || !contents || mayHoldDays(names[index] as string, contents[index] as ColumnContents);
  const days = isCounted ? (candidates.get(role) ?? []).filter(isDay) : [];
  if (days.length === 0) candidates.delete(role);
  else candidates.set(role, days);
}

function identifiers({ reader, parameters }: RateLookup): readonly string[] {
  return Object.values(parameters).flatMap(({ identifiesProvider }, place) =>
    identifiesProvider ? [reader.names[place] as string] : [],
  );
}

function roleOf(
  heading: string,
  { names, decided, compare, passThrough, leftAlone = [], lookup }: Headings,
  known: readonly string[],
): readonly [role: string | null, sureness: number] {
  if (passThrough.includes(heading)) return [null, SAID];
  const said = decided.get(heading) ?? (heading === compare ? comparedRole(heading, known, lookup) : undefined);
  if (said !== undefined) return [known.includes(said) ? said : null, SAID];
  if (leftAlone.includes(heading)) return [null, SAID];
  if (known.includes(heading)) return [heading, ITS_NAME];
  // Where the office of a payer is does not say which program pays: the caller is asked.
  if (isInPayersAddress(heading, names)) return [null, BY_MEANING];
  const folded = lettersAndDigits(heading);
  // Another program may mean an amount by "Not Owed": the caller is asked.
  const spelt = known.find((role) => role !== NOT_OWED && lettersAndDigits(role) === folded);
  if (spelt !== undefined) return [spelt, ITS_NAME_SPELT_OTHERWISE];
  if (modifierPlace(heading) !== null && known.includes(MODIFIER)) return [MODIFIER, BY_MEANING];
  if (isDenialHeading(heading)) return [DENIAL_CODE, BY_MEANING];
  return [meaningOf(heading, known, lookup), isOfWholeClaim(heading, lookup) ? BY_MEANING_OF_WHOLE_CLAIM : BY_MEANING];
}

/** A compared column is the paid amount, unless its heading says allowed. */
function comparedRole(heading: string, known: readonly string[], lookup: RateLookup): string {
  const isAllowed = meaningOf(heading, known, lookup) === ALLOWED_AMOUNT || saysAllowed(wordsIn(heading));
  return isAllowed ? ALLOWED_AMOUNT : PAID_AMOUNT;
}

function headingsAt(places: readonly number[], names: readonly string[]): readonly string[] {
  return places.map((index) => names[index] as string);
}

interface Suspect {
  readonly heading: string;
  readonly meant: string;
}

/** Columns that differ from a parameter by a typing error: ignoring one would misprice every line. */
function nearMisses(
  headings: Headings,
  known: readonly string[],
  candidates: ReadonlyMap<string, readonly Candidate[]>,
): Suspect[] {
  const taken = new Set([...candidates.values()].flatMap((all) => all.map(({ index }) => index)));
  const meanable = known.filter((role) => !NEVER_MISSPELT.includes(role));
  return headings.names.flatMap((heading, index) => {
    const meant = taken.has(index) || isSaid(heading, headings) ? null : nearMiss(heading, meanable);
    return meant === null || meant === NARROWING ? [] : [{ heading, meant }];
  });
}
