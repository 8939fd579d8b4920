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

  /**
   * Takes what a request costs beyond the lookup that it was admitted with, all of it or nothing. That one counts as
   * left, so it is refused only when another has overdrawn the window meanwhile: of all the requests of a key together,
   * one at most goes beyond the limit.
   */
  takeFurther(key: ApiKey, lookups: number): Admission | Promise<Admission>;
}
