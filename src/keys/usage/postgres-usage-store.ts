import { randomUUID } from "node:crypto";
import { Lock } from "../../core/files/lock.ts";
import type { SqliteDatabase } from "../../core/files/sqlite.ts";
import { Outage, RepeatedTask } from "../../core/runtime/repeated-task.ts";
import type { Database, Sql } from "../../nodes/database/database.ts";
import { openUsageFile } from "./sqlite-usage-store.ts";
import type { UsageCount, UsageGrouping, UsageQuestion, UsageStore, UsageTotal } from "./usage-store.ts";

/** What became of a batch: it counts from now on, it did already, or its number is that of another batch. */
export type Receipt = "counted" | "counted before" | "number of another";

/** A node that was away for longer than this, and whose last receipt was lost, counts that one batch again. */
const SENDER_SILENCE_DAYS_MAX = 90;

/** The usage of all nodes, in the database that they share. */
export class PostgresUsageStore implements UsageStore {
  readonly #database: Database;
  readonly #isReady: () => Promise<void>;

  /** `isReady` resolves when the schema exists; called before every query. */
  constructor(database: Database, isReady: () => Promise<void> = async () => {}) {
    this.#database = database;
    this.#isReady = isReady;
  }

  async add(counts: readonly UsageCount[]): Promise<void> {
    const { sql } = this.#database;
    await this.#failing(() => added(sql, counts, sql``));
  }

  /** Adds a batch once, however often it is sent: the statement that counts it records its number. */
  async receive({ sender, number, token, counts }: UsageBatch): Promise<Receipt> {
    return await this.#failing(async () => {
      const { sql } = this.#database;
      const [noted] = await sql<{ isNew: boolean }[]>`
        WITH noted AS (
          INSERT INTO usage_senders AS known (id, last_batch, token) VALUES (${sender}, ${number}, ${token})
          ON CONFLICT (id) DO UPDATE SET last_batch = excluded.last_batch, token = excluded.token, received_at = now()
            WHERE known.last_batch < excluded.last_batch
          RETURNING (xmax = 0) AS is_new
        ), counted AS (${added(sql, counts, sql`WHERE EXISTS (SELECT FROM noted)`)})
        SELECT is_new AS "isNew" FROM noted`;
      // Should this fail, the batch is sent again and found to be counted.
      if (noted?.isNew) await forgetSilent(sql);
      if (noted !== undefined) return "counted";
      const [last] = await sql`
        SELECT id FROM usage_senders WHERE id = ${sender} AND last_batch = ${number} AND token = ${token}`;
      return last === undefined ? "number of another" : "counted before";
    });
  }

  async totals({ by, from, to, keyId }: UsageQuestion): Promise<readonly UsageTotal[]> {
    const { sql } = this.#database;
    const groups: Readonly<Record<UsageGrouping, ReturnType<typeof sql>>> = {
      key: sql`key_id`,
      day: sql`to_char(day, 'YYYY-MM-DD')`,
      month: sql`to_char(day, 'YYYY-MM')`,
      state: sql`state`,
      setting: sql`setting`,
    };
    // Ordered byte by byte, as SQLite does: the database may have another language's order.
    const rows = await this.#failing(
      () => sql<{ group: string; lookups: string; priced: string }[]>`
        SELECT ${groups[by]} COLLATE "C" AS "group", sum(lookups) AS lookups, sum(priced) AS priced FROM usage
        WHERE (${from}::date IS NULL OR day >= ${from}::date) AND (${to}::date IS NULL OR day <= ${to}::date)
          AND (${keyId}::text IS NULL OR key_id = ${keyId}::text)
        GROUP BY 1 ORDER BY 1`,
    );
    return rows.map(({ group, lookups, priced }) => ({ group, lookups: Number(lookups), priced: Number(priced) }));
  }

  /** The caller that opened the connection closes it. */
  async close(): Promise<void> {}

  async #failing<Outcome>(query: () => PromiseLike<Outcome>): Promise<Outcome> {
    try {
      await this.#isReady();
      return await query();
    } catch (error) {
      throw this.#database.failureFrom(error);
    }
  }
}

/** Every home that was copied or recreated leaves a sender behind: a few rows, checked when a new sender comes. */
async function forgetSilent(sql: Sql): Promise<void> {
  await sql`DELETE FROM usage_senders WHERE received_at < now() - make_interval(days => ${SENDER_SILENCE_DAYS_MAX})`;
}

/** Always in one order: nodes that add to the same rows wait for each other without a deadlock. */
function added(sql: Sql, counts: readonly UsageCount[], condition: ReturnType<Sql>) {
  return sql`
    INSERT INTO usage AS known (key_id, day, state, setting, lookups, priced)
    SELECT "keyId", day, state, setting, sum(lookups), sum(priced)
    FROM json_to_recordset(${JSON.stringify(counts)}::text::json)
      AS added ("keyId" text, day date, state text, setting text, lookups bigint, priced bigint)
    ${condition}
    GROUP BY day, "keyId", state, setting
    ORDER BY day, "keyId", state, setting
    ON CONFLICT (day, key_id, state, setting) DO UPDATE
      SET lookups = known.lookups + excluded.lookups, priced = known.priced + excluded.priced`;
}

/** Counts that are sent together: a fifth of a megabyte, and a transaction that others hardly wait for. */
const BATCH_COUNTS_MAX = 2_000;

const BUSY_MILLISECONDS_MAX = 50;

/** Counts under the number from their sender. A batch never changes, however often it is sent. */
export interface UsageBatch {
  readonly sender: string;
  /** Rises by one with every batch of a sender. */
  readonly number: number;
  /** Random, to distinguish this batch from one with its number in a copy of the file. */
  readonly token: string;
  readonly counts: readonly UsageCount[];
}

interface Sender {
  readonly id: string;
  readonly last_batch: number;
  readonly token: string;
}

/**
 * A transactional outbox: counts that the shared database does not have yet. Counts grow in batch 0 until they are sealed. A sealed batch
 * has a number and does not change until it has arrived. While the database is away, batch 0 grows by a row per key, day, state and setting
 * at most.
 */
export class Outbox {
  readonly #database: SqliteDatabase;
  readonly #lock: Lock;

  private constructor(database: SqliteDatabase, lock: Lock) {
    this.#database = database;
    this.#lock = lock;
  }

  /** Null when another server with this home sends from it: only one server sends at a time. */
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

  /** Removes a batch that has arrived. Does nothing when it is no longer the last one: it was removed before. */
  remove(batch: UsageBatch): void {
    this.#database
      .transaction(() => {
        if (this.#isLast(batch)) this.#database.prepare("DELETE FROM outbox WHERE batch = ?").run(batch.number);
      })
      .immediate();
  }

  /**
   * Continues as another sender, when another process uses the numbers of this one (after the file was copied or restored). False when the
   * batch is no longer the last one: it has arrived, and the next batch has a number that was not refused.
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

  /** The lock would be enough, unless a lock file is deleted: this checks the counts themselves. */
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

/** Usage reaches the database within a second. */
const FORWARD_MILLISECONDS = 1_000;

/** A stopping server does not wait for a database that does not answer: the rest is sent at the next start. */
const LAST_MILLISECONDS_MAX = 2_000;

interface ForwardingListener {
  /** Usage does not arrive; reported once, until it does again. It is kept in the home meanwhile. */
  readonly onUnsent: (error: unknown) => void;
  readonly onSentAgain: () => void;
  /** Another file uses these numbers: from now on this one sends under another name. */
  readonly onRenewed: () => void;
}

/** Sends the usage of a node to the shared database, batch by batch. Sending is idempotent: a batch counts once. */
export class UsageForwarder {
  readonly #open: () => Outbox | null;
  readonly #receive: (batch: UsageBatch) => Promise<Receipt>;
  readonly #listener: ForwardingListener;
  readonly #forwarding: RepeatedTask;
  #outbox: Outbox | null = null;

  /** `open` returns null while another server sends from this home, and is called again. */
  constructor(
    open: () => Outbox | null,
    receive: (batch: UsageBatch) => Promise<Receipt>,
    listener: ForwardingListener,
  ) {
    this.#open = open;
    this.#receive = receive;
    this.#listener = listener;
    const { onUnsent: onFailed, onSentAgain: onWorking } = listener;
    this.#forwarding = new RepeatedTask(() => this.#forwardAll(), {
      everyMilliseconds: FORWARD_MILLISECONDS,
      outage: new Outage({ onFailed, onWorking }),
    });
  }

  start(): void {
    this.#forwarding.start();
  }

  /** Sends all batches, or up to the first that does not arrive. Never throws. */
  async forward(): Promise<void> {
    await this.#forwarding.run();
  }

  async close(): Promise<void> {
    const last = Promise.withResolvers<void>();
    const deadline = setTimeout(last.resolve, LAST_MILLISECONDS_MAX);
    // A run under way began before the last counts were written: another one follows it.
    await Promise.race([this.forward(), last.promise]);
    clearTimeout(deadline);
    void this.#forwarding.close();
    this.#letGo();
  }

  async #forwardAll(): Promise<void> {
    try {
      this.#outbox ??= this.#open();
      // The server may stop and close the outbox while a receipt is under way.
      for (let batch = this.#next(); batch !== null; batch = this.#next()) {
        const receipt = await this.#receive(batch);
        if (receipt !== "number of another") this.#outbox?.remove(batch);
        else if (this.#outbox?.renewSender(batch)) this.#listener.onRenewed();
      }
    } catch (error) {
      this.#letGo();
      throw error;
    }
  }

  #next(): UsageBatch | null {
    return this.#outbox?.next() ?? null;
  }

  #letGo(): void {
    this.#outbox?.close();
    this.#outbox = null;
  }
}
