import type { NoAmountCode } from "./reason.ts";

/** Far more than there are kinds of messages; a dataset that names everything differently costs no more memory. */
const REASONS_MAX = 200;
const OTHER_REASONS = "Other reasons.";

/** Why lookups have no amount: the code that programs rely on, the message without its values, and how many. */
export type ReasonCount = readonly [code: NoAmountCode, reason: string, lookups: number];

/** Counts why lookups have no amount. */
export class Reasons {
  readonly #counts = new Map<string, ReasonCount>();

  add(code: NoAmountCode, reason: string, lookups: number): void {
    const isKept = this.#counts.has(keyOf(code, reason)) || this.#counts.size < REASONS_MAX;
    const kept = isKept ? reason : OTHER_REASONS;
    const key = keyOf(code, kept);
    this.#counts.set(key, [code, kept, (this.#counts.get(key)?.[2] ?? 0) + lookups]);
  }

  record(): readonly ReasonCount[] {
    return [...this.#counts.values()];
  }
}

function keyOf(code: NoAmountCode, reason: string): string {
  return `${code} ${reason}`;
}
