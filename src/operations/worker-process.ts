import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Peer } from "./peer.ts";
import type { PrimaryCalls, WorkerCalls } from "./worker-calls.ts";

/** Workers speak to the primary, which writes one log for all: lines of several processes would run into each other. */
export function setUpWorkers(module: URL): void {
  cluster.setupPrimary({ exec: fileURLToPath(module), args: [], stdio: ["ignore", "pipe", "inherit", "ipc"] });
}

/** A worker as the primary process sees it. */
export class WorkerProcess {
  readonly number: number;
  readonly peer: Peer<WorkerCalls>;
  /** Resolves when the process has ended and everything that it said is known. */
  readonly ended: Promise<unknown>;
  readonly startedAt = Date.now();
  readonly #worker: Worker;

  constructor(number: number, ours: PrimaryCalls, onLines: (lines: string) => void) {
    const worker = cluster.fork();
    this.number = number;
    this.#worker = worker;
    const output = worker.process.stdout as Readable;
    this.ended = Promise.allSettled([once(worker.process, "exit"), once(output, "end")]);
    forwardLines(output, onLines);
    this.peer = new Peer<WorkerCalls>(
      {
        // A worker that is gone cannot be told anything; `ended` says so.
        send: (message) => worker.isConnected() && worker.send(message, () => {}),
        onMessage: (receive) => worker.on("message", receive),
        onClose: (closed) => worker.once("disconnect", closed),
      },
      ours,
    );
  }

  get isDead(): boolean {
    return this.#worker.isDead() || !this.#worker.isConnected();
  }

  kill(): void {
    this.#worker.process.kill("SIGKILL");
  }

  /** Lets the process end by itself: nothing holds it once the channel is closed. */
  release(): void {
    if (this.#worker.isConnected()) this.#worker.process.disconnect();
  }
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
}
