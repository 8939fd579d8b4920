import type { ApiKey } from "./api-key.ts";
import type { Lease, LeaseRequest } from "./lease.ts";
import type { Admission, RateLimits } from "./rate-limits.ts";
import { SharedClock } from "./shared-clock.ts";
import { admission, limitPerWindow, UNLIMITED, windowAt } from "./window.ts";

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
  /** Left of the lease. */
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
  readonly #ask: (request: LeaseRequest) => Promise<Lease>;
  readonly #now: () => number;
  readonly #clock: SharedClock;
  /** One account per key in use, all of the current window. */
  readonly #accounts = new Map<string, Account>();
  #window = 0;

  constructor(lookupsPerMinute: number, ask: (request: LeaseRequest) => Promise<Lease>, now: () => number = Date.now) {
    this.#lookupsPerMinute = lookupsPerMinute;
    this.#ask = ask;
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
      // Whoever has been admitted before may be admitted still: only the primary knows.
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
    if (!account.asking) void this.#askFor(key.id, account);
    const verdict = await promise;
    if (verdict === "next window") return this.#charge(key, cost, isFurther);
    return admission(verdict === "admitted", account.limit, account.lookups + account.remaining, this.#clock.now);
  }

  /** Requests that arrive while the primary is asked are put to it together, in the next question. */
  async #askFor(keyId: string, account: Account): Promise<void> {
    account.asking = true;
    while (account.waiting.length > 0) {
      const further = account.waiting.filter(({ isFurther }) => isFurther);
      const others = account.waiting.filter(({ isFurther }) => !isFurther);
      account.waiting = [];
      const unused = account.lookups;
      account.lookups = 0;
      const { limit, window } = account;
      const sentAt = this.#now();
      const lease = await this.#ask({
        keyId,
        limit,
        window,
        unused,
        further: further.map(({ cost }) => cost),
        costs: others.map(({ cost }) => cost),
      });
      if (lease.clockMilliseconds !== undefined) this.#clock.hear(lease.clockMilliseconds, sentAt);
      const asked = [...further, ...others];
      // The window may have ended meanwhile: the lease then belongs to the account of the next one.
      const current = this.#account(keyId, limit, windowAt(this.#clock.now));
      const isCurrent = lease.window === current.window;

      if (isCurrent) {
        current.lookups += lease.lookups;
        current.remaining = lease.remaining;
        current.exhausted ||= lease.admitted < asked.length;
      }
      asked.forEach(({ decide }, place) => {
        if (place < lease.admitted) decide("admitted");
        else decide(isCurrent ? "refused" : "next window");
      });
    }
    account.asking = false;
  }
}
