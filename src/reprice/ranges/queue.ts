import { type Db, PgBoss } from "pg-boss";
import { failure } from "../../core/runtime/failure.ts";
import { Semaphore } from "../../core/runtime/semaphore.ts";
import { type AnySql, Database, isOfDatabase, type Sql } from "../../nodes/database/database.ts";

/** A schema apart from Ratebook's: pg-boss creates and migrates it. */
const SCHEMA = "ratebook_queue";
/** Attempts to remove a queue, each over a connection that may be lost. */
const REMOVALS_MAX = 3;

/** A node without a heartbeat for so long is gone, and its ranges go to others; pg-boss accepts no less. */
const HEARTBEAT_SECONDS = 10;
/** Retries after lost nodes: a range that has cost so many nodes is likely to cost the next one too. */
const ATTEMPTS_MORE = 4;

/** The state of a range that has no result yet. */
type RangeState = "waiting" | "taken" | "given up";

/** The queue of ranges that wait for a node, by run. The only file that uses pg-boss; its statements use our driver. */
export class RangeQueue {
  readonly #boss: PgBoss;
  readonly #database: Database;

  private constructor(boss: PgBoss, database: Database) {
    this.#boss = boss;
    this.#database = database;
  }

  /**
   * Uses a connection of its own: a transaction that waits for the queue must not hold the last one. Failed maintenance is
   * retried.
   */
  static async open(url: string): Promise<RangeQueue> {
    const database = new Database(url, { connections: 1, jsonIsText: true, applicationName: "ratebook queue" });
    const boss = new PgBoss({
      db: inTurn(database.sql),
      schema: SCHEMA,
      // The command of a run maintains its queue, once a second; nothing is scheduled.
      supervise: false,
      schedule: false,
      monitorIntervalSeconds: 1,
      reindex: false,
    });
    boss.on("error", () => {});
    try {
      await boss.start();
    } catch (error) {
      await database.close();
      throw database.failureFrom(error);
    }
    return new RangeQueue(boss, database);
  }

  async create(run: string): Promise<void> {
    await this.#boss.createQueue(nameOf(run), {
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryLimit: ATTEMPTS_MORE,
      retryDelay: 0,
    });
  }

  /** Part of a transaction, like the lines of the range. */
  async put(sql: AnySql, run: string, range: string): Promise<void> {
    await this.#boss.insert(nameOf(run), [{ id: range }], { db: within(sql) });
  }

  /** Takes the oldest waiting ranges; none when the run is over. */
  async take(run: string, countMax: number): Promise<readonly string[]> {
    return await this.#unlessOver(run, [], async () => {
      const jobs = await this.#boss.fetch(nameOf(run), { batchSize: countMax });
      return jobs.map(({ id }) => id);
    });
  }

  /** Heartbeat; call it several times within `HEARTBEAT_SECONDS`. */
  async keep(run: string, ranges: readonly string[]): Promise<void> {
    if (ranges.length > 0) await this.#unlessOver(run, null, () => this.#boss.touch(nameOf(run), [...ranges]));
  }

  /** Part of the transaction that writes the result. */
  async finish(sql: AnySql, run: string, range: string): Promise<void> {
    await this.#boss.deleteJob(nameOf(run), range, { db: within(sql) });
  }

  /** Returns ranges to the queue for another node, or gives them up after the last attempt. */
  async giveBack(run: string, ranges: readonly string[], reason: string): Promise<void> {
    if (ranges.length === 0) return;
    await this.#unlessOver(run, null, () => this.#boss.fail(nameOf(run), [...ranges], { reason }));
  }

  /** Takes ranges back from nodes that are gone. */
  async lookAfter(run: string): Promise<void> {
    await this.#unlessOver(run, undefined, () => this.#boss.supervise(nameOf(run)));
  }

  /** Null: it has been priced, or the queue does not know it. */
  async stateOf(run: string, range: string): Promise<RangeState | null> {
    const [job] = await this.#boss.findJobs(nameOf(run), { id: range });
    if (job === undefined) return null;
    if (job.state === "failed" || job.state === "cancelled") return "given up";
    return job.state === "active" ? "taken" : "waiting";
  }

  async remove(run: string): Promise<void> {
    // pg-boss takes a connection that is lost while it looks for the queue for a queue that does not exist.
    for (let attempt = 1; (await this.#boss.getQueue(nameOf(run))) !== null; attempt += 1) {
      if (attempt > REMOVALS_MAX) throw failure(`The queue of run ${run} could not be removed.`);
      await this.#boss.deleteQueue(nameOf(run));
    }
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
    await this.#database.close();
  }

  /**
   * A run may end while a node works on its ranges, and its queue is deleted with it. pg-boss reports that only by a text, and
   * PostgreSQL has similar texts for other errors, so the existence of the queue is checked.
   */
  async #unlessOver<Outcome, Over>(run: string, over: Over, ask: () => Promise<Outcome>): Promise<Outcome | Over> {
    try {
      return await ask();
    } catch (error) {
      if (isOfDatabase(error) || (await this.#boss.getQueue(nameOf(run))) !== null) throw error;
      return over;
    }
  }
}

function nameOf(run: string): string {
  return `reprice-${run}`;
}

/**
 * Serialises statements on the one connection: a transaction meets no other statements, and a failed one leaves none behind.
 * If the connection is lost, the next statement uses another one.
 */
function inTurn(sql: Sql): Db {
  const turn = new Semaphore(1);
  return {
    executeSql: (text, values) =>
      turn.use(async () => {
        try {
          return await execute(sql, text, values);
        } catch (error) {
          await sql.unsafe("ROLLBACK").catch(() => {});
          throw error;
        }
      }),
  };
}

function within(sql: AnySql): Db {
  return { executeSql: (text, values) => execute(sql, text, values) };
}

type Parameters = NonNullable<globalThis.Parameters<AnySql["unsafe"]>[1]>;

async function execute(sql: AnySql, text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
  const given = values.map((value) => (value === undefined ? null : value)) as Parameters;
  const result: readonly unknown[] = await sql.unsafe(text, given);
  // Several statements have several results.
  return { rows: Array.isArray(result[0]) ? result.flat() : [...result] };
}
