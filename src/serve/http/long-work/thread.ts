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

/** Its slices take milliseconds: a thread that reads nothing for ten seconds hangs in JavaScript, where it can be terminated. */
const EXIT_MILLISECONDS_MAX = 10_000;

/** The answer to requests that waited for a thread that is gone. */
export const NOT_AT_WORK: Answer = { ok: false, problem: NO_LONG_WORK };

interface Listeners {
  /** It has sent no heartbeat for too long. It still runs: only `end` stops its work. */
  readonly onStuck: () => void;
  /** It has ended by itself: an error was not caught there, or it ran out of memory. */
  readonly onCrash: (error: unknown) => void;
}

/**
 * One thread for long work, from its start to its end, as seen by the thread that answers everything else. Together they keep a single
 * lookup from waiting for a batch: neither for a slice of it, nor for its garbage collection.
 */
export class LongWorkThread {
  readonly #thread: Thread<LongWorkCalls>;
  readonly #admits = new Map<number, Admits>();
  readonly #watchdog = new ThreadWatchdog();
  readonly #timer: NodeJS.Timeout;
  readonly #onStuck: () => void;
  #lastQuestion = 0;

  /** `module` is the thread's entry point: it brings the states. */
  constructor(module: URL, { onStuck, onCrash }: Listeners, exitMillisecondsMax = EXIT_MILLISECONDS_MAX) {
    this.#onStuck = onStuck;
    const calls: LongWorkParentCalls = {
      admits: async ({ number, lookups }) => (await this.#admits.get(number)?.(lookups)) ?? false,
      loads: (isLoading) => this.#watchdog.loads(isLoading),
      // Receiving it is enough.
      pong: () => {},
    };
    this.#thread = new Thread(module, calls, {
      heapMebibytesMax: HEAP_MEBIBYTES_MAX,
      keepsProcessAlive: false,
      onHeard: () => this.#watchdog.heard(),
      exitMillisecondsMax,
      ended: () => failure("The thread for long work has ended. Try once more."),
      onCrash,
    });
    this.#timer = setInterval(() => this.#watch(), TICK_MILLISECONDS).unref();
  }

  /** Whether requests wait for it. */
  get hasWork(): boolean {
    return this.#thread.peer.waiting > 0;
  }

  /** Opens a release of this process in the thread; resolves to its number there. */
  open(release: SharedRelease): Promise<number> {
    return this.#thread.peer.call("open", release);
  }

  close(release: number): void {
    this.#thread.peer.notify("close", release);
  }

  async answer(release: number, question: Question, abandoned: AbortSignal, admits: Admits): Promise<Answer> {
    this.#lastQuestion += 1;
    const number = this.#lastQuestion;
    // Without a verdict the question ends here; there the batch is not priced.
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

  /** Whether the thread alone keeps the process alive. */
  keepsProcessAlive(doesKeep: boolean): void {
    this.#thread.keepsProcessAlive(doesKeep);
  }

  /** Ends the thread, and the requests that wait for it; resolves when it is gone, for which the process need not wait. */
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

/** How often the watchdog requests a heartbeat of a busy thread. */
export const TICK_MILLISECONDS = 250;

/** A tick later than this shows a machine that is too busy to judge the thread by, or one that has slept. */
const TICK_MILLISECONDS_MAX = 2 * TICK_MILLISECONDS;

/**
 * At most 1.75 seconds: its work is cut into slices of milliseconds, between which it answers. With the late timers of a busy machine,
 * waiting requests are answered within two seconds.
 */
const SILENT_TICKS_MAX = 7;

/** A minute: loading its code, and opening a large release, are each one piece of work without slices. */
const SILENT_TICKS_MAX_LOADING = 240;

/**
 * Detects by heartbeats whether a thread is stuck. It counts ticks of its own timer, and only those on time: silence proves nothing while
 * the process is suspended, or the machine sleeps or is too busy.
 */
export class ThreadWatchdog {
  #silentTicks = 0;
  #isLoading = true;
  #lastTickAt = Number.NEGATIVE_INFINITY;

  heard(): void {
    this.#silentTicks = 0;
  }

  /** The thread has begun, or ended, work without slices. */
  loads(isLoading: boolean): void {
    this.#isLoading = isLoading;
    this.heard();
  }

  /** A tick of an idle thread, which need not answer: its silence counts from here on. */
  rests(now: number = performance.now()): void {
    this.#lastTickAt = now;
    this.heard();
  }

  /** Counts a tick of a busy thread; returns whether it has been silent for too long. */
  tick(now: number = performance.now()): boolean {
    const isOnTime = now - this.#lastTickAt <= TICK_MILLISECONDS_MAX;
    this.#lastTickAt = now;
    if (isOnTime) this.#silentTicks += 1;
    return this.#silentTicks >= (this.#isLoading ? SILENT_TICKS_MAX_LOADING : SILENT_TICKS_MAX);
  }
}
