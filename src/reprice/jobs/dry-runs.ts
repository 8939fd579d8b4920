import { stat } from "node:fs/promises";
import { orAborted } from "../../core/runtime/ending.ts";
import { JOB_LIMITS } from "../limits.ts";
import { type ThreadWork, workInThread } from "./job-thread.ts";
import type { JobTask } from "./order.ts";
import { Turns } from "./turns.ts";

/** Why a file was not previewed: too many others, its client left, or it took too long. */
export type NotShown = "full" | "ended" | "out_of_time";

interface WaitingFile {
  readonly keyId: string;
  readonly bytes: number;
  readonly proceed: () => void;
}

/**
 * Previews of files while their clients wait: a few at a time in each process, one per key, in turn (`turns.ts`). A key
 * whose file takes its whole minute holds one place; the other places are for other keys.
 */
export class DryRuns {
  readonly #threadModule: URL;
  readonly #turns = new Turns<WaitingFile>();
  /** Keys whose files have a place. */
  readonly #keys = new Set<string>();
  /** Keys whose files are being read now; the others wait for memory. */
  readonly #begun = new Set<string>();
  /** The key whose file is giving up its place. One at a time, since the next file needs one place. */
  #givingWay: string | null = null;

  constructor(threadModule: URL) {
    this.#threadModule = threadModule;
  }

  /** The time limit includes the waiting. `end` is aborted when the answer is no longer needed. */
  async show(keyId: string, task: JobTask, end: AbortSignal): Promise<ThreadWork | NotShown> {
    const { size: bytes } = await stat(task.input);
    if (this.#isFullFor(keyId)) return "full";
    const early = AbortSignal.any([end, AbortSignal.timeout(JOB_LIMITS.dryRunMillisecondsMax)]);
    try {
      await this.#turn(keyId, bytes, early);
    } catch (error) {
      if (early.aborted && error === early.reason) return whyEnded(end);
      throw error;
    }
    try {
      return (await this.#look(keyId, task, early)) ?? whyEnded(end);
    } finally {
      this.#keys.delete(keyId);
      this.#serve();
    }
  }

  /** Ends sooner while files of other keys wait. */
  async #look(keyId: string, task: JobTask, early: AbortSignal): Promise<ThreadWork | null> {
    const givingWay = new AbortController();
    let turn: NodeJS.Timeout | undefined;
    const onBegin = () => {
      this.#begun.add(keyId);
      const { dryRunMillisecondsWhileOthersWait: first, progressMilliseconds: next } = JOB_LIMITS;
      const giveWay = () => {
        if (this.#givingWay === null && this.#doOthersWait(keyId)) {
          this.#givingWay = keyId;
          givingWay.abort();
        } else turn = setTimeout(giveWay, next);
      };
      turn = setTimeout(giveWay, first);
    };
    const end = AbortSignal.any([early, givingWay.signal]);
    try {
      return await workInThread(this.#threadModule, task, end, () => {}, null, onBegin);
    } finally {
      clearTimeout(turn);
      this.#begun.delete(keyId);
      if (this.#givingWay === keyId) this.#givingWay = null;
    }
  }

  #doOthersWait(keyId: string): boolean {
    return this.#turns.hasOther(keyId) || [...this.#keys].some((key) => !this.#begun.has(key));
  }

  /** A key may not take all waiting places either. */
  #isFullFor(keyId: string): boolean {
    const ofKey = this.#turns.waiting.filter((file) => file.keyId === keyId).length;
    return this.#turns.size >= JOB_LIMITS.dryRunsWaitingMax || ofKey >= JOB_LIMITS.dryRunsWaitingPerKeyMax;
  }

  async #turn(keyId: string, bytes: number, early: AbortSignal): Promise<void> {
    const { promise: turn, resolve: proceed } = Promise.withResolvers<void>();
    const file: WaitingFile = { keyId, bytes, proceed };
    this.#turns.push(file);
    this.#serve();
    try {
      await orAborted(turn, early);
    } catch (error) {
      // A place that it received in this moment goes to the next file.
      if (!this.#turns.remove(file)) this.#keys.delete(keyId);
      this.#serve();
      throw error;
    }
  }

  #serve(): void {
    while (this.#keys.size < JOB_LIMITS.dryRunsMax) {
      const next = this.#turns.next((keyId) => !this.#keys.has(keyId));
      if (next === null) return;
      this.#keys.add(next.keyId);
      next.proceed();
    }
  }
}

function whyEnded(end: AbortSignal): NotShown {
  return end.aborted ? "ended" : "out_of_time";
}
