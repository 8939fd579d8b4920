import { compare, ZERO } from "../../core/money/arithmetic.ts";
import type { Factor } from "../../core/money/factor.ts";
import { amountOf, amountOrZero, amountText, minus, plus, totalOf } from "./amounts.ts";
import { NOT_JOINED_SHOWN, type NotJoined } from "./joining.ts";
import { meaningOfProviderReason, meaningOfReason } from "./reason-codes.ts";
import type { Adjustment, Payment, ProviderAdjustment, RemittanceEvents, RemittedClaim } from "./remittance.ts";
import type { RepeatedPayment } from "./repeated-payments.ts";

/** What a remittance says beside its lines. Plain data with amounts as text, so that threads and checkpoints can carry it. */
export interface RemittanceFacts {
  /** The payments (BPR02, TRN02, BPR16), at most 100. */
  readonly payments: readonly { readonly trace: string; readonly date: string; readonly amount: string }[];
  /** How many more there are. */
  readonly paymentsLeft: number;
  /** Payments that are in the input more than once, at most 20. */
  readonly repeated: readonly RepeatedPayment[];
  /** Sum of all payments. */
  readonly payment: string;
  readonly claims: number;
  readonly lines: number;
  /** Sum of what claims were paid (CLP04). */
  readonly claimsPaid: string;
  /** Sum of what lines were paid (SVC03); a claim without lines counts with its own payment. */
  readonly linesPaid: string;
  /** Adjustments that belong to no claim (PLB), by reason; a positive amount lowers the payment. */
  readonly providerAdjustments: readonly {
    readonly reason: string;
    readonly meaning: string;
    readonly times: number;
    readonly amount: string;
  }[];
  /** Adjustments of claims and lines (CAS), by group and reason. */
  readonly adjustments: readonly {
    readonly group: string;
    readonly reason: string;
    readonly meaning: string;
    readonly times: number;
    readonly amount: string;
  }[];
  /** With claims: what stands on one side alone. */
  readonly notJoined: readonly NotJoined[];
  /** Whether each claim equals its lines less its own adjustments, and each payment its claims less the provider's adjustments. */
  readonly isReconciled: boolean;
}

const PAYMENTS_SHOWN = 100;
/** More than both lists of codes have; the rest of a damaged file is added up under one name. */
const REASONS_MAX = 1_000;
const OTHER_REASONS = "other";

interface Counted {
  readonly group: string;
  readonly reason: string;
  times: number;
  amount: Factor;
}

/** Adds up what the first pass over a remittance finds. */
export class FactsOfRemittance implements RemittanceEvents {
  readonly #payments: Payment[] = [];
  #paymentsLeft = 0;
  #payment = ZERO;
  #claims = 0;
  #lines = 0;
  #claimsPaid = ZERO;
  #linesPaid = ZERO;
  readonly #adjustments = new Map<string, Counted>();
  readonly #providerAdjustments = new Map<string, Counted>();
  /** What the payment of the transaction under way should be. */
  #expected = ZERO;
  #isReconciled = true;
  readonly #notJoined = { side: "remittance" as const, claims: 0, lines: 0, first: [] as string[] };

  payment(payment: Payment): void {
    if (this.#payments.length < PAYMENTS_SHOWN) this.#payments.push(payment);
    else this.#paymentsLeft += 1;
    const amount = amountOf(payment.amount);
    this.#isReconciled &&= amount !== null && compare(amount, this.#expected) === 0;
    this.#payment = plus(this.#payment, amount ?? ZERO);
    this.#expected = ZERO;
  }

  claim(claim: RemittedClaim): void {
    this.#claims += 1;
    this.#lines += claim.lines.length;
    const paid = amountOrZero(claim.paid);
    this.#claimsPaid = plus(this.#claimsPaid, paid);
    this.#expected = plus(this.#expected, paid);
    const ofLines = claim.lines.length === 0 ? paid : totalOf(claim.lines.map((line) => amountOrZero(line.paid)));
    this.#linesPaid = plus(this.#linesPaid, ofLines);
    for (const each of claim.adjustments) this.#adjusted(each);
    for (const { adjustments } of claim.lines) for (const each of adjustments) this.#adjusted(each);
    if (claim.lines.length === 0) return;
    const ofClaim = totalOf(claim.adjustments.map(({ amount }) => amountOrZero(amount)));
    this.#isReconciled &&= compare(paid, minus(ofLines, ofClaim)) === 0;
  }

  providerAdjustment({ reason, amount }: ProviderAdjustment): void {
    const value = amountOrZero(amount);
    this.#expected = minus(this.#expected, value);
    count(this.#providerAdjustments, "", reason, value);
  }

  /** A claim, or some of its lines, without a counterpart among the submitted claims. */
  notJoined(claim: RemittedClaim, lines: number, isWholeClaim: boolean): void {
    this.#notJoined.lines += lines;
    if (isWholeClaim) this.#notJoined.claims += 1;
    if (this.#notJoined.first.length < NOT_JOINED_SHOWN) this.#notJoined.first.push(claim.claim);
  }

  /** `submitted`: the claims that no remittance was found for; null where no claims were given. */
  facts(submitted: NotJoined | null): Omit<RemittanceFacts, "repeated"> {
    return {
      payments: this.#payments.map(({ trace, date, amount }) => ({ trace, date, amount: shown(amount) })),
      paymentsLeft: this.#paymentsLeft,
      payment: amountText(this.#payment),
      claims: this.#claims,
      lines: this.#lines,
      claimsPaid: amountText(this.#claimsPaid),
      linesPaid: amountText(this.#linesPaid),
      providerAdjustments: listed(this.#providerAdjustments).map(({ reason, times, amount }) => ({
        reason,
        meaning: meaningOfProviderReason(reason),
        times,
        amount: amountText(amount),
      })),
      adjustments: listed(this.#adjustments).map(({ group, reason, times, amount }) => ({
        group,
        reason,
        meaning: meaningOfReason(reason),
        times,
        amount: amountText(amount),
      })),
      notJoined: submitted === null ? [] : [this.#notJoined, submitted],
      isReconciled: this.#isReconciled,
    };
  }

  #adjusted({ group, reason, amount }: Adjustment): void {
    count(this.#adjustments, group, reason, amountOrZero(amount));
  }
}

function shown(amount: string): string {
  const value = amountOf(amount);
  return value === null ? amount : amountText(value);
}

function count(into: Map<string, Counted>, group: string, reason: string, amount: Factor): void {
  const key = `${group} ${reason}`;
  const known = into.get(key) ?? (into.size < REASONS_MAX ? undefined : into.get(OTHER_REASONS));
  if (known !== undefined) {
    known.times += 1;
    known.amount = plus(known.amount, amount);
  } else if (into.size < REASONS_MAX - 1) into.set(key, { group, reason, times: 1, amount });
  else into.set(OTHER_REASONS, { group: "", reason: OTHER_REASONS, times: 1, amount });
}

/** The largest amounts first. */
function listed(counted: ReadonlyMap<string, Counted>): readonly Counted[] {
  return [...counted.values()].sort((a, b) => compare(b.amount, a.amount) || (a.reason < b.reason ? -1 : 1));
}
