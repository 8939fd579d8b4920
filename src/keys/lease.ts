import { LimitLedger } from "./limit-ledger.ts";
import { windowAt } from "./window.ts";

/*
 * Several workers, one limit per key: the primary process keeps the ledger and lends each worker a part of what is
 * left, so that most requests are admitted without asking. A lease ends with its window.
 */

/** A worker asks to admit these requests, in this order, and gives back what it has left of its last lease. */
export interface LeaseRequest {
  readonly keyId: string;
  readonly limit: number;
  readonly window: number;
  readonly unused: number;
  /** What requests cost that were admitted before, beyond that; decided first, since they are refused last. */
  readonly further: readonly number[];
  readonly costs: readonly number[];
}

export interface Lease {
  readonly window: number;
  /** How many of the requests are admitted, from the first on: `further`, then `costs`. */
  readonly admitted: number;
  /** Lookups that the worker may admit without asking. */
  readonly lookups: number;
  /** What is left for everyone when the lease was given. */
  readonly remaining: number;
}

/** A lease is this part of what is left: large while there is plenty, single lookups when it runs out. */
const LEASE_DIVISOR = 64;

/** The primary's side: decides about the requests and lends. */
export class LeaseOffice {
  readonly #ledger = new LimitLedger();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  lend({ keyId, limit, window, unused, further, costs }: LeaseRequest): Lease {
    const now = this.#now();
    let used = this.#ledger.used(keyId, now);
    // What was lent in an earlier window is gone with it.
    if (window === windowAt(now)) used -= unused;

    let admitted = 0;
    const admitWhile = (isAdmitted: () => boolean, lookups: readonly number[]) => {
      for (const cost of lookups) {
        if (!isAdmitted()) return;
        used += cost;
        admitted += 1;
      }
    };
    admitWhile(() => used <= limit, further);
    admitWhile(() => used < limit, costs);
    const lookups = Math.max(0, Math.floor((limit - used) / LEASE_DIVISOR));
    used += lookups;
    this.#ledger.write(keyId, used);
    return { window: windowAt(now), admitted, lookups, remaining: Math.max(0, limit - used) };
  }
}
