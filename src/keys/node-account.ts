import { type Lease, type LeaseRequest, lentFrom } from "./lease.ts";

/** A worker's share of what its node has borrowed: the others may ask in a moment. */
const WORKER_DIVISOR = 4;

/** A worker that waits for the database's decision. */
interface WaitingWorker {
  readonly request: LeaseRequest;
  readonly decide: (lease: Lease) => void;
}

/** What a node knows about one key in one window: what it has borrowed for it, and who waits. */
export class NodeAccount {
  readonly keyId: string;
  readonly limit: number;
  readonly window: number;
  waiting: WaitingWorker[] = [];
  /** The database is asked: to decide about those who waited, or for more in advance. */
  isAsking = false;
  isDeciding = false;
  /** Borrowed and not lent. */
  #stock = 0;
  /** Borrowed in all, whether it is used, lent or in stock. */
  #borrowed = 0;
  #lastLease = 0;
  /** Left for everyone, as last heard. */
  #remaining: number;
  /** Requests were refused: that does not change before the window ends. */
  #isExhausted = false;
  /** What is left is too little to be lent in advance. */
  #isScarce = false;
  /** What the node has used of its own share since it does without the database; null while it asks it. */
  #usedAlone: number | null = null;

  constructor(keyId: string, limit: number, window: number) {
    this.keyId = keyId;
    this.limit = limit;
    this.window = window;
    this.#remaining = limit;
  }

  get isAlone(): boolean {
    return this.#usedAlone !== null;
  }

  /** More is to be borrowed before the stock runs dry. */
  get isLow(): boolean {
    return !this.#isScarce && !this.#isExhausted && this.#stock <= this.#lastLease / 2;
  }

  /** A worker has this left of its lease. */
  giveBack(unused: number): void {
    if (this.#usedAlone === null) this.#stock += unused;
    else this.#usedAlone -= unused;
  }

  /** Lends from the stock; null when the database has to decide. */
  lendFromStock({ further, costs }: LeaseRequest): Lease | null {
    const cost = total(further) + total(costs);
    if (this.#stock > 0 && cost <= this.#stock) {
      this.#stock -= cost;
      return this.#lease(further.length + costs.length);
    }
    // Whoever has been admitted before may be admitted still: only the database knows.
    return this.#isExhausted && this.#stock === 0 && further.length === 0 ? this.#lease(0) : null;
  }

  /** What the database is asked about all who wait; the stock is given back with it, so that it decides knowing everything. */
  questionOf(workers: readonly WaitingWorker[]): LeaseRequest {
    const { keyId, limit, window } = this;
    const further = workers.flatMap(({ request }) => request.further);
    const costs = workers.flatMap(({ request }) => request.costs);
    return { keyId, limit, window, unused: this.#stock, further, costs };
  }

  /** The question for more in advance. */
  get questionAhead(): LeaseRequest {
    const { keyId, limit, window } = this;
    return { keyId, limit, window, unused: 0, further: [], costs: [] };
  }

  /** The database has answered a question. */
  take(question: LeaseRequest, { admitted, lookups, remaining }: Lease): void {
    const { further, costs } = question;
    // Of another window there was nothing to give back.
    const unused = question.window === this.window ? question.unused : 0;
    const asked = [...further, ...costs];
    this.#borrowed += total(asked.slice(0, admitted)) + lookups - unused;
    this.#stock += lookups - unused;
    this.#lastLease = lookups;
    this.#remaining = remaining;
    this.#isScarce ||= lookups === 0;
    this.#isExhausted ||= admitted < asked.length;
  }

  /** Tells those who waited what was decided: the first so many of all `further`, then of all `costs`. */
  tell(workers: readonly WaitingWorker[], { further }: LeaseRequest, { admitted }: Lease): void {
    let furtherLeft = admitted;
    let costsLeft = admitted - further.length;
    for (const { request, decide } of workers) {
      const ofFurther = Math.min(request.further.length, Math.max(0, furtherLeft));
      const ofCosts = Math.min(request.costs.length, Math.max(0, costsLeft));
      furtherLeft -= request.further.length;
      costsLeft -= request.costs.length;
      decide(this.#lease(ofFurther + ofCosts));
    }
  }

  /** From now on the node decides by itself, until the window ends: what it has used so far is part of its share. */
  standAlone(): void {
    if (this.#usedAlone !== null) return;
    this.#usedAlone = this.#borrowed - this.#stock;
    this.#stock = 0;
  }

  /** Lends from the node's own share of the limit. */
  lendAlone({ further, costs }: LeaseRequest, share: number): Lease {
    const { lease, used } = lentFrom(this.#usedAlone ?? 0, { limit: share, further, costs }, this.window);
    this.#usedAlone = used;
    return lease;
  }

  #lease(admitted: number): Lease {
    const lookups = Math.floor(this.#stock / WORKER_DIVISOR);
    this.#stock -= lookups;
    return { window: this.window, admitted, lookups, remaining: this.#remaining + this.#stock };
  }
}

function total(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + cost, 0);
}
