import { hostname } from "node:os";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { appendToDatabase } from "../../keys/audit-log.ts";
import { PostgresKeyStore } from "../../keys/postgres-key-store.ts";
import { Database, isOfDatabase } from "../../nodes/database/database.ts";
import { migrate } from "../../nodes/database/migrations.ts";
import type { KeyPlace, Note } from "./key-place.ts";

/** A command asks one thing after the other: a second connection would have nothing to do. */
const CONNECTIONS = 1;

/** The keys that nodes share, and the audit log beside them: both are changed in one transaction. */
export function keysOfDatabase(url: string): KeyPlace {
  return {
    isShared: true,
    read: (work) => withDatabase(url, (database) => work(new PostgresKeyStore(database))),
    change: (work) =>
      withDatabase(url, async (database) => {
        try {
          return await new PostgresKeyStore(database).inTransaction((keys, sql) => {
            // Whoever shares a database comes from several machines.
            const note: Note = (action, subject) => appendToDatabase(sql, action, { ...subject, host: hostname() });
            return work(keys, note);
          });
        } catch (error) {
          throw isInDoubt(error) ? inDoubt(database, error) : error;
        }
      }),
  };
}

/** Opens a database whose schema is up to date, for one piece of work; an error of its own names it. */
export async function withDatabase<Outcome>(
  url: string,
  work: (database: Database) => Promise<Outcome>,
): Promise<Outcome> {
  const database = new Database(url, { connections: CONNECTIONS });
  try {
    await migrate(database);
    return await work(database);
  } catch (error) {
    throw database.failureFrom(error);
  } finally {
    await database.close();
  }
}

/** What PostgreSQL says when it refuses a statement, and undoes the transaction; its shutdown and a lost connection say nothing of the kind. */
const REFUSED = /^(?!57P|08)[0-9A-Z]{5}$/;

/** A connection may be lost after the change was made and before that was told. */
function isInDoubt(error: unknown): error is Error {
  return isOfDatabase(error) && !REFUSED.test((error as NodeJS.ErrnoException).code ?? "");
}

function inDoubt(database: Database, error: Error): Error {
  return failure(
    `The connection to the database ${database.shown} was lost (${reasonOf(error)}), and whether the change was made is not known. ` +
      'See "ratebook keys list" before you try again.',
  );
}
