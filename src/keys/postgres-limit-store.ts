import type { Database } from "../nodes/database/database.ts";
import { LEASE_DIVISOR, type Lease, type LeaseRequest, type LimitStore } from "./leased-limits.ts";
import { WINDOW_MILLISECONDS } from "./rate-limits.ts";

/** A lease as the database answers: its large numbers are texts. */
interface Lent {
  readonly milliseconds: string;
  readonly number: string;
  readonly admitted: number;
  readonly lookups: string;
  readonly remaining: string;
}

type Fragment = ReturnType<Database["sql"]>;

/** Whole milliseconds since 1970, by the clock of the database. */
function databaseClock({ sql }: Database): Fragment {
  return sql`floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;
}

/**
 * The limits of all nodes, in the database that they share; one statement per lease (`database/migrations.ts`). The clock of the
 * database says which window it is: a node whose own clock is ahead or behind is in the same one as the others.
 */
export class PostgresLimitStore implements LimitStore {
  readonly #database: Database;
  readonly #isReady: () => Promise<void>;
  readonly #clock: (database: Database) => Fragment;

  /** `isReady` resolves when the schema is there; asked before every question. */
  constructor(database: Database, isReady: () => Promise<void> = async () => {}, clock = databaseClock) {
    this.#database = database;
    this.#isReady = isReady;
    this.#clock = clock;
  }

  async lend({ keyId, limit, window, unused, further, costs }: LeaseRequest): Promise<Lease> {
    await this.#isReady();
    // What was lent in an earlier window is gone with it.
    const [lent] = await this.#database.sql<[Lent]>`
      WITH clock AS MATERIALIZED (SELECT ${this.#clock(this.#database)} AS milliseconds),
        current AS MATERIALIZED (SELECT milliseconds, milliseconds / ${WINDOW_MILLISECONDS}::bigint AS number FROM clock)
      SELECT milliseconds, number, admitted, lookups, remaining FROM current, LATERAL lend(
        ${keyId}, number, ${limit}, CASE WHEN number = ${window} THEN ${unused}::bigint ELSE 0 END,
        ${[...further]}::bigint[], ${[...costs]}::bigint[], ${LEASE_DIVISOR}, ${WINDOW_MILLISECONDS})`;
    return {
      window: Number(lent.number),
      clockMilliseconds: Number(lent.milliseconds),
      admitted: lent.admitted,
      lookups: Number(lent.lookups),
      remaining: Number(lent.remaining),
    };
  }
}
