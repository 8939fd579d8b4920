import type { JobFolder } from "./job-folder.ts";
import type { JobStore } from "./job-store.ts";
import { JOB_LIMITS } from "./limits.ts";
import type { JobOutcome, JobProgress } from "./messages.ts";
import type { FilesInUse } from "./open-files.ts";
import type { SharedSpaceLimit } from "./space.ts";

/** Progress that cannot be written, on a full disk say, is no reason to give the work up. */
export async function tryToWrite(store: JobStore, folder: JobFolder, progress: JobProgress): Promise<void> {
  const { lines, done, total, written } = progress;
  const { bytesTotal, bytesDone: before } = store.ownRecord(folder) ?? { bytesTotal: 0, bytesDone: 0 };
  // Of the lookups alone: the heading and the packing of a workbook are no part of it. Work that goes on after a pause
  // counts what is left.
  const bytesDone = Math.max(Math.floor((done / Math.max(total, 1)) * bytesTotal), before);
  await store.change(folder, { linesDone: lines, bytesDone, keptBytes: bytesTotal + written }).catch(() => {});
}

export async function failed(store: JobStore, folder: JobFolder, reason: string): Promise<void> {
  // First, since a full disk may be the reason.
  await folder.keepNotes();
  const keptBytes = await folder.bytes();
  await store.change(folder, { status: "failed", endedAt: new Date().toISOString(), reason, keptBytes });
}

/** Writes down what a thread has made of a file. */
export async function finish(store: JobStore, folder: JobFolder, outcome: JobOutcome): Promise<void> {
  if (outcome.kind === "refused") await failed(store, folder, outcome.reason);
  else if (outcome.kind === "done") {
    const { hasFaults, lines } = outcome;
    const { bytesTotal } = store.ownRecord(folder) ?? { bytesTotal: 0 };
    await folder.keepResults();
    const [endedAt, keptBytes] = [new Date().toISOString(), await folder.bytes()];
    const done = { hasFaults, linesDone: lines, bytesDone: bytesTotal, keptBytes };
    await store.change(folder, { status: "done", endedAt, ...done });
  }
}

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
