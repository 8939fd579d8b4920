import { failure } from "../../core/runtime/failure.ts";
import type { AnySql, Database } from "./database.ts";
import { MIGRATIONS, SCHEMA_BEGINNING } from "./migrations.ts";

/** Whoever brings the schema up to date holds it; the number is ours and means nothing. */
const LOCK = 7_283_223;

/**
 * Brings the schema up to date, under an advisory lock: nodes that start together do it once. A database that is up to date is only
 * looked at, so that nodes need no right to change the schema.
 */
export async function migrate(database: Database): Promise<void> {
  await database.refuseUnusable();
  try {
    const known = await appliedMigrations(database.sql);
    if (known === MIGRATIONS.length) return;
    // Before anything is begun that a node has no right to.
    if (known > MIGRATIONS.length) throw tooNew(database);
    await database.transaction(async (sql) => {
      await sql`SELECT pg_advisory_xact_lock(${LOCK})`;
      await sql.unsafe(SCHEMA_BEGINNING);
      const done = await appliedMigrations(sql);
      if (done > MIGRATIONS.length) throw tooNew(database);
      for (const [place, { name, statements }] of MIGRATIONS.entries()) {
        if (place < done) continue;
        await sql.unsafe(statements);
        await sql`INSERT INTO ratebook.migrations (number, name) VALUES (${place + 1}, ${name})`;
      }
    });
  } catch (error) {
    throw database.told(error);
  }
}

/** How many of the steps a database has. */
export async function appliedMigrations(sql: AnySql): Promise<number> {
  const [there] = await sql<[{ there: boolean }]>`SELECT to_regclass('ratebook.migrations') IS NOT NULL AS there`;
  if (!there.there) return 0;
  const [row] = await sql<[{ count: number }]>`SELECT count(*)::integer AS count FROM ratebook.migrations`;
  return row.count;
}

function tooNew(database: Database): Error {
  return failure(`${database.shown} was brought up to date by a newer ratebook. Upgrade this one.`);
}
