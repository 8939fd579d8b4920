import type { JobFolder } from "./job-folder.ts";
import type { JobStore } from "./job-store.ts";
import { JOB_LIMITS } from "./limits.ts";
import type { FilesInUse } from "./open-files.ts";
import type { SharedSpaceLimit } from "./space.ts";

/** Counts the bytes of a file while it arrives, whatever its client has said, and looks at the limits now and then. */
export class ArrivingBytes {
  readonly #store: JobStore;
  readonly #folder: JobFolder;
  readonly #use: FilesInUse;
  #bytes = 0;
  #nextLook: number = JOB_LIMITS.bytesPerLookAtDisk;
  #limit: SharedSpaceLimit | null = null;

  constructor(store: JobStore, folder: JobFolder) {
    this.#store = store;
    this.#folder = folder;
    this.#use = store.use(folder);
  }

  /** Aborted when the job is deleted or its key revoked (`open-files.ts`): no more of the file is to be written. */
  get ended(): AbortSignal {
    return this.#use.ended;
  }

  /** The limit that is known to be reached; null while there is none. Never waits: a look that is begun here counts for later pieces. */
  add(bytes: number): SharedSpaceLimit | null {
    this.#bytes += bytes;
    this.#use.grow(bytes);
    if (this.#bytes >= this.#nextLook) {
      this.#nextLook = this.#bytes + JOB_LIMITS.bytesPerLookAtDisk;
      void this.#look();
    }
    return this.#limit;
  }

  /** The file is closed, and kept or deleted. */
  close(): void {
    this.#use.close();
  }

  async #look(): Promise<void> {
    try {
      await this.#writeDown();
      this.#limit ??= await this.#store.spaceLimit(this.#folder);
    } catch {
      // A disk that cannot be looked at refuses the file where it is written.
    }
  }

  async #writeDown(): Promise<void> {
    const own = this.#store.ownRecord(this.#folder);
    if (own === null || own.keptBytes >= this.#bytes) return;
    // The record of a job that another process has deleted cannot be written: the file ends within a moment (`ended`).
    await this.#store.change(this.#folder, { keptBytes: this.#bytes }).catch(() => {});
  }
}
