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
 * Limits per key in fixed windows. A request is admitted while its window has anything left,
 * whatever it costs, so that a full batch is always admitted in a fresh window.
 */
export interface RateLimits {
  take(key: ApiKey, lookups: number): Admission | Promise<Admission>;
}
