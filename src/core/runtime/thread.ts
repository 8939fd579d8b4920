import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { type Calls, type Message, Peer } from "./rpc.ts";

/** What a thread receives: calls, and the request to exit. */
type ToThread = Message | { readonly kind: "exit" };

/**
 * Default of `exitMillisecondsMax`. Loading the code of a thread and opening a large release are each one piece of work, in which it
 * reads no messages. Beyond that it hangs in JavaScript and is terminated. The threads of a thread have less: they exit before it.
 */
const EXIT_MILLISECONDS_MAX = isMainThread ? 120_000 : 60_000;

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
  /** How long a thread that is ended may take to read that, before it is terminated. */
  readonly exitMillisecondsMax?: number;
}

/** Threads that this thread has started and that have not exited. */
const running = new Set<Pick<Thread<Calls>, "isBusy" | "end">>();

/** Whether one of them may be in native code, so that Node must not terminate it. */
export function hasBusyThreads(): boolean {
  return [...running].some(({ isBusy }) => isBusy);
}

let isGuarded = false;

/** The end of the process never waits for threads, nor terminates one. All output is written before a process reaches its exit. */
function guardExit(): void {
  if (isGuarded) return;
  isGuarded = true;
  process.once("exit", (exitCode) => {
    if (hasBusyThreads()) endAtOnce(exitCode);
  });
}

/**
 * Ends the process from its `exit` event without waiting for its threads. Node joins every one of them before it ends, and one in native
 * code cannot be stopped. Replacing the process by another program ends them all, and that one ends with the exit code. Where the system or
 * the version of Node has no such call, the process is killed.
 */
function endAtOnce(exitCode: number): void {
  try {
    process.execve?.(process.execPath, [process.execPath, "--eval", `process.exit(${exitCode})`], {});
  } catch {
    // Windows, or Node's file is gone.
  }
  process.kill(process.pid, "SIGKILL");
}

/** A thread as its parent sees it. */
export class Thread<Theirs extends Calls> {
  readonly peer: Peer<Theirs>;
  readonly #worker: Worker;
  readonly #ended: () => Error;
  readonly #exitMillisecondsMax: number;
  readonly #gone = Promise.withResolvers<void>();
  #keepsProcessAlive: boolean;
  #hasLoaded = false;
  #isEnding = false;

  /** `module` is the entry of the thread; it calls `answerParent`. Calls may be made at once: they wait for it. */
  constructor(module: URL, ours: Calls, options: ThreadOptions) {
    const { heapMebibytesMax, keepsProcessAlive = true, onHeard = () => {}, ended, onCrash } = options;
    const resourceLimits = heapMebibytesMax === undefined ? {} : { maxOldGenerationSizeMb: heapMebibytesMax };
    const worker = new Worker(module, { resourceLimits });
    this.#worker = worker;
    this.#ended = ended;
    this.#keepsProcessAlive = keepsProcessAlive;
    this.#exitMillisecondsMax = options.exitMillisecondsMax ?? EXIT_MILLISECONDS_MAX;
    running.add(this);
    if (isMainThread) guardExit();
    let uncaught: Error | null = null;
    worker.on("error", (error) => {
      uncaught = error instanceof Error ? error : new Error(String(error));
    });
    worker.on("message", () => {
      this.#hasLoaded = true;
      onHeard();
    });
    this.peer = new Peer(
      {
        otherSide: "the other thread",
        carriesErrors: true,
        send: (message, transferred) => worker.postMessage(message, transferred),
        onMessage: (receive) => worker.on("message", receive),
        onClose: (closed) =>
          worker.on("exit", () => {
            running.delete(this);
            this.#gone.resolve();
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

  /** Whether it loads, works or has yet to exit. */
  get isBusy(): boolean {
    return !this.#hasLoaded || this.#isEnding || this.peer.waiting > 0;
  }

  /**
   * Ends the thread and rejects waiting calls; resolves when it is gone. The thread exits by itself when it reads its next message.
   * Terminating it at once could end the whole process: Node aborts it when a thread is terminated while it loads the SQLite
   * driver or creates a stream of zlib.
   */
  async end(): Promise<void> {
    if (!this.#isEnding) {
      this.#isEnding = true;
      this.peer.end(this.#ended());
      this.#worker.postMessage({ kind: "exit" } satisfies ToThread);
    }
    const hanging = setTimeout(() => void this.#terminate(), this.#exitMillisecondsMax);
    if (!this.#keepsProcessAlive) hanging.unref();
    await this.#gone.promise;
    clearTimeout(hanging);
  }

  #terminate(): void {
    void this.#worker.terminate();
    // After `terminate`, which makes it keep the process alive.
    if (!this.#keepsProcessAlive) this.#worker.unref();
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
      onMessage: (receive) =>
        port.on("message", (message: ToThread) => {
          if (message.kind === "exit") void exitAfterOwnThreads();
          else receive(message);
        }),
      // The thread ends with it.
      onClose: () => {},
    },
    ours,
  );
}

/** Node terminates the threads of a thread that exits: they exit first. */
async function exitAfterOwnThreads(): Promise<void> {
  while (running.size > 0) await Promise.all([...running].map((thread) => thread.end()));
  process.exit();
}
