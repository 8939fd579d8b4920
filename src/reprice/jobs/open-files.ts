import { JOB_LIMITS } from "../limits.ts";
import type { JobFolder } from "./job-folder.ts";
import type { JobRecord } from "./record.ts";

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

  /** Aborted with an `EndOfUse` when the job is deleted or its key revoked. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  get closed(): Promise<void> {
    return this.#closing.promise;
  }

  get keyId(): string {
    return this.#record.keyId;
  }

  /** The job, with at least the bytes that its files take. */
  get record(): JobRecord {
    return { ...this.#record, keptBytes: Math.max(this.#record.keptBytes, this.#bytes) };
  }

  /** Counts bytes that this use has written. */
  grow(bytes: number): void {
    this.#bytes += bytes;
  }

  end(reason: EndOfUse): void {
    this.#ending.abort(reason);
  }

  /** Call it when every file descriptor is closed: the bytes count until then. */
  close(): void {
    this.#onClosed();
    this.#closing.resolve();
  }
}

/**
 * The jobs whose files this process has open. A deleted file takes disk space until it is closed, so every use ends with its
 * job: at once when this process deletes it, soon when another process does or the key is revoked.
 */
export class OpenFiles {
  readonly #hasEnded: (keyId: string) => boolean;
  readonly #uses = new Map<string, Set<FilesInUse>>();
  #watch: NodeJS.Timeout | null = null;
  #isLooking = false;
  #isStopped = false;

  /** `hasEnded`: whether a key has ended for good. */
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

  records(): readonly JobRecord[] {
    return [...this.#uses.values()].flatMap((uses) => {
      const records = [...uses].map(({ record }) => record);
      return records.sort((one, other) => other.keptBytes - one.keptBytes).slice(0, 1);
    });
  }

  end(id: string, reason: EndOfUse): void {
    for (const use of this.#uses.get(id) ?? []) use.end(reason);
  }

  async closed(id: string): Promise<void> {
    await Promise.all([...(this.#uses.get(id) ?? [])].map((use) => use.closed));
  }

  /** A stopping server deletes its jobs, but its clients may finish their downloads. */
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
