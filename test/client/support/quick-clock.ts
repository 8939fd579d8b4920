import type { Clock } from "../../../client/src/index.ts";

/** The times of an attempt and of an upload, by which the clock knows a timeout from a wait. */
const TIMEOUTS_MILLISECONDS = [30_000, 600_000];

/** A clock on which waits are over at once, and are noted, and on which attempts end when told. */
export interface QuickClock extends Clock {
  /** In seconds. */
  readonly waits: number[];
  /** The time of every attempt under way is over. */
  expire(): void;
}

export function quickClock(now = Date.parse("2026-11-15T12:00:00Z")): QuickClock {
  const waits: number[] = [];
  const timeouts = new Set<() => void>();
  return {
    waits,
    now: () => now,
    after: (milliseconds, act) => {
      if (TIMEOUTS_MILLISECONDS.includes(milliseconds)) {
        timeouts.add(act);
        return () => timeouts.delete(act);
      }
      waits.push(milliseconds / 1000);
      const turn = setImmediate(act);
      return () => clearImmediate(turn);
    },
    expire: () => {
      for (const act of [...timeouts]) act();
    },
  };
}
