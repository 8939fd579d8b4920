import { parseIsoDay } from "../../core/calendar/day.ts";
import { failure } from "../../core/runtime/failure.ts";
import { countText } from "../../core/text/plural.ts";
import { amountKey } from "./amounts.ts";
import { FREQUENCY, type SubmittedClaim, type SubmittedLine } from "./claims.ts";
import type { RemittedClaim, RemittedLine } from "./remittance.ts";

/** Claims that are kept in memory to be joined with their remittances. */
const LINES_JOINED_MAX = 1_000_000;
/** Claims of one number and one charge that are told apart by their days. */
const ALIKE_MAX = 100;
/** Claim numbers that a reader can look up; the counts say how many there are. */
export const CLAIMS_LISTED_MAX = 50;

/** What was found on one side alone. */
export interface NotJoined {
  /** `remittance`: in the 835 and not in the 837. `claims`: the reverse. */
  readonly side: "remittance" | "claims";
  /** Claims without a counterpart. */
  readonly claims: number;
  /** Lines without one, those of such claims included. */
  readonly lines: number;
  /** The first claim numbers, the provider's own. */
  readonly first: readonly string[];
}

/** A remitted claim beside the one that was submitted, line by line. */
export interface JoinedClaim {
  readonly claim: SubmittedClaim;
  readonly lines: readonly (SubmittedLine | null)[];
}

/** A submitted claim that may be joined. */
interface Candidate {
  readonly claim: SubmittedClaim;
  isJoined: boolean;
  /** A later claim of the number was sent in its place (frequency 7) and joined. */
  isReplaced: boolean;
  /** Once they were needed. */
  days: DaysOfClaim | null;
}

/** The claims of one number, without those that take another back (frequency 8). */
interface ClaimsOfNumber {
  readonly all: Candidate[];
  readonly live: Candidate[];
  readonly byCharge: Map<string, Candidate[]>;
}

/**
 * The claims of an 837, by the number that the provider gave them. Payers return that number (CLP01) and the control numbers of the
 * lines (REF*6R). Without those, a line is found by its code and day. What can be joined in two ways is joined in none.
 */
export class ClaimsByNumber {
  readonly #byNumber = new Map<string, ClaimsOfNumber>();
  readonly #joinedLines = new Set<SubmittedLine>();
  readonly #linesMax: number;
  #lines = 0;
  /** Of the claim that was joined last: the parts of a split claim, or its reversal and correction, follow one another. */
  #last: { readonly candidate: Candidate; readonly lines: LinesByKey } | null = null;

  constructor(linesMax = LINES_JOINED_MAX) {
    this.#linesMax = linesMax;
  }

  add(claim: SubmittedClaim): void {
    this.#lines += Math.max(claim.lines.length, 1);
    if (this.#lines > this.#linesMax) {
      throw failure(`there are more than ${countText(this.#linesMax, "line")} of claims to join; split them`);
    }
    const candidate = { claim, isJoined: false, isReplaced: false, days: null };
    let same = this.#byNumber.get(claim.claim);
    if (same === undefined) {
      same = { all: [], live: [], byCharge: new Map() };
      this.#byNumber.set(claim.claim, same);
    }
    same.all.push(candidate);
    if (claim.frequency === FREQUENCY.void) return;
    same.live.push(candidate);
    addTo(same.byCharge, amountWithoutSign(claim.charge), candidate);
  }

  joined(remitted: RemittedClaim): JoinedClaim | null {
    const candidate = this.#claimOf(remitted);
    if (candidate === null) return null;
    candidate.isJoined = true;
    if (this.#last?.candidate !== candidate) this.#last = { candidate, lines: new LinesByKey(candidate.claim.lines) };
    const lines = this.#last.lines.joined(remitted.lines);
    // A claim that is paid as a whole answers all lines.
    const answered = remitted.lines.length === 0 ? candidate.claim.lines : lines;
    for (const line of answered) if (line !== null) this.#joinedLines.add(line);
    return { claim: candidate.claim, lines };
  }

  /** The submitted claims and lines that no remittance was joined with. */
  notJoined(): NotJoined {
    const found = { side: "claims" as const, claims: 0, lines: 0, first: [] as string[] };
    for (const { all } of this.#byNumber.values()) {
      const isAnswered = all.some(({ isJoined }) => isJoined);
      for (const { claim, isJoined, isReplaced } of all) {
        if (!isJoined && isAnswered && (isReplaced || claim.frequency === FREQUENCY.void)) continue;
        const lines = claim.lines.filter((line) => !this.#joinedLines.has(line)).length;
        if (isJoined && lines === 0) continue;
        found.lines += lines;
        if (!isJoined) found.claims += 1;
        if (found.first.length < CLAIMS_LISTED_MAX) found.first.push(claim.claim);
      }
    }
    return found;
  }

  /**
   * The only claim with that charge and a day of the remitted one, or the last of several that replaces the others. A number is used again
   * for other visits: a claim of another charge needs all days.
   */
  #claimOf(remitted: RemittedClaim): Candidate | null {
    const same = this.#byNumber.get(remitted.claim);
    if (same === undefined) return null;
    const charge = amountWithoutSign(remitted.charge);
    const ofCharge = charge === "" ? [] : (same.byCharge.get(charge) ?? []);
    const days = remittedDays(remitted);
    const alike = ofCharge.length > ALIKE_MAX ? [] : ofCharge.filter((each) => mayHaveDay(each, days));
    const last = alike.at(-1);
    if (last !== undefined && (alike.length === 1 || last.claim.frequency === FREQUENCY.replacement)) {
      if (!last.isJoined) for (const each of alike) each.isReplaced = each !== last;
      return last;
    }
    const only = same.live.length === 1 ? same.live[0] : undefined;
    return only !== undefined && days.length > 0 && days.every((day) => hasDay(daysOf(only), day)) ? only : null;
  }
}

/** The days of service of a submitted claim: single ones, and the first and last of those over several days. */
interface DaysOfClaim {
  readonly days: ReadonlySet<string>;
  readonly first: string;
  readonly last: string;
}

function daysOf(candidate: Candidate): DaysOfClaim {
  if (candidate.days !== null) return candidate.days;
  const { from, through, admitted, lines } = candidate.claim;
  const periods = [{ day: from, lastDay: through }, { day: admitted, lastDay: admitted }, ...lines];
  const known = periods.filter(({ day }) => isDay(day));
  const days = new Set(known.flatMap(({ day, lastDay }) => [day, lastDay]).filter(isDay));
  let [first, last] = ["", ""];
  for (const { day, lastDay } of known) {
    if (!isDay(lastDay) || lastDay <= day) continue;
    if (first === "" || day < first) first = day;
    if (lastDay > last) last = lastDay;
  }
  candidate.days = { days, first, last };
  return candidate.days;
}

function hasDay({ days, first, last }: DaysOfClaim, day: string): boolean {
  return days.has(day) || (first !== "" && first <= day && day <= last);
}

/** Whether a claim has one of some days. Where either side has none, nothing speaks against it. */
function mayHaveDay(candidate: Candidate, days: readonly string[]): boolean {
  const own = daysOf(candidate);
  return days.length === 0 || own.days.size === 0 || days.some((day) => hasDay(own, day));
}

/** The days of the lines of a remitted claim, else its own. */
function remittedDays({ lines, from, through }: RemittedClaim): readonly string[] {
  const ofLines = [...new Set(lines.map(({ day }) => day))].filter(isDay);
  return ofLines.length > 0 ? ofLines : [from, through].filter(isDay);
}

function isDay(text: string): boolean {
  return parseIsoDay(text) !== null;
}

/** The lines of a submitted claim by what a remitted line may say of them: a claim may have thousands of equal lines. */
class LinesByKey {
  /** By what a payer returns as REF*6R: their own number, or the place in the claim (LX01). Null where several lines have it. */
  readonly #byControl = new Map<string, SubmittedLine | null>();
  readonly #byKey = new Map<string, SubmittedLine[]>();

  constructor(lines: readonly SubmittedLine[]) {
    for (const line of lines.toSorted(byPrice)) {
      const control = line.control || line.number;
      if (control !== "") this.#byControl.set(control, this.#byControl.has(control) ? null : line);
      for (const day of new Set([line.day, ""])) {
        for (const key of keysOf(line, day)) addTo(this.#byKey, key, line);
      }
    }
  }

  /** Each remitted line with a submitted one. Parts of one line that the payer split have its control number, and all join it. */
  joined(remitted: readonly RemittedLine[]): readonly (SubmittedLine | null)[] {
    const taken = new Set<SubmittedLine>();
    const take = (line: SubmittedLine | null) => {
      if (line !== null) taken.add(line);
      return line;
    };
    const byControl = remitted.map((line) => take(this.#ofControl(line)));
    const left = new LinesNotTaken(this.#byKey, taken);
    return remitted.map((line, place) => byControl[place] ?? take(lineOf(line, left)));
  }

  /** Payers number lines in their own way at times: a line of another procedure is not the one that was billed. */
  #ofControl({ control, code }: RemittedLine): SubmittedLine | null {
    const line = control === "" ? null : (this.#byControl.get(control) ?? null);
    if (line === null) return null;
    return line.code !== "" && code !== "" && line.code !== code ? null : line;
  }
}

/** The lines under a key that are not taken yet. Lines that were passed are not looked at again. */
class LinesNotTaken {
  readonly #byKey: ReadonlyMap<string, readonly SubmittedLine[]>;
  readonly #taken: ReadonlySet<SubmittedLine>;
  readonly #passed = new Map<string, number>();
  readonly #passedFromEnd = new Map<string, number>();

  constructor(byKey: ReadonlyMap<string, readonly SubmittedLine[]>, taken: ReadonlySet<SubmittedLine>) {
    this.#byKey = byKey;
    this.#taken = taken;
  }

  first(key: string): SubmittedLine | null {
    const lines = this.#byKey.get(key) ?? [];
    let at = this.#passed.get(key) ?? 0;
    while (at < lines.length && this.#taken.has(lines[at] as SubmittedLine)) at += 1;
    this.#passed.set(key, at);
    return lines[at] ?? null;
  }

  /** The last one; the same as the first where only one is left. */
  last(key: string): SubmittedLine | null {
    const lines = this.#byKey.get(key) ?? [];
    let at = this.#passedFromEnd.get(key) ?? lines.length - 1;
    while (at >= 0 && this.#taken.has(lines[at] as SubmittedLine)) at -= 1;
    this.#passedFromEnd.set(key, at);
    return lines[at] ?? null;
  }
}

/** The submitted line of a remitted one by its code and day; where several have these, also by modifiers and charge. */
function lineOf(line: RemittedLine, left: LinesNotTaken): SubmittedLine | null {
  // Two different control numbers are two lines.
  const control = line.control === "" ? "any" : "none";
  const key = codeKey(line, line.day, control);
  const first = left.first(key);
  if (first === null || first === left.last(key)) return first;
  if (amountWithoutSign(line.charge) === "") return null;
  const whole = wholeKey(line, line.day, control);
  const [alike, last] = [left.first(whole), left.last(whole)];
  // The lines under a key are in the order of what a price depends on: where the ends are alike, all between are.
  return alike !== null && last !== null && pricedBy(alike) === pricedBy(last) ? alike : null;
}

/** Whether a key stands for lines with any control number, or for those without one. */
type Control = "any" | "none";

function keysOf(line: SubmittedLine, day: string): readonly string[] {
  const controls: readonly Control[] = line.control === "" ? ["any", "none"] : ["any"];
  return controls.flatMap((control) => [codeKey(line, day, control), wholeKey(line, day, control)]);
}

/** An empty day stands for any. */
function codeKey({ code }: Pick<SubmittedLine, "code">, day: string, control: Control): string {
  return JSON.stringify([code, day, control]);
}

function wholeKey(line: Pick<SubmittedLine, "code" | "modifiers" | "charge">, day: string, control: Control): string {
  return JSON.stringify([line.code, day, control, line.modifiers, amountWithoutSign(line.charge)]);
}

const PRICED_BY = ["day", "units", "minutes", "place", "npi", "revenueCode"] as const;

/** What a price depends on: of lines that are equal in all of it, either may be joined. */
function pricedBy(line: SubmittedLine): string {
  return JSON.stringify(PRICED_BY.map((fact) => line[fact]));
}

function byPrice(one: SubmittedLine, other: SubmittedLine): number {
  const [a, b] = [pricedBy(one), pricedBy(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Reversals have the charge with the opposite sign. */
function amountWithoutSign(text: string): string {
  return amountKey(text.replace(/^-/, ""));
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
