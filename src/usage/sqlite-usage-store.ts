import type { SqliteDatabase } from "../files/sqlite.ts";
import type { UsageCount } from "./usage-count.ts";
import { openUsageFile, openUsageToRead, unusableUsage } from "./usage-file.ts";
import type { HomeUsageStore, UsageGrouping, UsageQuestion, UsageTotal } from "./usage-store.ts";

/** In a server the next attempt is a moment away; a command may wait. */
const SERVER_BUSY_MILLISECONDS_MAX = 50;
const COMMAND_BUSY_MILLISECONDS_MAX = 10_000;

const GROUPS: Readonly<Record<UsageGrouping, string>> = {
  key: "key_id",
  day: "day",
  month: "substr(day, 1, 7)",
  state: "state",
  setting: "setting",
};

const VALUES = "@keyId, @day, @state, @setting, @lookups, @priced";
const ADDED = "lookups = lookups + excluded.lookups, priced = priced + excluded.priced";
const ADD = `INSERT INTO usage (key_id, day, state, setting, lookups, priced) VALUES (${VALUES})
  ON CONFLICT DO UPDATE SET ${ADDED}`;
const ADD_TO_OUTBOX = `INSERT INTO outbox (batch, key_id, day, state, setting, lookups, priced) VALUES (0, ${VALUES})
  ON CONFLICT DO UPDATE SET ${ADDED}`;

/** The usage of one home, in a SQLite file that several processes may use at once. */
export class SqliteUsageStore implements HomeUsageStore {
  readonly #file: string;
  readonly #database: SqliteDatabase;
  readonly #isForwarded: boolean;

  private constructor(file: string, database: SqliteDatabase, isForwarded: boolean) {
    this.#file = file;
    this.#database = database;
    this.#isForwarded = isForwarded;
  }

  /** `isForwarded`: what is added is also kept for the database of the nodes (`outbox.ts`). */
  static open(file: string, isForwarded: boolean): SqliteUsageStore {
    return new SqliteUsageStore(file, openUsageFile(file, SERVER_BUSY_MILLISECONDS_MAX), isForwarded);
  }

  static openToRead(file: string): SqliteUsageStore {
    return new SqliteUsageStore(file, openUsageToRead(file, COMMAND_BUSY_MILLISECONDS_MAX), false);
  }

  async add(counts: readonly UsageCount[]): Promise<void> {
    this.addNow(counts);
  }

  /** The same at once, for a process that ends with the next line. */
  addNow(counts: readonly UsageCount[]): void {
    try {
      const add = this.#database.prepare<[UsageCount]>(ADD);
      const addToOutbox = this.#isForwarded ? this.#database.prepare<[UsageCount]>(ADD_TO_OUTBOX) : null;
      this.#database
        .transaction(() => {
          for (const count of counts) {
            add.run(count);
            addToOutbox?.run(count);
          }
        })
        .immediate();
    } catch (error) {
      throw unusableUsage(this.#file, error);
    }
  }

  async totals({ by, from, to, keyId }: UsageQuestion): Promise<readonly UsageTotal[]> {
    try {
      return this.#database
        .prepare<[object], UsageTotal>(
          `SELECT ${GROUPS[by]} AS "group", sum(lookups) AS lookups, sum(priced) AS priced FROM usage
           WHERE (@from IS NULL OR day >= @from) AND (@to IS NULL OR day <= @to) AND (@keyId IS NULL OR key_id = @keyId)
           GROUP BY 1 ORDER BY 1`,
        )
        .all({ from, to, keyId });
    } catch (error) {
      throw unusableUsage(this.#file, error);
    }
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}
