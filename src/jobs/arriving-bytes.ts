import type { JobFolder } from "./job-folder.ts";
import type { JobStore } from "./job-store.ts";
import { JOB_LIMITS } from "./limits.ts";
import type { SharedSpaceLimit } from "./space.ts";

/** Counts the bytes of a file while it arrives, whatever its client has said, and looks at the limits now and then. */
export class ArrivingBytes {
  readonly #store: JobStore;
  readonly #folder: JobFolder;
  #bytes = 0;
  #nextLook: number = JOB_LIMITS.bytesPerLookAtDisk;
  #limit: SharedSpaceLimit | null = null;

  constructor(store: JobStore, folder: JobFolder) {
    this.#store = store;
    this.#folder = folder;
  }

  /** The limit that is known to be reached; null while there is none. Never waits: a look that is begun here counts for later pieces. */
  add(bytes: number): SharedSpaceLimit | null {
    this.#bytes += bytes;
    if (this.#bytes >= this.#nextLook) {
      this.#nextLook = this.#bytes + JOB_LIMITS.bytesPerLookAtDisk;
      void this.#look();
    }
    return this.#limit;
  }

  async #look(): Promise<void> {
    try {
      const { keptBytes } = this.#store.ownRecord(this.#folder) ?? { keptBytes: this.#bytes };
      if (keptBytes < this.#bytes) await this.#store.change(this.#folder, { keptBytes: this.#bytes });
      this.#limit ??= await this.#store.spaceLimit(this.#folder);
    } catch {
      // A file whose job was deleted, or that cannot be written, is refused where it is written.
    }
  }
}
