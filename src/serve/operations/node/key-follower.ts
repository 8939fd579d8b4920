import { existsSync } from "node:fs";
import { isOutside, reasonOf } from "../../../core/runtime/failure.ts";
import { Backoff, Outage, RepeatedTask } from "../../../core/runtime/repeated-task.ts";
import type { Keys } from "../../../keys/api-key.ts";
import { KeyFile } from "../../../keys/key-file.ts";
import { mirrorKeys } from "../../../keys/merge-keys.ts";
import { SqliteKeyStore } from "../../../keys/sqlite-key-store.ts";
import { isOfDatabase } from "../../../nodes/database/database.ts";
import type { Log } from "../log.ts";

/** For a full disk, for example: a key that is revoked meanwhile is refused soon after there is space. */
const RETRY_MILLISECONDS = 1_000;

/** A log line stays readable; the count covers the rest. */
const IDS_SHOWN_MAX = 20;

interface KeyFollowerOptions {
  readonly keys: Keys;
  /** Where this node mirrors them, and answers from. */
  readonly file: string;
  readonly log: Log;
  /** Called when mirroring fails, and when it works again. */
  readonly onFollowing: () => void;
}

/** Mirrors the keys of a database in the home of a node, where they work while the database is away. */
export class KeyFollower {
  readonly #options: KeyFollowerOptions;
  readonly #there = Promise.withResolvers<void>();
  readonly #outage: Outage;
  /** One run at a time: of two, the one that read earlier must not write later. */
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

  /** Whether the mirrored keys are those of the database, as of the last query. */
  get isFollowing(): boolean {
    return !this.#outage.isFailing;
  }

  /** Resolves when there are keys to answer with; throws a failure when the keys of the home prevent that. */
  start(): Promise<void> {
    if (this.isFollowing && this.#areOnDisk()) this.#there.resolve();
    return this.#there.promise;
  }

  /** The keys of the database may have changed. Throws only errors of the database. */
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
      // Before a store is created: an empty one would lock out every client.
      if (!existsSync(file)) await keys.list();
      store = new SqliteKeyStore(file);
      this.#noteWentBack((await mirrorKeys(keys, store)).wentBack);
      this.#there.resolve();
    } catch (error) {
      if (!isOfDatabase(error)) {
        // A node with mirrored keys goes on with these.
        if (store?.isMirror) this.#there.resolve();
        else this.#there.reject(error);
      }
      throw error;
    } finally {
      await store?.close();
    }
  }

  /** Once per set of keys: they stay as they are until the database is fixed. */
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
