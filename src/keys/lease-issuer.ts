import { type Lease, type LeaseRequest, lentFrom } from "./lease.ts";
import { LimitLedger } from "./limit-ledger.ts";
import type { LimitStore } from "./limit-store.ts";
import { windowAt } from "./window.ts";

/** The primary's side: decides about the requests and lends. */
export class LeaseIssuer implements LimitStore {
  readonly #ledger = new LimitLedger();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  lend(request: LeaseRequest): Lease {
    const now = this.#now();
    const window = windowAt(now);
    const usedBefore = this.#ledger.used(request.keyId, now);
    // What was lent in an earlier window is gone with it.
    const unused = request.window === window ? request.unused : 0;
    const { lease, used } = lentFrom(usedBefore - unused, request, window);
    this.#ledger.write(request.keyId, used);
    return lease;
  }
}
