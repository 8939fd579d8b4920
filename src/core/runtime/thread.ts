import { parentPort, Worker } from "node:worker_threads";
import { type Calls, type Message, Peer } from "./rpc.ts";

export interface ThreadOptions {
  /** Heap limit; beyond it only the thread ends (out of memory), not the process. */
  readonly heapMebibytesMax?: number;
  /** Whether the thread alone keeps the process alive. Default: true. */
  readonly keepsProcessAlive?: boolean;
  /** Called on every message. */
  readonly onHeard?: () => void;
  /** The error of waiting calls when it ended for an unknown reason. */
  readonly ended: () => Error;
  /** Called first when it ended by itself: an uncaught error, or out of memory. */
  readonly onCrash?: (error: unknown) => void;
}

/** A thread as its parent sees it. */
export class Thread<Theirs extends Calls> {
  readonly peer: Peer<Theirs>;
  readonly #worker: Worker;
  readonly #ended: () => Error;
  #keepsProcessAlive: boolean;
  #isEnding = false;

  /** `module` is the entry of the thread; it calls `answerParent`. Calls may be made at once: they wait for it. */
  constructor(module: URL, ours: Calls, options: ThreadOptions) {
    const { heapMebibytesMax, keepsProcessAlive = true, onHeard, ended, onCrash } = options;
    const resourceLimits = heapMebibytesMax === undefined ? {} : { maxOldGenerationSizeMb: heapMebibytesMax };
    const worker = new Worker(module, { resourceLimits });
    this.#worker = worker;
    this.#ended = ended;
    this.#keepsProcessAlive = keepsProcessAlive;
    let uncaught: Error | null = null;
    worker.on("error", (error) => {
      uncaught = error instanceof Error ? error : new Error(String(error));
    });
    if (onHeard !== undefined) worker.on("message", onHeard);
    this.peer = new Peer(
      {
        otherSide: "the other thread",
        carriesErrors: true,
        send: (message, transferred) => worker.postMessage(message, transferred),
        onMessage: (receive) => worker.on("message", receive),
        onClose: (closed) =>
          worker.on("exit", () => {
            if (!this.#isEnding) onCrash?.(uncaught);
            closed(uncaught ?? ended());
          }),
      },
      ours,
    );
    // Last: adding a message listener makes it keep the process alive again.
    if (!keepsProcessAlive) worker.unref();
  }

  /** Whether the process lives on for the sake of the thread alone. */
  keepsProcessAlive(doesKeep: boolean): void {
    this.#keepsProcessAlive = doesKeep;
    if (doesKeep) this.#worker.ref();
    else this.#worker.unref();
  }

  /**
   * Ends the thread and rejects waiting calls; resolves when it is gone. Native code cannot be interrupted: then it is
   * gone when that code returns.
   */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.peer.end(this.#ended());
    const gone = this.#worker.terminate();
    // After `terminate`, which makes it keep the process alive.
    if (!this.#keepsProcessAlive) this.#worker.unref();
    await gone;
  }
}

/** Whether a thread has ended because its heap was full. */
export function isOutOfMemory(error: unknown): boolean {
  return ((error ?? {}) as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** In a thread: answers the calls of its parent, and can call it in turn. */
export function answerParent<Theirs extends Calls>(ours: Calls): Peer<Theirs> {
  const port = parentPort;
  if (port === null) throw new Error("This is no thread that another has started.");
  return new Peer<Theirs>(
    {
      otherSide: "the thread that started this one",
      carriesErrors: true,
      send: (message, transferred) => port.postMessage(message, transferred),
      onMessage: (receive) => port.on("message", (message: Message) => receive(message)),
      // The thread ends with it.
      onClose: () => {},
    },
    ours,
  );
}
