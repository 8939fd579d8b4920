import { reasonOf } from "../runtime/failure.ts";
import type { ReleaseGuard } from "./release.ts";
import type { FileAtPath, ReleaseFile } from "./release-file.ts";
import { type Soundness, WRITTEN } from "./soundness.ts";

/** What damage to the file itself, found in none of its tables, is called. */
const THE_FILE = "the file";

/** Checks the integrity of an open release: whether its file is still the one that was proved, and block by block again (scrubbing). */
export class FileGuard implements ReleaseGuard {
  readonly soundness: Soundness;
  readonly #file: ReleaseFile;
  #nextBlock = 0;
  #isScrubbing = false;
  #isProvingAgain = false;
  #isOver = false;

  constructor(file: ReleaseFile, soundness: Soundness) {
    this.#file = file;
    this.soundness = soundness;
  }

  look(): FileAtPath {
    const content = this.#file.content();
    if (content === "resized") this.#damaged(WRITTEN);
    else if (content === "touched") void this.#proveAgain();
    return this.#file.atPath();
  }

  /** One at a time: on a disk that hangs they would take all threads that read files. */
  async scrub(): Promise<void> {
    if (this.#isScrubbing) return;
    this.#isScrubbing = true;
    const block = this.#nextBlock;
    this.#nextBlock = (block + 1) % this.#file.blockCount;
    await this.#noting(async () => {
      if (await this.#file.isStillSound(block)) return;
      this.#damaged(`${this.#file.extentText(block)} are not those that were built`);
    });
    this.#isScrubbing = false;
  }

  async linkAt(path: string): Promise<boolean> {
    return await this.#file.linkAt(path);
  }

  async copyTo(path: string, end: AbortSignal): Promise<void> {
    await this.#file.copyTo(path, end);
  }

  /** Ends the watch, before the file is closed. */
  end(): void {
    this.#isOver = true;
  }

  /**
   * A file that was renamed, replaced, touched or given other permissions is the same still; one that was written over with
   * as many bytes looks alike. What was proved decides, and checksums of rows stand in for it meanwhile.
   */
  async #proveAgain(): Promise<void> {
    if (this.#isProvingAgain) return;
    this.#isProvingAgain = true;
    await this.#noting(() => this.#file.proveInSlices());
    this.#isProvingAgain = false;
  }

  /** A file that cannot be read is as good as damaged. */
  async #noting(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#damaged(reasonOf(error));
    }
  }

  /** What is noticed of a file after it was closed is about no file of ours. */
  #damaged(cause: string): void {
    if (!this.#isOver) this.soundness.damaged(THE_FILE, cause);
  }
}
