import type { Admits } from "../../../answers/answer.ts";
import { failure } from "../../../core/runtime/failure.ts";
import { transfer } from "../../../core/runtime/rpc.ts";
import { Thread } from "../../../core/runtime/thread.ts";
import type { SharedRelease } from "../../../release/release.ts";
import { ReleaseDamaged } from "../../../release/soundness.ts";
import { NO_LONG_WORK } from "../readiness.ts";
import type { Answer, LongWorkCalls, LongWorkParentCalls, Question } from "./question.ts";

/** A full batch of names needs a tenth of it. */
const HEAP_MEBIBYTES_MAX = 1024;

/** The answer to requests that waited for a thread that is gone. */
export const NOT_AT_WORK: Answer = { ok: false, problem: NO_LONG_WORK };

interface Listeners {
  /** It has shown no sign of life for too long. It is still there: only `end` takes its work away. */
  readonly onStuck: () => void;
  /** It has ended by itself: an error was not caught there, or it ran out of memory. */
  readonly onCrash: (error: unknown) => void;
}

/**
 * One thread for long work, from its start to its end, as the one that answers everything else sees it. Together they
 * keep a single lookup from waiting for a batch: not for a slice of it, nor for collecting the garbage it leaves.
 */
export class LongWorkThread {
  readonly #thread: Thread<LongWorkCalls>;
  readonly #admits = new Map<number, Admits>();
  readonly #watchdog = new ThreadWatchdog();
  readonly #timer: NodeJS.Timeout;
  readonly #onStuck: () => void;
  #lastQuestion = 0;

  /** `module` is what the thread starts with: it brings the states. */
  constructor(module: URL, { onStuck, onCrash }: Listeners) {
    this.#onStuck = onStuck;
    const calls: LongWorkParentCalls = {
      admits: async ({ number, lookups }) => (await this.#admits.get(number)?.(lookups)) ?? false,
      loads: (isLoading) => this.#watchdog.loads(isLoading),
      // That it was heard is all there is to it.
      pong: () => {},
    };
    this.#thread = new Thread(module, calls, {
      heapMebibytesMax: HEAP_MEBIBYTES_MAX,
      keepsProcessAlive: false,
      onHeard: () => this.#watchdog.heard(),
      ended: () => failure("The thread for long work has ended. Try once more."),
      onCrash,
    });
    this.#timer = setInterval(() => this.#watch(), TICK_MILLISECONDS).unref();
  }

  /** Whether requests wait for it. */
  get hasWork(): boolean {
    return this.#thread.peer.waiting > 0;
  }

  /** Has the thread open a release that is open here; resolves to the number by which it knows it. */
  open(release: SharedRelease): Promise<number> {
    return this.#thread.peer.call("open", release);
  }

  close(release: number): void {
    this.#thread.peer.notify("close", release);
  }

  async answer(release: number, question: Question, abandoned: AbortSignal, admits: Admits): Promise<Answer> {
    this.#lastQuestion += 1;
    const number = this.#lastQuestion;
    // A verdict that cannot be had is the end of the question, here; there the batch is not priced.
    const { promise: undecided, reject } = Promise.withResolvers<never>();
    const decide = async (lookups: number) => {
      try {
        return await admits(lookups);
      } catch (error) {
        reject(error);
        return false;
      }
    };
    this.#admits.set(number, decide);
    try {
      const memory = question.kind === "batch" ? [question.body.buffer] : [];
      const call = transfer({ number, release, question }, memory);
      const answer = await Promise.race([undecided, this.#thread.peer.call("answer", call, abandoned)]);
      if ("damage" in answer) throw new ReleaseDamaged(answer.damage);
      return answer;
    } catch (error) {
      if (error === this.#thread.peer.ended) return NOT_AT_WORK;
      throw error;
    } finally {
      this.#admits.delete(number);
    }
  }

  /** Whether the process lives on for the sake of the thread alone. */
  keepsProcessAlive(doesKeep: boolean): void {
    this.#thread.keepsProcessAlive(doesKeep);
  }

  /** Ends the thread, and with it the requests that wait for it; resolves when it is gone, for which the process need not wait. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    this.#thread.keepsProcessAlive(false);
    await this.#thread.end();
  }

  #watch(): void {
    if (!this.hasWork) this.#watchdog.rests();
    else if (this.#watchdog.tick()) this.#onStuck();
    else this.#thread.peer.notify("ping", null);
  }
}

/** How often the watchdog requests a heartbeat of a thread that has work. */
export const TICK_MILLISECONDS = 250;

/** A tick that comes later than this finds a machine that is too busy to judge others by, or one that has slept. */
const TICK_MILLISECONDS_MAX = 2 * TICK_MILLISECONDS;

/**
 * At most 1.75 seconds: its work is cut into slices of milliseconds, between which it answers. With the lateness of a busy
 * machine's timers, requests that wait for it are answered within two seconds.
 */
const SILENT_TICKS_MAX = 7;

/** A minute: loading its code, and opening a large release, are each one piece of work that is not cut. */
const SILENT_TICKS_MAX_LOADING = 240;

/**
 * Tells whether a thread is stuck, by its heartbeats. Time is counted in ticks of a timer of the thread that watches, and only in those that
 * come on time: while the process is stopped, the machine sleeps or is too busy, silence says nothing.
 */
export class ThreadWatchdog {
  #silentTicks = 0;
  #isLoading = true;
  #lastTickAt = Number.NEGATIVE_INFINITY;

  /** The thread has said something. */
  heard(): void {
    this.#silentTicks = 0;
  }

  /** The thread has begun, or ended, a piece of work that is not cut into slices. */
  loads(isLoading: boolean): void {
    this.#isLoading = isLoading;
    this.heard();
  }

  /** A tick of a thread that has no work, and need not say anything: its silence is counted from here on. */
  rests(now: number = performance.now()): void {
    this.#lastTickAt = now;
    this.heard();
  }

  /** Counts a tick of a thread that has work; whether it has been silent for too long. */
  tick(now: number = performance.now()): boolean {
    const isOnTime = now - this.#lastTickAt <= TICK_MILLISECONDS_MAX;
    this.#lastTickAt = now;
    if (isOnTime) this.#silentTicks += 1;
    return this.#silentTicks >= (this.#isLoading ? SILENT_TICKS_MAX_LOADING : SILENT_TICKS_MAX);
  }
}
