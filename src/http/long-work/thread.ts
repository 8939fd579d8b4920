import { Worker } from "node:worker_threads";
import { ReleaseDamaged } from "../../release/damaged.ts";
import type { SharedRelease } from "../../release/release.ts";
import { failure } from "../../runtime/failure.ts";
import { NO_LONG_WORK } from "../readiness.ts";
import type { FromThread, ToThread } from "./messages.ts";
import type { Admits, Answer, Question } from "./question.ts";
import { TICK_MILLISECONDS, Watchdog } from "./watchdog.ts";

/**
 * What the heap of the thread may grow to. A full batch of names needs a tenth of it; beyond it the thread alone ends
 * (out of memory), not the process.
 */
const HEAP_MEBIBYTES_MAX = 1024;

/** The answer to whoever waited for a thread that is gone. */
export const NOT_AT_WORK: Answer = { ok: false, problem: NO_LONG_WORK };

/** What came of a message with a number. */
type Outcome = Extract<FromThread, { readonly kind: "done" | "refusal" | "damage" | "mistake" }>;

interface Pending {
  readonly resolve: (answer: Answer | null) => void;
  readonly reject: (error: unknown) => void;
  readonly admits: Admits | null;
}

interface Listeners {
  /** It has shown no sign of life for too long. It is still there: only `end` takes its work away. */
  readonly onStuck: () => void;
  /** It has ended without being told to: nobody there caught the error, or it ran out of memory. */
  readonly onCrash: (error: unknown) => void;
}

/**
 * One thread for long work, from its start to its end, as the one that answers everything else sees it. Together they
 * keep a single lookup from waiting for anybody's batch: not for a slice of it, nor for collecting the garbage it leaves.
 */
export class LongWorkThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #watchdog = new Watchdog();
  readonly #timer: NodeJS.Timeout;
  readonly #onStuck: () => void;
  #last = 0;
  #isEnding = false;

  /** `module` is what the thread starts with: it brings the states. */
  constructor(module: URL, { onStuck, onCrash }: Listeners) {
    this.#onStuck = onStuck;
    this.#worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES_MAX } });
    let error: unknown = null;
    this.#worker.on("message", (message: FromThread) => this.#take(message));
    this.#worker.on("error", (uncaught) => {
      error = uncaught;
    });
    this.#worker.on("exit", () => {
      if (!this.#isEnding) onCrash(error);
    });
    this.#timer = setInterval(() => this.#watch(), TICK_MILLISECONDS).unref();
    // Last: listening to its messages would have it keep the process alive again.
    this.#worker.unref();
  }

  /** Whether somebody waits for it. */
  get hasWork(): boolean {
    return this.#pending.size > 0;
  }

  /** Has the thread open a release that is open here; resolves to the number by which it knows it. */
  async open(release: SharedRelease): Promise<number> {
    const number = this.#nextNumber();
    await this.#ask({ kind: "open", number, release }, null);
    return number;
  }

  close(release: number): void {
    this.#tell({ kind: "close", release });
  }

  async answer(release: number, question: Question, abandoned: AbortSignal, admits: Admits): Promise<Answer> {
    const number = this.#nextNumber();
    const abandon = () => this.#tell({ kind: "abandoned", number });
    abandoned.addEventListener("abort", abandon);
    try {
      const transfer = question.kind === "batch" ? [question.body.buffer] : [];
      const answer = await this.#ask({ kind: "question", number, release, question }, admits, transfer);
      return answer ?? NOT_AT_WORK;
    } finally {
      abandoned.removeEventListener("abort", abandon);
    }
  }

  /** Whether the process lives on for the sake of the thread alone. */
  keepsProcessAlive(doesKeep: boolean): void {
    if (doesKeep) this.#worker.ref();
    else this.#worker.unref();
  }

  /**
   * Ends the thread and tells whoever waits for it; resolves when it is gone. In native code nothing can interrupt it:
   * then it is gone only when that code returns.
   */
  async end(): Promise<void> {
    this.#isEnding = true;
    clearInterval(this.#timer);
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { resolve, reject, admits } of pending) {
      if (admits === null) reject(failure("The thread for long work has ended. Try once more."));
      else resolve(null);
    }
    const gone = this.#worker.terminate();
    // After that: being told to end has it keep the process alive, which need not wait for it.
    this.#worker.unref();
    await gone;
  }

  #nextNumber(): number {
    this.#last += 1;
    return this.#last;
  }

  #ask(
    message: ToThread & { readonly number: number },
    admits: Admits | null,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Answer | null> {
    return new Promise((resolve, reject) => {
      // First: what cannot be sent (it throws, which rejects) is not waited for.
      this.#tell(message, transfer);
      this.#pending.set(message.number, { resolve, reject, admits });
    });
  }

  #tell(message: ToThread, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #take(message: FromThread): void {
    this.#watchdog.heard();
    if (message.kind === "pong") return;
    if (message.kind === "loading" || message.kind === "loaded") this.#watchdog.loads(message.kind === "loading");
    else if (message.kind === "lookups") void this.#decide(message);
    else this.#settle(message);
  }

  /** A verdict that cannot be had is the end of the question, here; there the batch is not priced. */
  async #decide({ number, lookups }: FromThread & { readonly kind: "lookups" }): Promise<void> {
    const pending = this.#pending.get(number);
    let isAdmitted = false;
    try {
      isAdmitted = (await pending?.admits?.(lookups)) ?? false;
    } catch (error) {
      pending?.reject(error);
    }
    this.#tell({ kind: "verdict", number, isAdmitted });
  }

  #settle(message: Outcome): void {
    const pending = this.#pending.get(message.number);
    this.#pending.delete(message.number);
    if (message.kind === "done") pending?.resolve(message.answer);
    else pending?.reject(errorOf(message));
  }

  #watch(): void {
    if (!this.hasWork) this.#watchdog.rests();
    else if (this.#watchdog.tick()) this.#onStuck();
    else this.#tell({ kind: "ping" });
  }
}

function errorOf(message: Exclude<Outcome, { readonly kind: "done" }>): unknown {
  if (message.kind === "refusal") return failure(message.reason);
  return message.kind === "damage" ? new ReleaseDamaged(message.damage) : message.error;
}
