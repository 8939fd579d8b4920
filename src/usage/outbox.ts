import { randomUUID } from "node:crypto";
import { Lock } from "../files/lock.ts";
import type { SqliteDatabase } from "../files/sqlite.ts";
import type { UsageCount } from "./usage-count.ts";
import { openUsageFile } from "./usage-file.ts";

/** Counts that are sent together: a fifth of a megabyte, and a transaction that others hardly wait for. */
const BATCH_COUNTS_MAX = 2_000;

const BUSY_MILLISECONDS_MAX = 50;

/** Counts under the number that their sender gave them. However often a batch is sent, it is the same. */
export interface UsageBatch {
  readonly sender: string;
  /** Rises by one with every batch of a sender. */
  readonly number: number;
  /** Chance, so that another batch of the same number (from a copy of the file) is told from this one. */
  readonly token: string;
  readonly counts: readonly UsageCount[];
}

interface Sender {
  readonly id: string;
  readonly last_batch: number;
  readonly token: string;
}

/**
 * A transactional outbox: what the database of the nodes has not got yet. Counts grow in batch 0 until they are sealed: then they have a number and do not
 * change until they have arrived. While the database is away batch 0 goes on growing, by a row per key, day, state and
 * setting at most.
 */
export class Outbox {
  readonly #database: SqliteDatabase;
  readonly #lock: Lock;

  private constructor(database: SqliteDatabase, lock: Lock) {
    this.#database = database;
    this.#lock = lock;
  }

  /** Null when another server with this home sends from it: one at a time does, until it closes or ends. */
  static openToSend(file: string): Outbox | null {
    const lock = Lock.takeIfFree(file, "serve");
    if (lock === null) return null;
    try {
      return new Outbox(openUsageFile(file, BUSY_MILLISECONDS_MAX), lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** The batch to be sent now: the one that was sealed before, or a new one; null when there is nothing to send. */
  next(): UsageBatch | null {
    return this.#database.transaction(() => this.#sealed() ?? (this.#seal() ? this.#sealed() : null)).immediate();
  }

  /** It has arrived. Does nothing when it is not the last one any longer: then somebody has removed it before. */
  remove(batch: UsageBatch): void {
    this.#database
      .transaction(() => {
        if (this.#isLast(batch)) this.#database.prepare("DELETE FROM outbox WHERE batch = ?").run(batch.number);
      })
      .immediate();
  }

  /**
   * Goes on as another sender: somebody else uses the numbers of this one, as after copying or putting back the file. Says whether
   * it does: a batch that is not the last one any longer has arrived, and what is sealed now has a number that nobody has refused.
   */
  renewSender(refused: UsageBatch): boolean {
    return this.#database
      .transaction(() => {
        if (!this.#isLast(refused)) return false;
        this.#database.prepare("UPDATE outbox SET batch = 1 WHERE batch > 0").run();
        this.#database.prepare("UPDATE sender SET id = ?, last_batch = 1").run(randomUUID());
        return true;
      })
      .immediate();
  }

  close(): void {
    this.#database.close();
    this.#lock.release();
  }

  /** The lock alone would do, but for a lock file that somebody deletes: what is asked here is asked of the counts themselves. */
  #isLast({ sender, number, token }: UsageBatch): boolean {
    const last = this.#sender();
    return last.id === sender && last.last_batch === number && last.token === token;
  }

  #sealed(): UsageBatch | null {
    const { id, last_batch: number, token } = this.#sender();
    const counts = this.#database
      .prepare<[number], UsageCount>(
        "SELECT key_id AS keyId, day, state, setting, lookups, priced FROM outbox WHERE batch = ? AND batch > 0",
      )
      .all(number);
    return counts.length === 0 ? null : { sender: id, number, token, counts };
  }

  /** Whether there was anything to seal. */
  #seal(): boolean {
    const number = this.#sender().last_batch + 1;
    const { changes } = this.#database
      .prepare(
        `UPDATE outbox SET batch = ? WHERE (batch, day, key_id, state, setting) IN
         (SELECT batch, day, key_id, state, setting FROM outbox WHERE batch = 0 LIMIT ${BATCH_COUNTS_MAX})`,
      )
      .run(number);
    if (changes === 0) return false;
    this.#database.prepare("UPDATE sender SET last_batch = ?, token = ?").run(number, randomUUID());
    return true;
  }

  #sender(): Sender {
    const select = this.#database.prepare<[], Sender>("SELECT id, last_batch, token FROM sender");
    const known = select.get();
    if (known !== undefined) return known;
    this.#database.prepare("INSERT INTO sender (id, last_batch, token) VALUES (?, 0, '')").run(randomUUID());
    return select.get() as Sender;
  }
}
