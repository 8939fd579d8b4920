import { compare } from "../../core/money/arithmetic.ts";
import { failure } from "../../core/runtime/failure.ts";
import { countText } from "../../core/text/plural.ts";
import { amountOf } from "./amounts.ts";
import { FREQUENCY, type SubmittedClaim, type SubmittedLine } from "./claims.ts";
import type { RemittedClaim, RemittedLine } from "./remittance.ts";

/** Claims that are kept in memory to be joined with their remittances. */
const LINES_JOINED_MAX = 1_000_000;
/** Claim numbers that a reader can look up; the counts say how many there are. */
export const NOT_JOINED_SHOWN = 50;

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

interface Kept {
  readonly claim: SubmittedClaim;
  isJoined: boolean;
  /** A later claim of the number was sent in its place (frequency 7) and joined. */
  isReplaced: boolean;
}

/**
 * The claims of an 837, by the number that the provider gave them. Payers return that number (CLP01) and the control numbers of the
 * lines (REF*6R). Without those, a line is found by its code and day. What can be joined in two ways is joined in none.
 */
export class ClaimsByNumber {
  readonly #byNumber = new Map<string, Kept[]>();
  readonly #joinedLines = new Set<SubmittedLine>();
  #lines = 0;

  add(claim: SubmittedClaim): void {
    this.#lines += Math.max(claim.lines.length, 1);
    if (this.#lines > LINES_JOINED_MAX) {
      throw failure(`there are more than ${countText(LINES_JOINED_MAX, "line")} of claims to join; split them`);
    }
    const kept = { claim, isJoined: false, isReplaced: false };
    const others = this.#byNumber.get(claim.claim);
    if (others === undefined) this.#byNumber.set(claim.claim, [kept]);
    else others.push(kept);
  }

  joined(remitted: RemittedClaim): JoinedClaim | null {
    const kept = this.#claimOf(remitted);
    if (kept === null) return null;
    kept.isJoined = true;
    const lines = joinedLines(remitted.lines, kept.claim.lines);
    // A claim that is paid as a whole answers all lines.
    const answered = remitted.lines.length === 0 ? kept.claim.lines : lines;
    for (const line of answered) if (line !== null) this.#joinedLines.add(line);
    return { claim: kept.claim, lines };
  }

  /** The submitted claims and lines that no remittance was joined with. */
  notJoined(): NotJoined {
    const found = { side: "claims" as const, claims: 0, lines: 0, first: [] as string[] };
    for (const claims of this.#byNumber.values()) {
      const isAnswered = claims.some(({ isJoined }) => isJoined);
      for (const { claim, isJoined, isReplaced } of claims) {
        if (!isJoined && isAnswered && (isReplaced || claim.frequency === FREQUENCY.void)) continue;
        const lines = claim.lines.filter((line) => !this.#joinedLines.has(line)).length;
        if (isJoined && lines === 0) continue;
        found.lines += lines;
        if (!isJoined) found.claims += 1;
        if (found.first.length < NOT_JOINED_SHOWN) found.first.push(claim.claim);
      }
    }
    return found;
  }

  /** The claim of that number; of several the one with the charge, and of those the last where it replaces the others. */
  #claimOf({ claim, charge }: RemittedClaim): Kept | null {
    const all = (this.#byNumber.get(claim) ?? []).filter((each) => each.claim.frequency !== FREQUENCY.void);
    const alike = all.length < 2 ? all : all.filter((each) => isSameAmount(each.claim.charge, charge));
    const last = alike.at(-1);
    if (last === undefined || alike.length === 1) return last ?? null;
    if (last.claim.frequency !== FREQUENCY.replacement) return null;
    for (const each of alike) each.isReplaced = each !== last;
    return last;
  }
}

/** The submitted line of each remitted one. Parts of one line that the payer split have its control number, and all join it. */
function joinedLines(
  remitted: readonly RemittedLine[],
  submitted: readonly SubmittedLine[],
): readonly (SubmittedLine | null)[] {
  const byControl = linesByControl(submitted);
  const found = remitted.map((line) => (line.control === "" ? null : (byControl.get(line.control) ?? null)));
  const left = new Set(submitted);
  for (const line of found) if (line !== null) left.delete(line);
  return remitted.map((line, place) => {
    const known = found[place] ?? null;
    if (known !== null) return known;
    const alike = lineOf(line, [...left]);
    if (alike !== null) left.delete(alike);
    return alike;
  });
}

/** Lines by what a payer returns as REF*6R: their own number, or the place in the claim (LX01) of a line that has none. */
function linesByControl(lines: readonly SubmittedLine[]): ReadonlyMap<string, SubmittedLine | null> {
  const byControl = new Map<string, SubmittedLine | null>();
  for (const line of lines) {
    const control = line.control || line.number;
    if (control !== "") byControl.set(control, byControl.has(control) ? null : line);
  }
  return byControl;
}

/** The submitted line with the code and day of a remitted one, among those that are not taken yet. */
function lineOf(line: RemittedLine, left: readonly SubmittedLine[]): SubmittedLine | null {
  const alike = left.filter(
    ({ code, day, control }) =>
      code === line.code &&
      (line.day === "" || day === line.day) &&
      // Two different control numbers are two lines.
      (line.control === "" || control === "" || control === line.control),
  );
  if (alike.length < 2) return alike[0] ?? null;
  const same = alike.filter(
    ({ modifiers, charge }) => modifiers.join() === line.modifiers.join() && isSameAmount(charge, line.charge),
  );
  const [first] = same;
  return first !== undefined && same.every((each) => isPricedAlike(each, first)) ? first : null;
}

/** Whether two lines say the same of everything that a price depends on: then either may be joined. */
function isPricedAlike(a: SubmittedLine, b: SubmittedLine): boolean {
  return PRICED_BY.every((fact) => a[fact] === b[fact]);
}

const PRICED_BY = ["day", "units", "minutes", "place", "npi", "revenueCode"] as const;

/** Reversals have the charge with the opposite sign. */
function isSameAmount(a: string, b: string): boolean {
  const [left, right] = [amountOf(a.replace(/^-/, "")), amountOf(b.replace(/^-/, ""))];
  return left !== null && right !== null && compare(left, right) === 0;
}
