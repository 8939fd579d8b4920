import { existsSync } from "node:fs";
import { isOutside, reasonOf } from "../../../core/runtime/failure.ts";
import { Backoff, Outage, RepeatedTask } from "../../../core/runtime/repeated-task.ts";
import type { Keys } from "../../../keys/api-key.ts";
import { KeyFile } from "../../../keys/key-file.ts";
import { mirrorKeys } from "../../../keys/merge-keys.ts";
import { SqliteKeyStore } from "../../../keys/sqlite-key-store.ts";
import { isOfDatabase } from "../../../nodes/database/database.ts";
import type { Log } from "../log.ts";

/** A disk that is full, say: a key that is revoked meanwhile is refused soon after there is room. */
const RETRY_MILLISECONDS = 1_000;

/** A line of a log is to stay readable; the count tells the rest. */
const IDS_SHOWN_MAX = 20;

interface KeyFollowerOptions {
  /** The keys that nodes share. */
  readonly keys: Keys;
  /** Where this node keeps them, and answers from. */
  readonly file: string;
  readonly log: Log;
  /** Called when they can be kept there no longer, and when they can again. */
  readonly onFollowing: () => void;
}

/** Keeps the keys of a database in the home of a node, which go on working while that is away. */
export class KeyFollower {
  readonly #options: KeyFollowerOptions;
  readonly #there = Promise.withResolvers<void>();
  readonly #outage: Outage;
  /** One run at a time: of two, the one that has read earlier must not write later. */
  readonly #mirroring: RepeatedTask;
  #wentBack = "";

  constructor(options: KeyFollowerOptions) {
    const { log, onFollowing } = options;
    this.#options = options;
    // A refusal is in the log in any case.
    this.#there.promise.catch(() => {});
    this.#outage = new Outage({
      onFailed: (error) => {
        if (isOutside(error)) log.error("keys_not_mirrored", { reason: reasonOf(error) });
        else log.exception("keys_not_mirrored", error);
        onFollowing();
      },
      onWorking: () => {
        log.info("keys_mirrored_again");
        onFollowing();
      },
      reportsEachReason: true,
      isReportedElsewhere: isOfDatabase,
    });
    const retry = new Backoff(RETRY_MILLISECONDS);
    this.#mirroring = new RepeatedTask(() => this.#mirror(), { retry, outage: this.#outage });
  }

  /** Whether the keys that are answered from are those of the database, as far as it has been asked. */
  get isFollowing(): boolean {
    return !this.#outage.isFailing;
  }

  /** Resolves when there are keys to answer with; throws a failure when those of the home stand in the way. */
  start(): Promise<void> {
    if (this.isFollowing && this.#areOnDisk()) this.#there.resolve();
    return this.#there.promise;
  }

  /** The keys of the database may have changed. Throws what the database throws, and nothing else. */
  async look(): Promise<void> {
    const error = await this.#mirroring.run();
    if (isOfDatabase(error)) throw error;
  }

  close(): Promise<void> {
    return this.#mirroring.close();
  }

  async #mirror(): Promise<void> {
    const { keys, file } = this.#options;
    let store: SqliteKeyStore | null = null;
    try {
      // Before a store is made: an empty one would shut everybody out.
      if (!existsSync(file)) await keys.list();
      store = new SqliteKeyStore(file);
      this.#noteWentBack((await mirrorKeys(keys, store)).wentBack);
      this.#there.resolve();
    } catch (error) {
      if (!isOfDatabase(error)) {
        // A node that has keys of the database goes on with these.
        if (store?.isMirror) this.#there.resolve();
        else this.#there.reject(error);
      }
      throw error;
    } finally {
      await store?.close();
    }
  }

  /** Once for the same keys: they stay as they are until the database is fixed. */
  #noteWentBack(ids: readonly string[]): void {
    const keys = ids.join(",");
    if (keys !== "" && keys !== this.#wentBack) {
      const shown = ids.slice(0, IDS_SHOWN_MAX).join(", ");
      const more = ids.length > IDS_SHOWN_MAX ? ` and ${ids.length - IDS_SHOWN_MAX} more` : "";
      const reason = `The database has forgotten what ended ${shown}${more}. They stay ended on this node; import a newer export there.`;
      this.#options.log.error("keys_went_back", { reason });
    }
    this.#wentBack = keys;
  }

  #areOnDisk(): boolean {
    const { file } = this.#options;
    if (!existsSync(file)) return false;
    const store = new KeyFile(file, { mustExist: true });
    try {
      return store.isMirror || store.list().length > 0;
    } finally {
      store.close();
    }
  }
}
