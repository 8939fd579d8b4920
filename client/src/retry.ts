import type { Failure } from "./failure.ts";

/** The waits before the second attempt, the third and so on, in seconds: those of the contract's reference client. */
const WAITS_SECONDS: readonly number[] = [1, 2, 4, 8, 16];

/** The contract's "up to 5 attempts", the first included. The last of the waits is for who asks for a sixth. */
export const ATTEMPTS_WHEN_ABSENT = 5;
export const ATTEMPTS_MAX: number = WAITS_SECONDS.length + 1;

/**
 * The service asks for 15 seconds at most. What asks for more than this is something before it that is closed for long: the caller is
 * told at once, rather than kept waiting or made to ask sooner than it should.
 */
const RETRY_AFTER_SECONDS_MAX = 60;

const TOO_MANY_REQUESTS = 429;
/** The first attempt of an upload is still at work there. */
const STILL_ARRIVING = "idempotency_key_in_use";
const FIRST_SERVER_ERROR = 500;

/** What the retry needs to know of a failure, before it knows how often was tried. */
type Tried = Pick<Failure, "kind"> & {
  readonly status?: number;
  readonly code?: string;
  readonly retryAfterSeconds?: number | null;
};

/** How long to wait before another attempt; null when another would not help. `attempts`: how many there were. */
export function waitSeconds(failure: Tried, attempts: number): number | null {
  if (!isPassing(failure)) return null;
  const asked = failure.retryAfterSeconds ?? 0;
  return asked > RETRY_AFTER_SECONDS_MAX ? null : Math.max(WAITS_SECONDS[attempts - 1] ?? 0, asked);
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

/** What time it is and when it will be later; tests bring their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Acts once after so many milliseconds; what it returns calls that off. */
  readonly after: (milliseconds: number, act: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Waits, or ends at once when the signal does; says whether the time has passed. */
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
