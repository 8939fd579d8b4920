import { type Db, PgBoss } from "pg-boss";
import { Semaphore } from "../../core/runtime/semaphore.ts";
import { type AnySql, Database, isOfDatabase, type Sql } from "../../nodes/database/database.ts";

/** Beside our own schema: what is in it is pg-boss's, which brings it up to date itself. */
const SCHEMA = "ratebook_queue";

/** A node that has not been heard of for so long is gone, and its ranges are given to others; pg-boss takes no less. */
const HEARTBEAT_SECONDS = 10;
/** Nodes that are lost while they have a range; a range that has cost so many is likely to cost the next one too. */
const ATTEMPTS_MORE = 4;

/** What becomes of a range that nobody has priced yet. */
type RangeState = "waiting" | "taken" | "given up";

/** The ranges that wait for a node to take them, by run. The one file that knows pg-boss; its statements go over our driver. */
export class RangeQueue {
  readonly #boss: PgBoss;
  readonly #database: Database;

  private constructor(boss: PgBoss, database: Database) {
    this.#boss = boss;
    this.#database = database;
  }

  /**
   * Over a connection of its own: a transaction that waits for the queue must not hold the last one. What goes wrong in its
   * upkeep is tried again.
   */
  static async open(url: string): Promise<RangeQueue> {
    const database = new Database(url, { connections: 1, jsonIsText: true, applicationName: "ratebook queue" });
    const boss = new PgBoss({
      db: inTurn(database.sql),
      schema: SCHEMA,
      // Whoever has a run looks after its queue, once a second; nothing is scheduled.
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

  /** As a part of a transaction, like the lines of the range themselves. */
  async put(sql: AnySql, run: string, range: string): Promise<void> {
    await this.#boss.insert(nameOf(run), [{ id: range }], { db: within(sql) });
  }

  /** The oldest ranges that wait, which are ours from now on; none where the run is over. */
  async take(run: string, countMax: number): Promise<readonly string[]> {
    return await this.#unlessOver(run, [], async () => {
      const jobs = await this.#boss.fetch(nameOf(run), { batchSize: countMax });
      return jobs.map(({ id }) => id);
    });
  }

  /** Says that we are still at them; to be said several times within `HEARTBEAT_SECONDS`. */
  async keep(run: string, ranges: readonly string[]): Promise<void> {
    if (ranges.length > 0) await this.#unlessOver(run, null, () => this.#boss.touch(nameOf(run), [...ranges]));
  }

  /** As a part of the transaction that writes the result. */
  async finish(sql: AnySql, run: string, range: string): Promise<void> {
    await this.#boss.deleteJob(nameOf(run), range, { db: within(sql) });
  }

  /** Lets another node have them, or gives them up after the last attempt. */
  async giveBack(run: string, ranges: readonly string[], reason: string): Promise<void> {
    if (ranges.length === 0) return;
    await this.#unlessOver(run, null, () => this.#boss.fail(nameOf(run), [...ranges], { reason }));
  }

  /** Takes ranges back from nodes that are gone. */
  async lookAfter(run: string): Promise<void> {
    await this.#unlessOver(run, undefined, () => this.#boss.supervise(nameOf(run)));
  }

  /** Null: it has been priced, or the queue knows nothing of it. */
  async stateOf(run: string, range: string): Promise<RangeState | null> {
    const [job] = await this.#boss.findJobs(nameOf(run), { id: range });
    if (job === undefined) return null;
    if (job.state === "failed" || job.state === "cancelled") return "given up";
    return job.state === "active" ? "taken" : "waiting";
  }

  async remove(run: string): Promise<void> {
    await this.#boss.deleteQueue(nameOf(run));
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
    await this.#database.close();
  }

  /**
   * A run may end while a node is at its ranges, and its queue goes with it. pg-boss says that with a text alone and PostgreSQL says
   * other things with a text that is much like it, so we look whether the queue is there.
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
 * One after the other over the one connection: statements that begin a transaction of their own meet no others in it, and one that failed leaves none
 * behind. Should the connection be lost, the next one is asked over another.
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
