import { existsSync } from "node:fs";
import { type Checkpoint, writeCheckpoint } from "./checkpoint.ts";
import type { RunFiles } from "./run-files.ts";

/** An interruption costs at most about this much work; more often, and a slow disk would have nothing else to do. */
const INTERVAL_MILLISECONDS = 1_000;

/** What a run tells of its progress, for the one that goes on with it. */
export type RunCheckpoints = Pick<Checkpoints, "hasAny" | "note" | "writeNow" | "settled">;

/** For a run that nobody can go on with. */
export const NO_CHECKPOINTS: RunCheckpoints = {
  hasAny: false,
  note: () => undefined,
  writeNow: async () => undefined,
  settled: async () => undefined,
};

/** Keeps the checkpoint of a run up to date beside its work: pricing never waits for the disk. */
export class Checkpoints {
  readonly #path: string;
  readonly #files: RunFiles;
  #writing: Promise<void> | null = null;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #failure: unknown = null;

  constructor(path: string, files: RunFiles) {
    this.#path = path;
    this.#files = files;
  }

  /** Whether there is one, from this run or from the one that it goes on with. */
  get hasAny(): boolean {
    return existsSync(this.#path);
  }

  /** Told after every chunk; writes now and then. */
  note(checkpoint: Checkpoint): void {
    if (this.#failure !== null) throw this.#failure;
    if (this.#writing !== null || performance.now() - this.#writtenAt < INTERVAL_MILLISECONDS) return;
    this.#writtenAt = performance.now();
    this.#writing = this.#write(checkpoint)
      .catch((error: unknown) => {
        this.#failure = error;
      })
      .finally(() => {
        this.#writing = null;
      });
  }

  /** Writes one in any case, after the one that is being written. */
  async writeNow(checkpoint: Checkpoint): Promise<void> {
    await this.settled();
    await this.#write(checkpoint);
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  async #write(checkpoint: Checkpoint): Promise<void> {
    await this.#files.synchronize();
    await writeCheckpoint(this.#path, checkpoint);
  }
}
