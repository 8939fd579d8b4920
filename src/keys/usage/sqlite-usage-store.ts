import { closeSync, openSync, statSync } from "node:fs";
import { openSqlite, prepareSchema, refuseNewer, type Schema, type SqliteDatabase } from "../../core/files/sqlite.ts";
import { OWNER_ONLY_FILE } from "../../core/files/writing.ts";
import { failure, failureFrom } from "../../core/runtime/failure.ts";
import type { HomeUsageStore, UsageCount, UsageGrouping, UsageQuestion, UsageTotal } from "./usage-store.ts";

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

  /** `isForwarded`: added counts are also kept for the shared database (`postgres-usage-store.ts`). */
  static open(file: string, isForwarded: boolean): SqliteUsageStore {
    return new SqliteUsageStore(file, openUsageFile(file, SERVER_BUSY_MILLISECONDS_MAX), isForwarded);
  }

  static openToRead(file: string): SqliteUsageStore {
    return new SqliteUsageStore(file, openUsageToRead(file, COMMAND_BUSY_MILLISECONDS_MAX), false);
  }

  async add(counts: readonly UsageCount[]): Promise<void> {
    this.addNow(counts);
  }

  /** Adds counts synchronously, for a process that is about to end. */
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

/** What a count is kept under, and what is kept. */
const COLUMNS = `
    key_id TEXT NOT NULL,
    day TEXT NOT NULL,
    state TEXT NOT NULL,
    setting TEXT NOT NULL,
    lookups INTEGER NOT NULL,
    priced INTEGER NOT NULL`;

/** `outbox`: counts that the shared database does not have yet; batch 0 is still growing. `sender` has one row. */
const SCHEMA: Schema = {
  version: 1,
  sql: `
  CREATE TABLE usage (${COLUMNS},
    PRIMARY KEY (day, key_id, state, setting)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE outbox (
    batch INTEGER NOT NULL,${COLUMNS},
    PRIMARY KEY (batch, day, key_id, state, setting)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sender (
    id TEXT NOT NULL,
    last_batch INTEGER NOT NULL,
    token TEXT NOT NULL
  ) STRICT;
`,
};

/**
 * Opens the file of a home's usage, creating it when it is missing; throws a failure that names it.
 *
 * It has a write-ahead log (WAL), unlike the keys: the process that answers writes usage twice a second, and must not wait for the disk. A
 * killed process loses nothing that it has written. A machine that loses power may lose the last seconds; the file stays sound.
 */
export function openUsageFile(file: string, busyMilliseconds: number): SqliteDatabase {
  let database: SqliteDatabase | null = null;
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFIFO()) throw failure(`${file} is a FIFO. Move it away.`);
    // Readable by its owner only; SQLite gives its companion files this mode too.
    closeSync(openSync(file, "a", OWNER_ONLY_FILE));
    database = openSqlite(file, { timeout: busyMilliseconds });
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
    prepareSchema(database, file, SCHEMA);
    return database;
  } catch (error) {
    database?.close();
    throw unusableUsage(file, error);
  }
}

/** Read-only: the file stays as it is, though SQLite may put empty companion files beside it. */
function openUsageToRead(file: string, busyMilliseconds: number): SqliteDatabase {
  try {
    const database = openSqlite(file, { readonly: true, fileMustExist: true, timeout: busyMilliseconds });
    refuseNewer(database, file, SCHEMA);
    return database;
  } catch (error) {
    throw unusableUsage(file, error);
  }
}

/** A system or SQLite error as a failure that names the file; other errors are returned as they are. */
function unusableUsage(file: string, error: unknown): unknown {
  const remedy =
    "Fix the cause (a disk that is full, a folder that cannot be written); a file that is damaged may be moved away, and counting starts again.";
  return failureFrom(error, `${file} cannot be used`, remedy);
}
