import { compare } from "../../core/money/arithmetic.ts";
import { failure } from "../../core/runtime/failure.ts";
import { countText } from "../../core/text/plural.ts";
import { amountOf } from "./amounts.ts";
import type { SubmittedClaim, SubmittedLine } from "./claims.ts";
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
}

/**
 * The claims of an 837, by the number that the provider gave them. Payers return that number (CLP01) and the control numbers of the
 * lines (REF*6R). Without those, a line is found by its code and day. What can be joined in two ways is joined in none.
 */
export class ClaimsByNumber {
  readonly #byNumber = new Map<string, Kept[]>();
  #lines = 0;

  add(claim: SubmittedClaim): void {
    this.#lines += Math.max(claim.lines.length, 1);
    if (this.#lines > LINES_JOINED_MAX) {
      throw failure(`there are more than ${countText(LINES_JOINED_MAX, "line")} of claims to join; split them`);
    }
    const kept = { claim, isJoined: false };
    const others = this.#byNumber.get(claim.claim);
    if (others === undefined) this.#byNumber.set(claim.claim, [kept]);
    else others.push(kept);
  }

  joined(remitted: RemittedClaim): JoinedClaim | null {
    const kept = this.#claimOf(remitted);
    if (kept === null) return null;
    kept.isJoined = true;
    const left = new Set(kept.claim.lines);
    const lines = remitted.lines.map((line) => {
      const found = lineOf(line, [...left]);
      if (found !== null) left.delete(found);
      return found;
    });
    return { claim: kept.claim, lines };
  }

  /** The submitted claims that no remittance was joined with. */
  notJoined(): NotJoined {
    const left = [...this.#byNumber.values()].flat().filter(({ isJoined }) => !isJoined);
    return {
      side: "claims",
      claims: left.length,
      lines: left.reduce((total, { claim }) => total + claim.lines.length, 0),
      first: left.slice(0, NOT_JOINED_SHOWN).map(({ claim }) => claim.claim),
    };
  }

  #claimOf({ claim, charge }: RemittedClaim): Kept | null {
    const all = this.#byNumber.get(claim) ?? [];
    const alike = all.length < 2 ? all : all.filter((each) => isSameAmount(each.claim.charge, charge));
    return alike.length === 1 ? (alike[0] as Kept) : null;
  }
}

/** The submitted line of a remitted one, among those that are not taken yet. */
function lineOf(line: RemittedLine, left: readonly SubmittedLine[]): SubmittedLine | null {
  const byControl = line.control === "" ? [] : left.filter(({ control }) => control === line.control);
  if (byControl.length === 1) return byControl[0] as SubmittedLine;
  const alike = left.filter(({ code, day }) => code === line.code && (line.day === "" || day === line.day));
  if (alike.length < 2) return alike[0] ?? null;
  const same = alike.filter(
    ({ modifiers, charge }) => modifiers.join() === line.modifiers.join() && isSameAmount(charge, line.charge),
  );
  // Lines that are equal in all of this are as good as one another.
  return same[0] ?? null;
}

/** Reversals have the charge with the opposite sign. */
function isSameAmount(a: string, b: string): boolean {
  const [left, right] = [amountOf(a.replace(/^-/, "")), amountOf(b.replace(/^-/, ""))];
  return left !== null && right !== null && compare(left, right) === 0;
}
