import type { Database } from "../database/database.ts";
import { LEASE_DIVISOR, type Lease, type LeaseRequest } from "./lease.ts";
import type { LimitStore } from "./limit-store.ts";
import { WINDOW_MILLISECONDS } from "./window.ts";

/** The limits of all nodes, in the database that they share; one statement per lease (`migrations/limits.ts`). */
export class PostgresLimitStore implements LimitStore {
  readonly #database: Database;
  readonly #isReady: () => Promise<void>;

  /** `isReady` resolves when the schema is there; asked before every question. */
  constructor(database: Database, isReady: () => Promise<void> = async () => {}) {
    this.#database = database;
    this.#isReady = isReady;
  }

  async lend({ keyId, limit, window, unused, further, costs }: LeaseRequest): Promise<Lease> {
    await this.#isReady();
    const [lent] = await this.#database.sql<[{ admitted: number; lookups: string; remaining: string }]>`
      SELECT admitted, lookups, remaining FROM lend(
        ${keyId}, ${window}, ${limit}, ${unused}, ${[...further]}::bigint[], ${[...costs]}::bigint[],
        ${LEASE_DIVISOR}, ${WINDOW_MILLISECONDS})`;
    return { window, admitted: lent.admitted, lookups: Number(lent.lookups), remaining: Number(lent.remaining) };
  }
}
