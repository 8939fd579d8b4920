import type { Database, Sql } from "../database/database.ts";
import type { UsageBatch } from "./outbox.ts";
import type { UsageCount } from "./usage-count.ts";
import type { UsageGrouping, UsageQuestion, UsageStore, UsageTotal } from "./usage-store.ts";

/** What became of a batch: it counts from now on, it did already, or its number is that of another batch. */
export type Receipt = "counted" | "counted before" | "number of another";

/** A node that was away for longer than this, and whose last receipt was lost, counts that one batch again. */
const SENDER_SILENCE_DAYS_MAX = 90;

/** The usage of all nodes, in the database that they share. */
export class PostgresUsageStore implements UsageStore {
  readonly #database: Database;
  readonly #isReady: () => Promise<void>;

  /** `isReady` resolves when the schema is there; asked before every question. */
  constructor(database: Database, isReady: () => Promise<void> = async () => {}) {
    this.#database = database;
    this.#isReady = isReady;
  }

  async add(counts: readonly UsageCount[]): Promise<void> {
    const { sql } = this.#database;
    await this.#told(() => added(sql, counts, sql``));
  }

  /** Adds a batch once, however often it is sent: its number is noted by the statement that counts it. */
  async receive({ sender, number, token, counts }: UsageBatch): Promise<Receipt> {
    return await this.#told(async () => {
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
    const rows = await this.#told(
      () => sql<{ group: string; lookups: string; priced: string }[]>`
        SELECT ${groups[by]} COLLATE "C" AS "group", sum(lookups) AS lookups, sum(priced) AS priced FROM usage
        WHERE (${from}::date IS NULL OR day >= ${from}::date) AND (${to}::date IS NULL OR day <= ${to}::date)
          AND (${keyId}::text IS NULL OR key_id = ${keyId}::text)
        GROUP BY 1 ORDER BY 1`,
    );
    return rows.map(({ group, lookups, priced }) => ({ group, lookups: Number(lookups), priced: Number(priced) }));
  }

  /** The connection is whoever's that opened it. */
  async close(): Promise<void> {}

  async #told<Outcome>(ask: () => PromiseLike<Outcome>): Promise<Outcome> {
    try {
      await this.#isReady();
      return await ask();
    } catch (error) {
      throw this.#database.told(error);
    }
  }
}

/** Every home that was copied or made anew has left a sender behind: a few rows, which are looked through when yet another one comes. */
async function forgetSilent(sql: Sql): Promise<void> {
  await sql`DELETE FROM usage_senders WHERE received_at < now() - make_interval(days => ${SENDER_SILENCE_DAYS_MAX})`;
}

/** In one order, whoever adds: nodes that add to the same rows wait for each other and never crosswise (deadlock). */
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
