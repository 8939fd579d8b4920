import type { ApiKey } from "./api-key.ts";
import {
  type Admission,
  admission,
  LimitLedger,
  limitPerWindow,
  type RateLimits,
  UNLIMITED,
  windowAt,
} from "./rate-limits.ts";

/*
 * Several workers, one limit per key. The primary process keeps the ledger and lends each worker a part of what is left, so a worker admits
 * most requests by itself. A lease ends with its window.
 */

/** A worker requests admission in this order, and returns what is left of its last lease. */
export interface LeaseRequest {
  readonly keyId: string;
  readonly limit: number;
  readonly window: number;
  readonly unused: number;
  /** Further costs of requests that were admitted before. Decided first, since they are refused last. */
  readonly further: readonly number[];
  readonly costs: readonly number[];
}

export interface Lease {
  readonly window: number;
  /** Time of the clock that numbers the windows; absent: the clock of the machine. */
  readonly clockMilliseconds?: number;
  /** How many of the requests are admitted, from the first on: `further`, then `costs`. */
  readonly admitted: number;
  /** Lookups that the worker may admit by itself. */
  readonly lookups: number;
  /** What is left for everyone when the lease was given. */
  readonly remaining: number;
}

/** A lease is this part of what is left: large while there is plenty, single lookups when it runs out. */
export const LEASE_DIVISOR = 64;

/** Decides on requests when so much of a window is used: the lease, and what is used afterwards. */
export function lentFrom(
  usedBefore: number,
  { limit, further, costs }: Pick<LeaseRequest, "limit" | "further" | "costs">,
  window: number,
): { readonly lease: Lease; readonly used: number } {
  let used = usedBefore;
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
  return { lease: { window, admitted, lookups, remaining: Math.max(0, limit - used) }, used };
}

/**
 * Keeps a limit that several share, and lends parts of it: the primary to its workers in memory (`LeaseIssuer`), the database to nodes
 * (`PostgresLimitStore`), a node to its workers (`NodeLimits`).
 *
 * A server without a database keeps its limits in memory: a window lasts ten seconds, as long as a restart. A disk write for every lease
 * would cost more than it saves.
 */
export interface LimitStore {
  /** The decision depends on earlier requests in this window only. */
  lend(request: LeaseRequest): Lease | Promise<Lease>;
}

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
    // A lease ends with its window.
    const unused = request.window === window ? request.unused : 0;
    const { lease, used } = lentFrom(usedBefore - unused, request, window);
    this.#ledger.write(request.keyId, used);
    return lease;
  }
}

interface Waiting {
  readonly cost: number;
  /** It has been admitted before, and costs more than that. */
  readonly isFurther: boolean;
  readonly decide: (verdict: Verdict) => void;
}

type Verdict = "admitted" | "refused" | "next window";

/** What a worker knows about one key in one window. */
interface Account {
  readonly limit: number;
  readonly window: number;
  lookups: number;
  /** Left for everyone, as last heard. */
  remaining: number;
  /** The primary has nothing left; that does not change before the window ends. */
  exhausted: boolean;
  waiting: Waiting[];
  asking: boolean;
}

/** The limits of one worker among several: it admits requests against leases from the primary process. */
export class LeasedLimits implements RateLimits {
  readonly #lookupsPerMinute: number;
  readonly #lend: (request: LeaseRequest) => Promise<Lease>;
  readonly #now: () => number;
  readonly #clock: SharedClock;
  /** One account per key in use, all of the current window. */
  readonly #accounts = new Map<string, Account>();
  #window = 0;

  constructor(lookupsPerMinute: number, lend: (request: LeaseRequest) => Promise<Lease>, now: () => number = Date.now) {
    this.#lookupsPerMinute = lookupsPerMinute;
    this.#lend = lend;
    this.#now = now;
    this.#clock = new SharedClock(now);
  }

  take(key: ApiKey, lookups: number): Admission | Promise<Admission> {
    return this.#charge(key, lookups, false);
  }

  takeFurther(key: ApiKey, lookups: number): Admission | Promise<Admission> {
    return this.#charge(key, lookups, true);
  }

  #charge(key: ApiKey, lookups: number, isFurther: boolean): Admission | Promise<Admission> {
    const limit = limitPerWindow(key.lookupsPerMinute ?? this.#lookupsPerMinute);
    if (limit === 0) return UNLIMITED;

    const { now } = this.#clock;
    const account = this.#account(key.id, limit, windowAt(now));
    if (account.waiting.length === 0 && !account.asking) {
      if (account.lookups > 0 && account.lookups >= lookups) {
        account.lookups -= lookups;
        return admission(true, limit, account.lookups + account.remaining, now);
      }
      // A request that was admitted before may still be admitted: only the primary knows.
      if (account.exhausted && account.lookups === 0 && !isFurther) return admission(false, limit, 0, now);
    }
    return this.#queue(key, account, lookups, isFurther);
  }

  #account(keyId: string, limit: number, window: number): Account {
    if (window !== this.#window) {
      this.#window = window;
      this.#accounts.clear();
    }
    let account = this.#accounts.get(keyId);
    if (account === undefined) {
      account = { limit, window, lookups: 0, remaining: limit, exhausted: false, waiting: [], asking: false };
      this.#accounts.set(keyId, account);
    }
    return account;
  }

  async #queue(key: ApiKey, account: Account, cost: number, isFurther: boolean): Promise<Admission> {
    const { promise, resolve } = Promise.withResolvers<Verdict>();
    account.waiting.push({ cost, isFurther, decide: resolve });
    if (!account.asking) void this.#borrow(key.id, account);
    const verdict = await promise;
    if (verdict === "next window") return this.#charge(key, cost, isFurther);
    return admission(verdict === "admitted", account.limit, account.lookups + account.remaining, this.#clock.now);
  }

  /** Requests that arrive while the primary decides are sent to it together, in the next call. */
  async #borrow(keyId: string, account: Account): Promise<void> {
    account.asking = true;
    while (account.waiting.length > 0) {
      const further = account.waiting.filter(({ isFurther }) => isFurther);
      const others = account.waiting.filter(({ isFurther }) => !isFurther);
      account.waiting = [];
      const unused = account.lookups;
      account.lookups = 0;
      const { limit, window } = account;
      const sentAt = this.#now();
      const lease = await this.#lend({
        keyId,
        limit,
        window,
        unused,
        further: further.map(({ cost }) => cost),
        costs: others.map(({ cost }) => cost),
      });
      if (lease.clockMilliseconds !== undefined) this.#clock.hear(lease.clockMilliseconds, sentAt);
      const requests = [...further, ...others];
      // The window may have ended meanwhile: the lease then belongs to the account of the next one.
      const current = this.#account(keyId, limit, windowAt(this.#clock.now));
      const isCurrent = lease.window === current.window;

      if (isCurrent) {
        current.lookups += lease.lookups;
        current.remaining = lease.remaining;
        current.exhausted ||= lease.admitted < requests.length;
      }
      requests.forEach(({ decide }, place) => {
        if (place < lease.admitted) decide("admitted");
        else decide(isCurrent ? "refused" : "next window");
      });
    }
    account.asking = false;
  }
}

/** Clocks show whole milliseconds. */
const RESOLUTION_MILLISECONDS = 1;

/**
 * The clock that numbers windows, for a process that reads it elsewhere: a node from its database, a worker from its node. It puts nodes
 * with different clocks in one window. Until the first answer, it is the clock of the process.
 */
export class SharedClock {
  readonly #own: () => number;
  #aheadMilliseconds = 0;

  constructor(own: () => number) {
    this.#own = own;
  }

  get now(): number {
    return this.#own() + this.#aheadMilliseconds;
  }

  /**
   * It showed `heard` between a call that left at `sentAt` by our clock and its answer now: halfway, plus or minus half of that time. A
   * smaller difference is ignored (as NTP does).
   */
  hear(heard: number, sentAt: number): void {
    const receivedAt = this.#own();
    const ahead = heard - (sentAt + receivedAt) / 2;
    const uncertainty = Math.abs(receivedAt - sentAt) / 2 + RESOLUTION_MILLISECONDS;
    if (Math.abs(ahead - this.#aheadMilliseconds) > uncertainty) this.#aheadMilliseconds = Math.round(ahead);
  }
}
