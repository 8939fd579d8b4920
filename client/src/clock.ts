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
