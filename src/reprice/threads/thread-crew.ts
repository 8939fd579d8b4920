import { Worker } from "node:worker_threads";
import { failure } from "../../runtime/failure.ts";
import type { Crew } from "../crew.ts";
import type { Plan } from "../plan.ts";
import type { PricedChunk } from "../pricing/chunk-pricer.ts";
import type { Chunk } from "../reading/chunks.ts";
import type { ChunkToPrice, ThreadMessage } from "./messages.ts";

/** Chunks that wait at each thread beside the one it works on: enough that none is idle while results are written. */
const CHUNKS_PER_THREAD = 3;

type LinesToPrice = Pick<Chunk, "bytes" | "firstLine">;

/** Threads that price, one per core. */
export class ThreadCrew implements Crew {
  readonly #threads: readonly PricingThread[];

  private constructor(threads: readonly PricingThread[]) {
    this.#threads = threads;
  }

  /** `threadModule` is what a thread starts with: it brings the states. */
  static async start(threadModule: URL, threads: number, plan: Plan): Promise<ThreadCrew> {
    const crew = new ThreadCrew(Array.from({ length: threads }, () => new PricingThread(threadModule, plan)));
    try {
      const { file, contentHash } = plan.release;
      const hashes = await Promise.all(crew.#threads.map(({ ready }) => ready));
      if (hashes.every((hash) => hash === contentHash)) return crew;
      throw failure(`The release ${file} was replaced while it was being opened. Begin again.`);
    } catch (error) {
      await crew.end();
      throw error;
    }
  }

  get chunksMax(): number {
    return this.#threads.length * CHUNKS_PER_THREAD;
  }

  /** Has the thread with the least to do price a chunk. */
  price(chunk: LinesToPrice): Promise<PricedChunk> {
    const idlest = this.#threads.reduce((best, each) => (each.waiting < best.waiting ? each : best));
    return idlest.price(chunk);
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }
}

interface Pending {
  readonly resolve: (chunk: PricedChunk) => void;
  readonly reject: (error: Error) => void;
}

class PricingThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  /** Resolves to the hash of the release that it has opened. */
  readonly ready: Promise<string>;
  #last = 0;
  #ended: Error | null = null;

  constructor(threadModule: URL, plan: Plan) {
    this.#worker = new Worker(threadModule, { workerData: plan });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on("message", (message: ThreadMessage) => {
        if (message.kind === "priced") this.#settle(message.number, message.chunk);
        else if (message.kind === "ready") resolve(message.contentHash);
        else reject(failure(message.reason));
      });
      this.#worker.on("error", (error) => this.#giveUp(error as Error, reject));
      this.#worker.on("exit", () => this.#giveUp(failure("A pricing thread has ended."), reject));
    });
    // Whoever waits is told; a thread that nobody waits for yet must not end the program.
    this.ready.catch(() => {});
  }

  get waiting(): number {
    return this.#pending.size;
  }

  price({ bytes, firstLine }: LinesToPrice): Promise<PricedChunk> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    this.#last += 1;
    const number = this.#last;
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
      const message: ChunkToPrice = { number, bytes: bytes as Uint8Array<ArrayBuffer>, firstLine };
      this.#worker.postMessage(message, [message.bytes.buffer]);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle(number: number, chunk: PricedChunk): void {
    this.#pending.get(number)?.resolve(chunk);
    this.#pending.delete(number);
  }

  #giveUp(error: Error, reject: (error: Error) => void): void {
    this.#ended ??= error;
    reject(this.#ended);
    for (const pending of this.#pending.values()) pending.reject(this.#ended);
    this.#pending.clear();
  }
}
