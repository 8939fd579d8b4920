import { JOB_LIMITS } from "../limits.ts";
import type { JobFolder } from "./job-folder.ts";
import type { JobStore } from "./job-store.ts";
import type { JobOutcome, JobProgress } from "./messages.ts";
import type { FilesInUse } from "./open-files.ts";
import type { SharedSpaceLimit } from "./space.ts";

/** Progress that cannot be written, for example on a full disk, does not end the work. */
export async function tryToWrite(store: JobStore, folder: JobFolder, progress: JobProgress): Promise<void> {
  const { lines, done, total, written } = progress;
  const { bytesTotal, bytesDone: before } = store.ownRecord(folder) ?? { bytesTotal: 0, bytesDone: 0 };
  // Only lookups count, not the heading or the unpacking of a workbook. Resumed work counts what is left.
  const bytesDone = Math.max(Math.floor((done / Math.max(total, 1)) * bytesTotal), before);
  await store.change(folder, { linesDone: lines, bytesDone, keptBytes: bytesTotal + written }).catch(() => {});
}

export async function failed(store: JobStore, folder: JobFolder, reason: string): Promise<void> {
  // First, since a full disk may be the reason.
  await folder.keepNotes();
  const keptBytes = await folder.bytes();
  await store.change(folder, { status: "failed", endedAt: new Date().toISOString(), reason, keptBytes });
}

/** Records the outcome of a thread's work. */
export async function finish(store: JobStore, folder: JobFolder, outcome: JobOutcome): Promise<void> {
  if (outcome.kind === "refused") await failed(store, folder, outcome.reason);
  else if (outcome.kind === "done") {
    const { hasFaults, lines, variance } = outcome;
    const { bytesTotal } = store.ownRecord(folder) ?? { bytesTotal: 0 };
    await folder.keepResults();
    const [endedAt, keptBytes] = [new Date().toISOString(), await folder.bytes()];
    const done = { hasFaults, variance, linesDone: lines, bytesDone: bytesTotal, keptBytes };
    await store.change(folder, { status: "done", endedAt, ...done });
  }
}

/** Counts the bytes of an upload, whatever length its client declared, and checks the limits regularly. */
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

  /** Aborted when the job is deleted or its key revoked (`open-files.ts`): the upload must stop. */
  get ended(): AbortSignal {
    return this.#use.ended;
  }

  /** The limit known to be reached, or null. Never waits: a check that starts here counts for later pieces. */
  add(bytes: number): SharedSpaceLimit | null {
    this.#bytes += bytes;
    this.#use.grow(bytes);
    if (this.#bytes >= this.#nextLook) {
      this.#nextLook = this.#bytes + JOB_LIMITS.bytesPerLookAtDisk;
      void this.#look();
    }
    return this.#limit;
  }

  close(): void {
    this.#use.close();
  }

  async #look(): Promise<void> {
    try {
      await this.#writeDown();
      this.#limit ??= await this.#store.spaceLimit(this.#folder);
    } catch {
      // A disk that cannot be read refuses the file when it is written.
    }
  }

  async #writeDown(): Promise<void> {
    const own = this.#store.ownRecord(this.#folder);
    if (own === null || own.keptBytes >= this.#bytes) return;
    // Another process may have deleted the job; then the upload ends soon (`ended`).
    await this.#store.change(this.#folder, { keptBytes: this.#bytes }).catch(() => {});
  }
}
