import { hostname } from "node:os";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { appendToDatabase } from "../../keys/audit-log.ts";
import { PostgresKeyStore } from "../../keys/postgres-key-store.ts";
import { Database, isOfDatabase } from "../../nodes/database/database.ts";
import { makeSchema } from "../../nodes/database/schema.ts";
import type { KeyPlace, Note } from "./key-place.ts";

/** A command sends one query after the other: a second connection would be idle. */
const CONNECTIONS = 1;

/** The keys that nodes share, and their audit log: one transaction changes both. */
export function keysOfDatabase(url: string): KeyPlace {
  return {
    isShared: true,
    read: (work) => withDatabase(url, (database) => work(new PostgresKeyStore(database))),
    change: (work) =>
      withDatabase(url, async (database) => {
        try {
          return await new PostgresKeyStore(database).inTransaction((keys, sql) => {
            // Users of a shared database come from several machines.
            const note: Note = (action, subject) => appendToDatabase(sql, action, { ...subject, host: hostname() });
            return work(keys, note);
          });
        } catch (error) {
          throw isInDoubt(error) ? inDoubt(database, error) : error;
        }
      }),
  };
}

/** Opens a database with an up-to-date schema for one piece of work; its errors name it. */
export async function withDatabase<Outcome>(
  url: string,
  work: (database: Database) => Promise<Outcome>,
): Promise<Outcome> {
  const database = new Database(url, { connections: CONNECTIONS });
  try {
    await makeSchema(database);
    return await work(database);
  } catch (error) {
    throw database.failureFrom(error);
  } finally {
    await database.close();
  }
}

/** PostgreSQL's codes for a refused statement, which undo the transaction. A shutdown or a lost connection leaves the outcome open. */
const REFUSED = /^(?!57P|08)[0-9A-Z]{5}$/;

/** A connection may be lost after the change was committed and before that was confirmed. */
function isInDoubt(error: unknown): error is Error {
  return isOfDatabase(error) && !REFUSED.test((error as NodeJS.ErrnoException).code ?? "");
}

function inDoubt(database: Database, error: Error): Error {
  return failure(
    `The connection to the database ${database.shown} was lost (${reasonOf(error)}), and whether the change was made is not known. ` +
      'See "ratebook keys list" before you try again.',
  );
}
