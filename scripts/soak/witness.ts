import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { waitFor } from "../fire/wait-for.ts";
import { Standstill } from "./standstill.ts";

/** A witness that is silent for longer has ended: no machine stands still for so long and goes on. */
const SILENCE_MILLISECONDS_MAX = 120_000;

/**
 * Tells the slowness of a server from that of the machine. It is a process of its own: a timer in the process that
 * loads the server is late whenever that one is busy.
 */
export class Witness {
  readonly standstill = new Standstill();
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on("message", (at: number) => this.standstill.beat(at));
  }

  /** Resolves when it is awake. */
  static async start(): Promise<Witness> {
    const witness = new Witness(fork(join(import.meta.dirname, "witness-process.ts"), { execArgv: [] }));
    await witness.#awakeAfter(0);
    return witness;
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  /** For how long of a span of time the machine stood still; known once the witness was awake after it. */
  async stoodStill(from: number, to: number): Promise<number> {
    await this.#awakeAfter(to);
    return this.standstill.millisecondsIn(from, to);
  }

  end(): void {
    this.#child.disconnect();
  }

  async #awakeAfter(time: number): Promise<void> {
    if (await waitFor(() => this.standstill.knownUntil > time, SILENCE_MILLISECONDS_MAX)) return;
    throw new Error("The witness of the machine's standstills says nothing any longer. Run the tool again.");
  }
}
