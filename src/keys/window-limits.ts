import type { ApiKey } from "./api-key.ts";
import { LimitLedger } from "./limit-ledger.ts";
import type { Admission, RateLimits } from "./rate-limits.ts";
import { admission, limitPerWindow, UNLIMITED } from "./window.ts";

/** The limits of a server that is one process: a fixed-window counter for each key. */
export class WindowLimits implements RateLimits {
  readonly #ledger = new LimitLedger();
  readonly #lookupsPerMinute: number;
  readonly #now: () => number;

  constructor(lookupsPerMinute: number, now: () => number = Date.now) {
    this.#lookupsPerMinute = lookupsPerMinute;
    this.#now = now;
  }

  take(key: ApiKey, lookups: number): Admission {
    return this.#charge(key, lookups, (used, limit) => used < limit);
  }

  takeFurther(key: ApiKey, lookups: number): Admission {
    return this.#charge(key, lookups, (used, limit) => used <= limit);
  }

  #charge(key: ApiKey, lookups: number, isAdmitted: (used: number, limit: number) => boolean): Admission {
    const limit = limitPerWindow(key.lookupsPerMinute ?? this.#lookupsPerMinute);
    if (limit === 0) return UNLIMITED;

    const now = this.#now();
    const used = this.#ledger.used(key.id, now);
    if (!isAdmitted(used, limit)) return admission(false, limit, 0, now);

    this.#ledger.write(key.id, used + lookups);
    return admission(true, limit, limit - used - lookups, now);
  }
}
