import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type {
  CataloguedRelease,
  PushOutcome,
  ReleaseToPush,
} from "../../../../src/nodes/catalogue/release-catalogue.ts";

/** Where a catalogue is, for another process to open it. */
export type TrialPlace = { readonly database: string } | { readonly file: string; readonly folder: string };

export type Order = { readonly place: TrialPlace } & (
  | { readonly push: ReleaseToPush }
  | { readonly prune: number }
  | { readonly stall: ReleaseToPush }
);

interface Answer {
  readonly outcome?: unknown;
  readonly error?: string;
}

/** Another process that works on a catalogue: where locks are the kernel's, only this shows that they hold. */
export class OtherProcess {
  readonly #child: ChildProcess;
  /** Rejects: whoever waits for an answer then waits in vain. */
  readonly #ended: Promise<never>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = once(child, "exit").then(() => Promise.reject(new Error("The other process has ended.")));
    this.#ended.catch(() => {});
  }

  static async start(): Promise<OtherProcess> {
    const child = fork(new URL("./catalogue-process.ts", import.meta.url));
    await once(child, "message");
    return new OtherProcess(child);
  }

  async push(place: TrialPlace, release: ReleaseToPush): Promise<PushOutcome> {
    return (await this.#outcomeOf({ place, push: release })) as PushOutcome;
  }

  async prune(place: TrialPlace, keep: number): Promise<readonly CataloguedRelease[]> {
    return (await this.#outcomeOf({ place, prune: keep })) as readonly CataloguedRelease[];
  }

  /** Resolves when two chunks are pushed; there are no more until the process is killed. */
  async stallWhilePushing(place: TrialPlace, release: ReleaseToPush): Promise<void> {
    await this.#outcomeOf({ place, stall: release });
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill("SIGKILL");
    await once(this.#child, "exit");
  }

  async #outcomeOf(order: Order): Promise<unknown> {
    this.#child.send(order);
    const answered = once(this.#child, "message") as Promise<[Answer]>;
    const [{ outcome, error }] = await Promise.race([answered, this.#ended]);
    if (error !== undefined) throw new Error(error);
    return outcome;
  }
}
