import type { Admission } from "./rate-limits.ts";

/** Short windows: whoever is refused waits ten seconds at most, less than a client's patience (conventions 4). */
export const WINDOW_MILLISECONDS = 10_000;
const WINDOWS_PER_MINUTE = 60_000 / WINDOW_MILLISECONDS;

/** Windows are numbered by the clock, so that every process is in the same one. */
export function windowAt(now: number): number {
  return Math.floor(now / WINDOW_MILLISECONDS);
}

/** Lookups per window; 0 when the key has no limit. */
export function limitPerWindow(lookupsPerMinute: number): number {
  return Math.ceil(lookupsPerMinute / WINDOWS_PER_MINUTE);
}

/** The answer for a key without a limit. */
export const UNLIMITED: Admission = { admitted: true, limit: 0, remaining: 0, resetSeconds: 1 };

export function admission(admitted: boolean, limit: number, remaining: number, now: number): Admission {
  const windowEnd = (windowAt(now) + 1) * WINDOW_MILLISECONDS;
  return { admitted, limit, remaining: Math.max(0, remaining), resetSeconds: Math.ceil((windowEnd - now) / 1_000) };
}
