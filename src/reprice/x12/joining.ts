import { failure } from "../../core/runtime/failure.ts";
import { countText } from "../../core/text/plural.ts";
import { amountKey } from "./amounts.ts";
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
  /** Its days of service, once they were needed. */
  days: ReadonlySet<string> | null;
}

/** The claims of one number. */
interface SameNumber {
  readonly all: Kept[];
  readonly byCharge: Map<string, Kept[]>;
}

/**
 * The claims of an 837, by the number that the provider gave them. Payers return that number (CLP01) and the control numbers of the
 * lines (REF*6R). Without those, a line is found by its code and day. What can be joined in two ways is joined in none.
 */
export class ClaimsByNumber {
  readonly #byNumber = new Map<string, SameNumber>();
  #lines = 0;
  /** Of the claim that was joined last: the parts of a split claim, or its reversal and correction, follow one another. */
  #last: { readonly kept: Kept; readonly lines: LinesByKey } | null = null;

  add(claim: SubmittedClaim): void {
    this.#lines += Math.max(claim.lines.length, 1);
    if (this.#lines > LINES_JOINED_MAX) {
      throw failure(`there are more than ${countText(LINES_JOINED_MAX, "line")} of claims to join; split them`);
    }
    const kept = { claim, isJoined: false, days: null };
    let same = this.#byNumber.get(claim.claim);
    if (same === undefined) {
      same = { all: [], byCharge: new Map() };
      this.#byNumber.set(claim.claim, same);
    }
    same.all.push(kept);
    addTo(same.byCharge, sizeText(claim.charge), kept);
  }

  joined(remitted: RemittedClaim): JoinedClaim | null {
    const kept = this.#claimOf(remitted);
    if (kept === null) return null;
    kept.isJoined = true;
    if (this.#last?.kept !== kept) this.#last = { kept, lines: new LinesByKey(kept.claim.lines) };
    return { claim: kept.claim, lines: this.#last.lines.joined(remitted.lines) };
  }

  /** The submitted claims that no remittance was joined with. */
  notJoined(): NotJoined {
    const left = [...this.#byNumber.values()].flatMap(({ all }) => all).filter(({ isJoined }) => !isJoined);
    return {
      side: "claims",
      claims: left.length,
      lines: left.reduce((total, { claim }) => total + claim.lines.length, 0),
      first: left.slice(0, NOT_JOINED_SHOWN).map(({ claim }) => claim.claim),
    };
  }

  /** The only claim with that charge. A number is used again for other visits: a claim of another charge needs the same days. */
  #claimOf(remitted: RemittedClaim): Kept | null {
    const same = this.#byNumber.get(remitted.claim);
    if (same === undefined) return null;
    const charge = sizeText(remitted.charge);
    const alike = charge === "" ? [] : (same.byCharge.get(charge) ?? []);
    if (alike.length === 1) return alike[0] as Kept;
    const only = same.all.length === 1 ? same.all[0] : undefined;
    return only !== undefined && hasDaysOf(only, remitted) ? only : null;
  }
}

/** Whether all days of a remitted claim are days of the submitted one: a payer may split a claim. */
function hasDaysOf(kept: Kept, remitted: RemittedClaim): boolean {
  const { from, through, admitted, lines } = kept.claim;
  kept.days ??= new Set([from, through, admitted, ...lines.map(({ day }) => day)]);
  const ofLines = remitted.lines.map(({ day }) => day).filter((day) => day !== "");
  const days = ofLines.length > 0 ? ofLines : [remitted.from, remitted.through].filter((day) => day !== "");
  return days.length > 0 && days.every((day) => kept.days?.has(day));
}

/** The lines of a submitted claim by what a remitted line may say of them: a claim may have thousands of equal lines. */
class LinesByKey {
  /** Null where several lines have the control number. */
  readonly #byControl = new Map<string, SubmittedLine | null>();
  readonly #byKey = new Map<string, SubmittedLine[]>();

  constructor(lines: readonly SubmittedLine[]) {
    for (const line of lines) {
      if (line.control !== "") this.#byControl.set(line.control, this.#byControl.has(line.control) ? null : line);
      for (const day of new Set([line.day, ""])) {
        addTo(this.#byKey, codeKey(line, day), line);
        addTo(this.#byKey, wholeKey(line, day), line);
      }
    }
  }

  /** Each remitted line with a submitted one of its own. */
  joined(remitted: readonly RemittedLine[]): readonly (SubmittedLine | null)[] {
    const taken = new Set<SubmittedLine>();
    const take = (line: SubmittedLine | null) => {
      if (line !== null) taken.add(line);
      return line;
    };
    const byControl = remitted.map((line) => take(this.#ofControl(line, taken)));
    const left = new LinesLeft(this.#byKey, taken);
    return remitted.map((line, place) => byControl[place] ?? take(lineOf(line, left)));
  }

  /** Payers number lines in their own way at times: a line of another procedure is not the one that was billed. */
  #ofControl({ control, code }: RemittedLine, taken: ReadonlySet<SubmittedLine>): SubmittedLine | null {
    const line = control === "" ? null : (this.#byControl.get(control) ?? null);
    if (line === null || taken.has(line)) return null;
    return line.code !== "" && code !== "" && line.code !== code ? null : line;
  }
}

/** The lines under a key that are not taken yet. Lines that were passed are not looked at again. */
class LinesLeft {
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
function lineOf(line: RemittedLine, left: LinesLeft): SubmittedLine | null {
  const key = codeKey(line, line.day);
  const first = left.first(key);
  if (first === null || first === left.last(key)) return first;
  // Lines that are equal in all of this are as good as one another.
  return sizeText(line.charge) === "" ? null : left.first(wholeKey(line, line.day));
}

/** An empty day stands for any. */
function codeKey({ code }: Pick<SubmittedLine, "code">, day: string): string {
  return JSON.stringify([code, day]);
}

function wholeKey(line: Pick<SubmittedLine, "code" | "modifiers" | "charge">, day: string): string {
  return JSON.stringify([line.code, day, line.modifiers, sizeText(line.charge)]);
}

/** Reversals have the charge with the opposite sign. */
function sizeText(text: string): string {
  return amountKey(text.replace(/^-/, ""));
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
