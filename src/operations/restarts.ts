import { setTimeout } from "node:timers/promises";
import { reasonOf } from "../runtime/failure.ts";
import type { Log } from "./log.ts";

/** A process as far as keeping it alive goes. */
export interface Mortal {
  /** Resolves when it has ended, to how long it lived, in milliseconds. */
  readonly ended: Promise<number>;
}

/** How long to wait before a process is started again (exponential backoff). */
interface RestartWaits {
  /** After the first end. Each time it is twice as long, so that a process that keeps ending does not starve the others. */
  readonly millisecondsMin: number;
  readonly millisecondsMax: number;
  /** A process that lived this long did not end because of how it was started: the next wait is the shortest again. */
  readonly steadyMilliseconds: number;
}

export const RESTART_WAITS: RestartWaits = {
  millisecondsMin: 100,
  millisecondsMax: 10_000,
  steadyMilliseconds: 60_000,
};

interface Means {
  readonly number: number;
  /** Starts another process in its place; throws when there is none in the end. */
  readonly restart: () => Promise<Mortal>;
  readonly isOver: () => boolean;
  readonly log: Pick<Log, "info" | "error">;
  readonly waits?: RestartWaits;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** Puts another process in the place of one that ended, until all is over. */
export async function keepAlive(
  first: Mortal,
  { number, restart, isOver, log, waits = RESTART_WAITS, wait = setTimeout }: Means,
): Promise<void> {
  const { millisecondsMin, millisecondsMax, steadyMilliseconds } = waits;
  let living: Mortal | null = first;
  for (let wait_ms = millisecondsMin; ; wait_ms = Math.min(wait_ms * 2, millisecondsMax)) {
    // One that could not even be started has lived for no time at all.
    if (living !== null) {
      if ((await living.ended) >= steadyMilliseconds) wait_ms = millisecondsMin;
      if (isOver()) return;
      log.error("worker_ended", { exited_worker: number, wait_ms });
    }
    await wait(wait_ms);
    if (isOver()) return;
    try {
      living = await restart();
      log.info("worker_started", { exited_worker: number });
    } catch (error) {
      living = null;
      log.error("worker_not_started", { exited_worker: number, reason: reasonOf(error) });
    }
  }
}
