import { failure, reasonOf } from "../../../core/runtime/failure.ts";
import { Backoff } from "../../../core/runtime/repeated-task.ts";
import type { State } from "../../../pricing/state/state.ts";
import { openReleaseInSlices } from "../../../release/open.ts";
import type { Release, SharedRelease } from "../../../release/release.ts";
import { ReleaseDamaged } from "../../../release/soundness.ts";
import type { LongWorkEvent } from "../../operations/product.ts";
import type { LongWork } from "./question.ts";
import { LongWorkThread, NOT_AT_WORK } from "./thread.ts";

/** Exponential backoff: a thread that keeps failing is replaced ever more slowly, nine times in the first minute, then twice a minute. */
const WAIT_MILLISECONDS_MIN = 100;
const WAIT_MILLISECONDS_MAX = 30_000;

/** A thread that lived this long was started well. */
const STEADY_MILLISECONDS = 60_000;

/** Ended threads that are stuck take a core each; with so many no further one is started. */
const ENDING_MAX = 3;

/** A file that could not be opened may come back; checking is cheap. */
const OPEN_AGAIN_MILLISECONDS = 10_000;

/** Clocks of the supervisor, replaced in tests. */
interface Clocks {
  /** A monotonic clock. */
  readonly elapsed?: () => number;
  readonly later?: (work: () => void, milliseconds: number) => void;
  /** How long a stuck thread may take to exit by itself. */
  readonly exitMillisecondsMax?: number;
}

/** A release that is open in the thread. */
export interface OpenInThread extends LongWork {
  /** Whether it is open there now; false while the thread is being replaced. */
  isAtWork(): boolean;
  close(): void;
}

interface Kept {
  readonly shared: SharedRelease;
  /** Its number in the current thread; null until that has opened it. */
  number: number | null;
}

/**
 * Supervises the thread for the long work of this process: a stuck or ended one is replaced by another with the same releases open.
 * Requests that waited for it are answered with when to retry.
 */
export class LongWorkSupervisor {
  readonly #module: URL;
  readonly #elapsed: () => number;
  readonly #later: (work: () => void, milliseconds: number) => void;
  readonly #exitMillisecondsMax: number | undefined;
  readonly #kept = new Set<Kept>();
  readonly #ending = new Set<LongWorkThread>();
  #thread: LongWorkThread | null;
  readonly #backoff = new Backoff(WAIT_MILLISECONDS_MIN, WAIT_MILLISECONDS_MAX);
  #report: (event: LongWorkEvent) => void = () => {};

  /** `module` is the thread's entry point: it brings the states. */
  constructor(module: URL, clocks: Clocks = {}) {
    this.#module = module;
    this.#elapsed = clocks.elapsed ?? (() => performance.now());
    this.#later = clocks.later ?? laterInBackground;
    this.#exitMillisecondsMax = clocks.exitMillisecondsMax;
    this.#thread = this.#started();
  }

  /** Reports events of the thread from now on. */
  reportTo(report: (event: LongWorkEvent) => void): void {
    this.#report = report;
  }

  /** Opens a release of this process in the thread too. */
  async open({ shared }: Release): Promise<OpenInThread> {
    const thread = this.#thread;
    if (thread === null) throw failure("The thread for long work is being replaced. Try once more in a moment.");
    const kept: Kept = { shared, number: null };
    // The thread keeps the process alive while a release is open in it, and no longer.
    this.#keep(kept);
    try {
      kept.number = await thread.open(shared);
    } catch (error) {
      this.#close(kept);
      throw error;
    }
    return {
      answer: async (question, abandoned, admits) =>
        this.#thread === null || kept.number === null
          ? NOT_AT_WORK
          : await this.#thread.answer(kept.number, question, abandoned, admits),
      isAtWork: () => kept.number !== null,
      close: () => this.#close(kept),
    };
  }

  #keep(kept: Kept): void {
    this.#kept.add(kept);
    this.#thread?.keepsProcessAlive(true);
  }

  #close(kept: Kept): void {
    this.#kept.delete(kept);
    if (kept.number !== null) this.#thread?.close(kept.number);
    if (this.#kept.size === 0) this.#thread?.keepsProcessAlive(false);
  }

  #started(): LongWorkThread {
    const startedAt = this.#elapsed();
    const onStuck = () => {
      this.#report({ kind: "stuck" });
      this.#lose(thread, startedAt);
    };
    const onCrash = (error: unknown) => {
      this.#report({ kind: "crashed", error });
      this.#lose(thread, startedAt);
    };
    const thread = new LongWorkThread(this.#module, { onStuck, onCrash }, this.#exitMillisecondsMax);
    return thread;
  }

  #lose(thread: LongWorkThread, startedAt: number): void {
    for (const kept of this.#kept) kept.number = null;
    this.#thread = null;
    this.#ending.add(thread);
    void thread.end().finally(() => this.#ending.delete(thread));
    if (this.#elapsed() - startedAt >= STEADY_MILLISECONDS) this.#backoff.reset();
    this.#replaceLater();
  }

  #replaceLater(): void {
    const waitMilliseconds = this.#backoff.next();
    this.#later(() => {
      if (this.#ending.size >= ENDING_MAX) this.#replaceLater();
      else void this.#replace(waitMilliseconds);
    }, waitMilliseconds);
  }

  async #replace(waitMilliseconds: number): Promise<void> {
    const thread = this.#started();
    this.#thread = thread;
    thread.keepsProcessAlive(this.#kept.size > 0);
    await Promise.all([...this.#kept].map((kept) => this.#openAgain(kept, thread)));
    if (this.#thread === thread) this.#report({ kind: "replaced", waitMilliseconds });
  }

  /** A release whose file was replaced meanwhile cannot be opened any more: it is retried until a reload brings another. */
  async #openAgain(kept: Kept, thread: LongWorkThread): Promise<void> {
    const isWanted = () => this.#thread === thread && this.#kept.has(kept);
    if (!isWanted()) return;
    try {
      const number = await thread.open(kept.shared);
      if (isWanted()) kept.number = number;
      else thread.close(number);
    } catch (error) {
      if (!isWanted()) return;
      this.#report({ kind: "release_refused", reason: reasonOf(error) });
      this.#later(() => void this.#openAgain(kept, thread), OPEN_AGAIN_MILLISECONDS);
    }
  }
}

/** A timer that does not keep the process alive. */
function laterInBackground(work: () => void, milliseconds: number): void {
  setTimeout(work, milliseconds).unref();
}

/** Releases that are open twice: in this thread, for quick work, and in the one for long work. */
export class ReleasesInService {
  readonly #states: readonly State[];
  readonly #supervisor: () => LongWorkSupervisor;
  readonly #longWork = new WeakMap<Release, OpenInThread>();

  /** The thread has these states too. */
  constructor(states: readonly State[], supervisor: () => LongWorkSupervisor) {
    this.#states = states;
    this.#supervisor = supervisor;
  }

  /** Opens a release in both threads; closing it closes both. */
  async open(file: string): Promise<Release> {
    const here = await openReleaseInSlices(file, this.#states);
    try {
      const there = await this.#supervisor().open(here);
      const close = () => {
        here.close();
        there.close();
      };
      const release: Release = { ...here, close };
      this.#longWork.set(release, reportingDamage(there, here));
      return release;
    } catch (error) {
      here.close();
      throw error;
    }
  }

  longWorkOf(release: Release): LongWork {
    return this.#longWork.get(release) as LongWork;
  }

  isAtWork(release: Release): boolean {
    return this.#longWork.get(release)?.isAtWork() ?? false;
  }
}

/** Damage that the other thread finds is reported here as well. */
function reportingDamage(there: OpenInThread, { guard }: Release): OpenInThread {
  return {
    ...there,
    async answer(question, abandoned, admits) {
      try {
        return await there.answer(question, abandoned, admits);
      } catch (error) {
        throw error instanceof ReleaseDamaged ? guard.soundness.report(error.damage) : error;
      }
    },
  };
}
