import { amountKey } from "./amounts.ts";
import type { Payment } from "./remittance.ts";

/** A payment that stands in an input more than once: its lines count as often. */
export interface RepeatedPayment {
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
