import { compare, ZERO } from "../../core/money/arithmetic.ts";
import type { Factor } from "../../core/money/factor.ts";
import { meaningOfProviderReason, meaningOfReason } from "../values/adjustment-reasons.ts";
import { amountKey, amountOf, amountOrZero, amountText, dollars, minus, plus, totalOf } from "./amounts.ts";
import { CLAIMS_LISTED_MAX, type NotJoined } from "./joining.ts";
import type { Adjustment, Payment, ProviderAdjustment, RemittanceEvents, RemittedClaim } from "./remittance.ts";

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
  /** A claim without lines counts as one. */
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
  /** Claims that do not balance by themselves, and the first claim numbers, the provider's own. */
  readonly unbalanced: { readonly claims: number; readonly first: readonly string[] };
  /** Whether every line, claim and payment balances as the guide has it. An amount that is missing or damaged balances nothing. */
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
export class RemittanceTotals implements RemittanceEvents {
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
  readonly #unbalanced = { claims: 0, first: [] as string[] };
  readonly #notJoined = { side: "remittance" as const, claims: 0, lines: 0, first: [] as string[] };

  /** `payment`: null where a transaction has none (BPR is required), which balances with nothing. */
  payment(payment: Payment | null): void {
    const expected = this.#expected;
    this.#expected = ZERO;
    if (payment === null) {
      this.#isReconciled = false;
      return;
    }
    if (this.#payments.length < PAYMENTS_SHOWN) this.#payments.push(payment);
    else this.#paymentsLeft += 1;
    const amount = amountOf(payment.amount);
    this.#isReconciled &&= amount !== null && compare(amount, expected) === 0;
    this.#payment = plus(this.#payment, amount ?? ZERO);
  }

  claim(claim: RemittedClaim): void {
    this.#claims += 1;
    this.#lines += Math.max(claim.lines.length, 1);
    const paid = amountOrZero(claim.paid);
    this.#claimsPaid = plus(this.#claimsPaid, paid);
    this.#expected = plus(this.#expected, paid);
    const ofLines = claim.lines.length === 0 ? paid : totalOf(claim.lines.map((line) => amountOrZero(line.paid)));
    this.#linesPaid = plus(this.#linesPaid, ofLines);
    for (const each of claim.adjustments) this.#adjusted(each);
    for (const { adjustments } of claim.lines) for (const each of adjustments) this.#adjusted(each);
    if (isBalanced(claim)) return;
    this.#isReconciled = false;
    this.#unbalanced.claims += 1;
    if (this.#unbalanced.first.length < CLAIMS_LISTED_MAX) this.#unbalanced.first.push(claim.claim);
  }

  providerAdjustment({ reason, amount }: ProviderAdjustment): void {
    if (amountOf(amount) === null) this.#isReconciled = false;
    const value = amountOrZero(amount);
    this.#expected = minus(this.#expected, value);
    count(this.#providerAdjustments, "", reason, value);
  }

  /** A claim, or some of its lines, without a counterpart among the submitted claims. */
  notJoined(claim: RemittedClaim, lines: number, isWholeClaim: boolean): void {
    this.#notJoined.lines += lines;
    if (isWholeClaim) this.#notJoined.claims += 1;
    if (this.#notJoined.first.length < CLAIMS_LISTED_MAX) this.#notJoined.first.push(claim.claim);
  }

  /** `submitted`: the claims that no remittance was found for; null where no claims were given. */
  facts(submitted: NotJoined | null): Omit<RemittanceFacts, "repeated"> {
    return {
      payments: this.#payments.map(({ trace, date, amount }) => ({ trace, date, amount: dollars(amount) })),
      paymentsLeft: this.#paymentsLeft,
      payment: amountText(this.#payment),
      claims: this.#claims,
      lines: this.#lines,
      claimsPaid: amountText(this.#claimsPaid),
      linesPaid: amountText(this.#linesPaid),
      providerAdjustments: largestFirst(this.#providerAdjustments).map(({ reason, times, amount }) => ({
        reason,
        meaning: meaningOfProviderReason(reason),
        times,
        amount: amountText(amount),
      })),
      adjustments: largestFirst(this.#adjustments).map(({ group, reason, times, amount }) => ({
        group,
        reason,
        meaning: meaningOfReason(reason),
        times,
        amount: amountText(amount),
      })),
      notJoined: submitted === null ? [] : [this.#notJoined, submitted],
      unbalanced: this.#unbalanced,
      isReconciled: this.#isReconciled,
    };
  }

  #adjusted({ group, reason, amount }: Adjustment): void {
    count(this.#adjustments, group, reason, amountOrZero(amount));
  }
}

/**
 * Whether a claim balances (005010X221A1, 1.10.2.1): each line is paid its charge less its adjustments, the claim its charge less all
 * adjustments of claim and lines, and the charges of the lines are that of the claim. Its payment is then that of its lines less its own
 * adjustments.
 */
function isBalanced({ charge, paid, adjustments, lines }: RemittedClaim): boolean {
  const ofLines = lines.flatMap((line) => line.adjustments);
  const charges = total(lines.map((line) => line.charge));
  return (
    lines.every((line) => isRest(line.charge, line.adjustments, line.paid)) &&
    isRest(charge, [...adjustments, ...ofLines], paid) &&
    (lines.length === 0 || isSame(charges, amountOf(charge)))
  );
}

function isRest(charge: string, adjustments: readonly Adjustment[], paid: string): boolean {
  const [whole, taken] = [amountOf(charge), total(adjustments.map(({ amount }) => amount))];
  return whole !== null && taken !== null && isSame(minus(whole, taken), amountOf(paid));
}

/** Null where one of the amounts is missing or damaged. */
function total(amounts: readonly string[]): Factor | null {
  const values = amounts.map(amountOf).filter((each) => each !== null);
  return values.length < amounts.length ? null : totalOf(values);
}

function isSame(a: Factor | null, b: Factor | null): boolean {
  return a !== null && b !== null && compare(a, b) === 0;
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
function largestFirst(counted: ReadonlyMap<string, Counted>): readonly Counted[] {
  return [...counted.values()].sort((a, b) => compare(b.amount, a.amount) || (a.reason < b.reason ? -1 : 1));
}

/** A payment that stands in an input more than once: its lines count as often. */
interface RepeatedPayment {
  readonly trace: string;
  readonly times: number;
}

/** Far more than a file has; further payments are not watched, so that memory has a bound. */
const WATCHED_MAX = 100_000;
const SHOWN_MAX = 20;

/** Finds remittances that were put into one input twice: the same number, payer and amount (TRN02, TRN03, BPR02). */
export class RepeatedPayments {
  readonly #times = new Map<string, number>();
  readonly #repeated = new Map<string, string>();

  note(payment: Payment | null): void {
    if (payment === null || payment.trace === "") return;
    const { trace, payer, amount } = payment;
    const key = JSON.stringify([trace, payer, amountKey(amount) || amount]);
    const times = (this.#times.get(key) ?? 0) + 1;
    if (times > 1 || this.#times.size < WATCHED_MAX) this.#times.set(key, times);
    if (times > 1 && (this.#repeated.has(key) || this.#repeated.size < SHOWN_MAX)) this.#repeated.set(key, trace);
  }

  /** In the order of the input, twenty at most. */
  get list(): readonly RepeatedPayment[] {
    return [...this.#repeated].map(([key, trace]) => ({ trace, times: this.#times.get(key) as number }));
  }
}

/** `Payment 4711 is in this file twice: its lines count twice. Leave one of them out.` */
export function repeatedText({ trace, times }: RepeatedPayment): string {
  const often = times === 2 ? "twice" : `${times} times`;
  return `Payment ${trace} is in this file ${often}: its lines count ${often}. Send the remittance once.`;
}
