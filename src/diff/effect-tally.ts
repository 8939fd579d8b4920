import { compare, difference, isZero, size, sum, ZERO } from "../core/money/arithmetic.ts";
import type { Factor } from "../core/money/factor.ts";
import { Largest } from "../core/money/largest.ts";
import type { Result } from "../pricing/result.ts";
import type { Expected } from "../reprice/pricing/payment-comparison.ts";
import { reasonOfNoAmount } from "../reprice/pricing/reason.ts";

/** Claims and their amounts, before and after. An amount of only one side counts on that side. */
interface EffectTotals {
  readonly claims: number;
  readonly before: Factor;
  readonly after: Factor;
  readonly difference: Factor;
}

export interface EffectGroup extends EffectTotals {
  readonly name: string;
}

/** A claim whose amount moved, was lost or was gained; a missing amount is null and counts as zero. */
export interface ClaimMove {
  readonly line: number;
  readonly code: string;
  readonly provider: string;
  readonly before: Factor | null;
  readonly after: Factor | null;
  readonly difference: Factor;
}

/** The most distinct codes or providers: as many as a state has codes, and more than one payer's claims have. */
const GROUPS_MAX = 100_000;
const OTHERS = "(others)";

/** The most distinct reasons; messages are of some dozen kinds. */
const REASONS_MAX = 200;
const OTHER_REASONS = "Other reasons.";

export class EffectTally {
  readonly #outcomes: Record<ClaimOutcome, number> = {
    unchanged: 0,
    raised: 0,
    cut: 0,
    gained: 0,
    lost: 0,
    unpriced: 0,
    several: 0,
    takenBack: 0,
  };
  readonly #byCode = new Map<string, EffectTotals>();
  readonly #byProvider = new Map<string, EffectTotals>();
  readonly #gainedReasons = new Map<string, number>();
  readonly #lostReasons = new Map<string, number>();
  readonly #unpricedReasons = new Map<string, number>();
  readonly #faults = new Map<string, number>();
  #faulty = 0;
  #totals: EffectTotals = { claims: 0, before: ZERO, after: ZERO, difference: ZERO };
  readonly #moves: Largest<ClaimMove>;

  constructor(movesMax: number) {
    this.#moves = new Largest(movesMax);
  }

  addFaulty(reason: string): void {
    this.#faulty += 1;
    count(this.#faults, reason);
  }

  add(claim: PricedClaim): void {
    const { before, after } = claim;
    const outcome = outcomeOf(before, after);
    this.#outcomes[outcome] += 1;
    if (outcome === "gained" && before.kind === "unpriced") count(this.#gainedReasons, before.reason);
    if (outcome === "lost" && after.kind === "unpriced") count(this.#lostReasons, after.reason);
    if (outcome === "unpriced" && after.kind === "unpriced") count(this.#unpricedReasons, after.reason);
    if (outcome === "several" || outcome === "takenBack") return;
    const was = before.kind === "priced" ? before.amount : null;
    const is = after.kind === "priced" ? after.amount : null;
    this.#totals = added(this.#totals, was ?? ZERO, is ?? ZERO);
    group(this.#byCode, claim.code, was ?? ZERO, is ?? ZERO);
    group(this.#byProvider, claim.provider, was ?? ZERO, is ?? ZERO);
    if (outcome !== "unchanged" && outcome !== "unpriced") this.#note(claim, was, is);
  }

  get outcomes(): Readonly<Record<ClaimOutcome, number>> {
    return this.#outcomes;
  }

  get faulty(): number {
    return this.#faulty;
  }

  get totals(): EffectTotals {
    return this.#totals;
  }

  /**
   * Reasons, the most frequent first: why lines were rejected, why claims lost their price, why gained ones had none, and why the later
   * release has none when neither has.
   */
  get reasons() {
    const mostFirst = (reasons: ReadonlyMap<string, number>) => [...reasons].sort(([, a], [, b]) => b - a);
    return {
      faulty: mostFirst(this.#faults),
      lost: mostFirst(this.#lostReasons),
      gained: mostFirst(this.#gainedReasons),
      unpriced: mostFirst(this.#unpricedReasons),
    };
  }

  /** Groups whose total moved, the largest first. */
  get byCode(): readonly EffectGroup[] {
    return moved(this.#byCode);
  }

  get byProvider(): readonly EffectGroup[] {
    return moved(this.#byProvider);
  }

  get largest(): readonly ClaimMove[] {
    return this.#moves.items;
  }

  #note({ line, code, provider }: PricedClaim, before: Factor | null, after: Factor | null): void {
    const moved = difference(after ?? ZERO, before ?? ZERO);
    this.#moves.add(moved, () => ({ line, code, provider, before, after, difference: moved }));
  }
}

function added({ claims, before, after }: EffectTotals, was: Factor, is: Factor): EffectTotals {
  const totals = { before: sum(before, was), after: sum(after, is) };
  return { claims: claims + 1, ...totals, difference: difference(totals.after, totals.before) };
}

function group(groups: Map<string, EffectTotals>, name: string, was: Factor, is: Factor): void {
  const kept = groups.has(name) || groups.size < GROUPS_MAX ? name : OTHERS;
  groups.set(kept, added(groups.get(kept) ?? { claims: 0, before: ZERO, after: ZERO, difference: ZERO }, was, is));
}

function count(reasons: Map<string, number>, reason: string): void {
  const kept = reasons.has(reason) || reasons.size < REASONS_MAX ? reason : OTHER_REASONS;
  reasons.set(kept, (reasons.get(kept) ?? 0) + 1);
}

function moved(groups: ReadonlyMap<string, EffectTotals>): EffectGroup[] {
  return [...groups]
    .filter(([, totals]) => !isZero(totals.difference))
    .map(([name, totals]) => ({ name, ...totals }))
    .sort((a, b) => (isLarger(a, b) ? -1 : isLarger(b, a) ? 1 : 0));
}

interface Moved {
  readonly difference: Factor;
}

function isLarger(one: Moved, other: Moved): boolean {
  return compare(size(one.difference), size(other.difference)) > 0;
}

export interface PricedClaim {
  readonly line: number;
  readonly code: string;
  readonly provider: string;
  readonly before: ClaimPrice;
  readonly after: ClaimPrice;
}

/**
 * The change of an amount: `unpriced` has none in either release, `several` has more than one in one of them, and `takenBack`
 * reverses another line.
 */
export type ClaimOutcome = "unchanged" | "raised" | "cut" | "gained" | "lost" | "unpriced" | "several" | "takenBack";

export function outcomeOf(before: ClaimPrice, after: ClaimPrice): ClaimOutcome {
  if (before.kind === "takenBack" || after.kind === "takenBack") return "takenBack";
  if (before.kind === "several" || after.kind === "several") return "several";
  if (before.kind === "unpriced") return after.kind === "unpriced" ? "unpriced" : "gained";
  if (after.kind === "unpriced") return "lost";
  const order = compare(after.amount, before.amount);
  return order === 0 ? "unchanged" : order > 0 ? "raised" : "cut";
}

/**
 * A release's price for a claim: one amount, none with the reason, or several without a choice. A reversal is no claim and has none
 * of these.
 */
export type ClaimPrice =
  | { readonly kind: "priced"; readonly amount: Factor }
  | { readonly kind: "unpriced"; readonly reason: string }
  | { readonly kind: "several" }
  | { readonly kind: "takenBack" };

/** `expected`: the expected payment by each result, for the claim's units. */
export function claimPrice(results: readonly Result[], expected: readonly (Expected | null)[]): ClaimPrice {
  const amounts = expected.flatMap((each) => each?.amount ?? []);
  const [amount] = amounts;
  if (amount === undefined) return { kind: "unpriced", reason: reasonOfNoAmount(results[0] ?? {}) };
  return amounts.length > 1 ? { kind: "several" } : { kind: "priced", amount };
}
