import type { ApiKey } from "./api-key.ts";

/** The answer to "may this key make so many lookups now?", with what the RateLimit headers say. */
export interface Admission {
  readonly admitted: boolean;
  /** Lookups per window; 0 means that the key has no limit and no headers are sent. */
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, 1 or more. */
  readonly resetSeconds: number;
}

/**
 * Limits per key in fixed windows. A request is admitted while its window has anything left, whatever it costs. So a full batch is always
 * admitted in a new window.
 */
export interface RateLimits {
  take(key: ApiKey, lookups: number): Admission | Promise<Admission>;

  /**
   * Takes what a request costs beyond its first lookup, all or nothing. It is refused only when another request has overdrawn the window
   * meanwhile: of all the requests of a key, one at most goes beyond the limit.
   */
  takeFurther(key: ApiKey, lookups: number): Admission | Promise<Admission>;
}

/** Short windows: a refused client waits ten seconds at most, less than its timeout (conventions 4). */
export const WINDOW_MILLISECONDS = 10_000;
const WINDOWS_PER_MINUTE = 60_000 / WINDOW_MILLISECONDS;

/** Windows are numbered by the clock, so that all processes agree on them. */
export function windowAt(now: number): number {
  return Math.floor(now / WINDOW_MILLISECONDS);
}

/** Lookups per window; 0 when the key has no limit. */
export function limitPerWindow(lookupsPerMinute: number): number {
  return Math.ceil(lookupsPerMinute / WINDOWS_PER_MINUTE);
}

export const UNLIMITED: Admission = { admitted: true, limit: 0, remaining: 0, resetSeconds: 1 };

export function admission(admitted: boolean, limit: number, remaining: number, now: number): Admission {
  const windowEnd = (windowAt(now) + 1) * WINDOW_MILLISECONDS;
  return { admitted, limit, remaining: Math.max(0, remaining), resetSeconds: Math.ceil((windowEnd - now) / 1_000) };
}

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

/** A fixed-window counter: what each key has used of the current window. One number per key in use, dropped with the window. */
export class LimitLedger {
  readonly #used = new Map<string, number>();
  #window = 0;

  /** Lookups that a key has used in the window of `now`. */
  used(keyId: string, now: number): number {
    const window = windowAt(now);
    if (window !== this.#window) {
      this.#window = window;
      this.#used.clear();
    }
    return this.#used.get(keyId) ?? 0;
  }

  /** Records what a key has used in the window of the last call of `used`. */
  write(keyId: string, used: number): void {
    this.#used.set(keyId, used);
  }
}
