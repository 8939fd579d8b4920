import { Worker } from "node:worker_threads";
import { failure } from "../../reading/failure.ts";
import { ReleaseDamaged } from "../../release/damaged.ts";
import type { Release } from "../../release/release.ts";
import type { FromThread, ToThread } from "./messages.ts";
import type { Answer, LongWork, Question } from "./question.ts";

/** A release that is open in the thread. */
export interface OpenInThread extends LongWork {
  close(): void;
}

interface Pending {
  readonly resolve: (answer: Answer | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The thread that does the long work of a process, as the one that answers everything else sees it. Together they keep
 * a single lookup from waiting for anybody's batch: not for a slice of it, nor for collecting the garbage it leaves.
 */
export class LongWorkThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #open = new Set<number>();
  #last = 0;

  /** `module` is what the thread starts with: it brings the states. */
  constructor(module: URL) {
    this.#worker = new Worker(module);
    this.#worker.on("message", (message: FromThread) => this.#settle(message));
    // What nobody caught there is a mistake as it would be here, and has the same end.
    this.#worker.on("error", (error) => {
      throw error;
    });
    // Last: listening to its messages would have it keep the process alive again.
    this.#worker.unref();
  }

  /** Has the thread open a release that is open here. */
  async open({ shared }: Release): Promise<OpenInThread> {
    const number = this.#nextNumber();
    this.#open.add(number);
    // The thread keeps the process alive while a release is open in it, and no longer.
    this.#worker.ref();
    try {
      await this.#ask({ kind: "open", number, release: shared });
    } catch (error) {
      this.#close(number);
      throw error;
    }
    return {
      answer: (question, abandoned) => this.#answer(number, question, abandoned),
      close: () => this.#close(number),
    };
  }

  async #answer(release: number, question: Question, abandoned: AbortSignal): Promise<Answer> {
    const number = this.#nextNumber();
    const abandon = () => this.#tell({ kind: "abandoned", number });
    abandoned.addEventListener("abort", abandon);
    try {
      const transfer = question.kind === "batch" ? [question.body.buffer] : [];
      return (await this.#ask({ kind: "question", number, release, question }, transfer)) as Answer;
    } finally {
      abandoned.removeEventListener("abort", abandon);
    }
  }

  #close(release: number): void {
    this.#tell({ kind: "close", release });
    this.#open.delete(release);
    if (this.#open.size === 0) this.#worker.unref();
  }

  #nextNumber(): number {
    this.#last += 1;
    return this.#last;
  }

  #ask(message: ToThread & { readonly number: number }, transfer: readonly ArrayBuffer[] = []): Promise<Answer | null> {
    return new Promise((resolve, reject) => {
      this.#pending.set(message.number, { resolve, reject });
      this.#tell(message, transfer);
    });
  }

  #tell(message: ToThread, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #settle(message: FromThread): void {
    const pending = this.#pending.get(message.number);
    this.#pending.delete(message.number);
    if (message.kind === "done") pending?.resolve(message.answer);
    else pending?.reject(errorOf(message));
  }
}

function errorOf(message: Exclude<FromThread, { readonly kind: "done" }>): unknown {
  if (message.kind === "refusal") return failure(message.reason);
  return message.kind === "damage" ? new ReleaseDamaged(message.damage) : message.error;
}
