import { dirname } from "node:path";
import { failure } from "../../core/runtime/failure.ts";
import { JOB_LIMITS } from "./limits.ts";
import { freeBytesAt, type JobSpace, spaceText } from "./space.ts";

/** Counts what the thread of a job writes, before it is written: a file of a few bytes can ask for gigabytes of results. */
export class ResultRoom {
  readonly #folder: string;
  readonly #space: JobSpace;
  #written: number;
  /** Up to here the disk is known to have room. */
  #lookedAt = 0;

  /** `out` is a file of the folder that is written to; `writtenBefore` was, in earlier turns of the same job. */
  constructor(out: string, space: JobSpace, writtenBefore: number) {
    this.#written = writtenBefore;
    this.#folder = dirname(out);
    this.#space = space;
  }

  get written(): number {
    return this.#written;
  }

  /** Throws a failure that names the limit where so many more bytes may not be written. */
  async take(bytes: number): Promise<void> {
    this.#written += bytes;
    if (this.#written > this.#space.resultBytesMax) throw failure(spaceText("results", this.#space));
    if (this.#written < this.#lookedAt) return;
    this.#lookedAt = this.#written + JOB_LIMITS.bytesPerLookAtDisk;
    // Free space that cannot be read is no limit: a disk that is really full fails the writing.
    const free = await freeBytesAt(this.#folder).catch(() => Number.POSITIVE_INFINITY);
    if (free - bytes < this.#space.freeBytesMin) throw failure(spaceText("disk", this.#space));
  }
}
