import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { failure } from "../runtime/failure.ts";
import { Peer, processChannel } from "../runtime/rpc.ts";
import type { ServerConfiguration } from "./configuration.ts";
import type { Mortal } from "./restarts.ts";
import { type PrimaryCalls, WORKER_MILLISECONDS_MAX, type WorkerCalls } from "./worker-calls.ts";
import type { Watched } from "./worker-watchdog.ts";

/** Workers speak to the primary, which writes one log for all: lines of several processes would run into each other. */
export function setUpWorkers(module: URL): void {
  cluster.setupPrimary({ exec: fileURLToPath(module), args: [], stdio: ["ignore", "pipe", "inherit", "ipc"] });
}

/** Calls that may keep a worker from anything else for a while. */
const OPENING = new Set<keyof WorkerCalls>(["configure", "prepare", "listen"]);

/**
 * Calls that end a worker which does not answer in time: a reload, a start or a stop waits for them, and a worker that has not
 * adopted a release answers with the old one. Any other call only fails, and the watchdog finds out whether the worker
 * hangs: it ends one worker at a time and none that answers requests.
 */
const ENDING_IF_OVERDUE = new Set<keyof WorkerCalls>(["prepare", "adopt", "listen", "drain"]);

/** A worker as the primary process sees it. */
export class WorkerProcess implements Watched, Mortal {
  readonly number: number;
  /** Resolves when the process has ended and everything that it said is known, to how long it lived, in milliseconds. */
  readonly ended: Promise<number>;
  readonly #worker: Worker;
  readonly #peer: Peer<WorkerCalls>;
  #opening = 0;
  #signs = 0;
  #isServing = false;
  #isKilled = false;

  /** Throws a failure when the system lets no more processes be started. */
  constructor(number: number, ours: Omit<PrimaryCalls, "alive">, onLines: (lines: string) => void) {
    const worker = cluster.fork();
    // An error that nobody listens to would end the primary. A process that could not be started has no output.
    worker.on("error", () => {});
    const output: Readable | null | undefined = worker.process.stdout;
    if (!output) throw failure("The system lets no more processes be started, or files be opened. Raise its limits.");
    this.number = number;
    this.#worker = worker;
    this.ended = lifeOf(worker, output);
    forwardLines(output, onLines);
    const calls: PrimaryCalls = {
      ...ours,
      alive: () => {
        this.#signs += 1;
      },
    };
    this.#peer = new Peer<WorkerCalls>(processChannel(worker.process), calls, {
      millisecondsMax: WORKER_MILLISECONDS_MAX,
      onOverdue: (name) => {
        if (ENDING_IF_OVERDUE.has(name)) this.kill();
      },
    });
  }

  async call<Name extends keyof WorkerCalls>(
    name: Name,
    argument: Parameters<WorkerCalls[Name]>[0],
  ): Promise<Awaited<ReturnType<WorkerCalls[Name]>>> {
    const opening = OPENING.has(name) ? 1 : 0;
    this.#opening += opening;
    if (name === "drain") this.#isServing = false;
    try {
      const answer = (await this.#peer.call(name, argument as never)) as Awaited<ReturnType<WorkerCalls[Name]>>;
      if (name === "listen") this.#isServing = true;
      return answer;
    } finally {
      this.#opening -= opening;
    }
  }

  /** Has it open the release; resolves to the hash of what it opened. */
  async prepare(configuration: ServerConfiguration): Promise<string> {
    await this.call("configure", { worker: this.number, configuration });
    return (await this.call("prepare", null)).contentHash;
  }

  get isOpening(): boolean {
    return this.#opening > 0;
  }

  get isServing(): boolean {
    return this.#isServing;
  }

  get signs(): number {
    return this.#signs;
  }

  beat(): Promise<unknown> {
    return this.call("heartbeat", null);
  }

  get isDead(): boolean {
    return this.#isKilled || this.#worker.isDead() || !this.#worker.isConnected();
  }

  /** Ends it whatever it does: a process that was stopped takes no other signal. */
  kill(): void {
    this.#isKilled = true;
    this.#worker.process.kill("SIGKILL");
  }

  /** Lets the process end by itself: nothing holds it once the channel is closed. */
  release(): void {
    if (this.#worker.isConnected()) this.#worker.process.disconnect();
  }
}

/** By a clock that nobody sets, and until the process ended: who hears of it later does not make its life longer. */
async function lifeOf({ process }: Worker, output: Readable): Promise<number> {
  const startedAt = performance.now();
  let lived = 0;
  process.once("exit", () => {
    lived = performance.now() - startedAt;
  });
  await Promise.allSettled([once(process, "exit"), once(output, "close")]);
  return lived;
}

/** Passes on whole lines; what a process that was killed has left unfinished is not one. */
function forwardLines(stream: Readable, onLines: (lines: string) => void): void {
  let unfinished = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    const end = text.lastIndexOf("\n") + 1;
    if (end > 0) {
      onLines(unfinished + text.slice(0, end));
      unfinished = "";
    }
    unfinished += text.slice(end);
  });
  // Its lines are lost then; that is no reason to end everybody.
  stream.on("error", () => {});
}
