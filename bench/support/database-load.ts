import postgres from "postgres";
import type { Postgres } from "../../test/support/postgres/server.ts";

/** What PostgreSQL has to be started with so that it counts statements. */
export const COUNTING = ["shared_preload_libraries=pg_stat_statements", "pg_stat_statements.track_planning=off"];

/** Counts the statements that others have PostgreSQL carry out. */
export interface StatementCounter {
  /** So far. */
  statements(): Promise<number>;
  close(): Promise<void>;
}

export async function countStatements({ url }: Postgres): Promise<StatementCounter> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`CREATE EXTENSION IF NOT EXISTS pg_stat_statements`;
  return {
    statements: async () => {
      const [row] = await sql<[{ calls: number }]>`
        SELECT sum(calls)::float8 AS calls FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'`;
      return row.calls;
    },
    close: () => sql.end(),
  };
}
