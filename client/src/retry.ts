import type { Failure } from "./failure.ts";

/** The waits before the second attempt, the third and so on, in seconds: those of the contract's reference client. */
const WAITS_SECONDS: readonly number[] = [1, 2, 4, 8, 16];

/** The contract's "up to 5 attempts", including the first. The last wait is for callers that request a sixth. */
export const ATTEMPTS_WHEN_ABSENT = 5;
export const ATTEMPTS_MAX: number = WAITS_SECONDS.length + 1;

/**
 * The service requests 15 seconds at most. A longer Retry-After comes from a proxy that is closed for long: the caller gets the failure
 * at once, instead of a long wait or a retry that is too early.
 */
const RETRY_AFTER_SECONDS_MAX = 60;

const TOO_MANY_REQUESTS = 429;
/** The first attempt of an upload is still in progress there. */
const STILL_ARRIVING = "idempotency_key_in_use";
const FIRST_SERVER_ERROR = 500;

/** What the retry needs from a failure, before the number of attempts is known. */
type Tried = Pick<Failure, "kind"> & {
  readonly status?: number;
  readonly code?: string;
  readonly retryAfterSeconds?: number | null;
};

/** The wait before another attempt; null when it would not help. `attempts`: those so far. */
export function waitSeconds(failure: Tried, attempts: number): number | null {
  if (!isPassing(failure)) return null;
  const requested = failure.retryAfterSeconds ?? 0;
  return requested > RETRY_AFTER_SECONDS_MAX ? null : Math.max(WAITS_SECONDS[attempts - 1] ?? 0, requested);
}

function isPassing({ kind, status = 0, code }: Tried): boolean {
  if (kind === "network" || kind === "timeout" || code === STILL_ARRIVING) return true;
  const isAnswer = kind === "problem" || kind === "unexpected_answer";
  return isAnswer && (status === TOO_MANY_REQUESTS || status >= FIRST_SERVER_ERROR);
}

/** A Retry-After header: seconds, or a date (RFC 9110, 10.2.3). Null when there is none, or none that can be read. */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header);
  const day = Date.parse(header);
  return Number.isNaN(day) ? null : Math.max(0, Math.ceil((day - now) / 1000));
}

/** The time and a timer; tests bring their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back once after this many milliseconds; the result cancels it. */
  readonly after: (milliseconds: number, act: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Waits, or ends at once with the signal; returns whether the time has passed. */
export function waited(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const end = (passed: boolean) => {
      callOff();
      signal?.removeEventListener("abort", onAbort);
      resolve(passed);
    };
    const onAbort = () => end(false);
    const callOff = clock.after(milliseconds, () => end(true));
    signal?.addEventListener("abort", onAbort);
  });
}
