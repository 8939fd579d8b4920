import type { JobFolder } from "./job-folder.ts";
import { JOB_LIMITS } from "./limits.ts";
import type { JobRecord } from "./record.ts";

/** Why the use of a job's files ends early. */
export type EndOfUse = "deleted" | "revoked";

/** One use of a job's files by this process: an upload, a download, or the work on them. */
export class FilesInUse {
  readonly folder: JobFolder;
  readonly #record: JobRecord;
  readonly #ending = new AbortController();
  readonly #closing = Promise.withResolvers<void>();
  readonly #onClosed: () => void;
  #bytes = 0;

  constructor(folder: JobFolder, record: JobRecord, onClosed: () => void) {
    this.folder = folder;
    this.#record = record;
    this.#onClosed = onClosed;
  }

  /** Aborted, with an `EndOfUse` as its reason, when the job is deleted or its key revoked. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  get closed(): Promise<void> {
    return this.#closing.promise;
  }

  get keyId(): string {
    return this.#record.keyId;
  }

  /** The job, with the bytes that its files take at least. */
  get record(): JobRecord {
    return { ...this.#record, keptBytes: Math.max(this.#record.keptBytes, this.#bytes) };
  }

  /** Bytes that were written to its files since the use began. */
  grow(bytes: number): void {
    this.#bytes += bytes;
  }

  end(reason: EndOfUse): void {
    this.#ending.abort(reason);
  }

  /** To be called when every file descriptor is closed: the bytes count until then. */
  close(): void {
    this.#onClosed();
    this.#closing.resolve();
  }
}

/**
 * The jobs whose files this process has open. A file that is deleted takes its room until it is closed, so a use ends with its job: at once when
 * this process deletes the job, within a moment when another one does or the key is revoked. Until it is closed its bytes count.
 */
export class OpenFiles {
  readonly #hasEnded: (keyId: string) => boolean;
  readonly #uses = new Map<string, Set<FilesInUse>>();
  #watch: NodeJS.Timeout | null = null;
  #isLooking = false;
  #isStopped = false;

  /** `hasEnded`: whether a key is known to have ended for good. */
  constructor(hasEnded: (keyId: string) => boolean) {
    this.#hasEnded = hasEnded;
  }

  use(folder: JobFolder, record: JobRecord): FilesInUse {
    const uses = this.#uses.get(folder.id) ?? new Set();
    const use = new FilesInUse(folder, record, () => {
      uses.delete(use);
      if (uses.size === 0) this.#uses.delete(folder.id);
      if (this.#uses.size === 0) this.#stopWatch();
    });
    this.#uses.set(folder.id, uses.add(use));
    if (!this.#isStopped) this.#watch ??= setInterval(() => void this.#look(), JOB_LIMITS.progressMilliseconds).unref();
    return use;
  }

  /** The jobs whose files are open, each once. */
  records(): readonly JobRecord[] {
    return [...this.#uses.values()].flatMap((uses) => {
      const records = [...uses].map(({ record }) => record);
      return records.sort((one, other) => other.keptBytes - one.keptBytes).slice(0, 1);
    });
  }

  /** Ends every use of a job's files. */
  end(id: string, reason: EndOfUse): void {
    for (const use of this.#uses.get(id) ?? []) use.end(reason);
  }

  /** Resolves when the files of a job that are open now are closed. */
  async closed(id: string): Promise<void> {
    await Promise.all([...(this.#uses.get(id) ?? [])].map((use) => use.closed));
  }

  /** A server that stops deletes its jobs, and its clients may finish their downloads. */
  stopWatching(): void {
    this.#isStopped = true;
    this.#stopWatch();
  }

  #stopWatch(): void {
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#watch = null;
  }

  async #look(): Promise<void> {
    // A slow disk is queried once.
    if (this.#isLooking) return;
    this.#isLooking = true;
    const uses = [...this.#uses.values()].flatMap((each) => [...each].slice(0, 1));
    for (const { folder, keyId } of uses) if (this.#hasEnded(keyId)) this.end(folder.id, "revoked");
    for (const { folder, ended } of uses) {
      if (!ended.aborted && (await folder.isGone()) && !this.#isStopped) this.end(folder.id, "deleted");
    }
    this.#isLooking = false;
  }
}
