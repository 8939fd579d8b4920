import { Database, isOfDatabase } from "../../database/database.ts";
import { isFailure } from "../../runtime/failure.ts";

/** PostgreSQL's word for a table that is not there: the schema is yet to be made, so that it holds nothing. */
const UNDEFINED_TABLE = "42P01";

/**
 * Looks at something in a database. `nothing` is what one without a schema holds; null where it cannot be looked at, which the check of the
 * database itself tells.
 */
export async function lookedAt<Seen>(
  url: string,
  nothing: Seen,
  look: (database: Database) => Promise<Seen>,
): Promise<Seen | null> {
  const database = new Database(url, { connections: 1, applicationName: "ratebook doctor" });
  try {
    if (!(await isUsable(database))) return null;
    return await look(database);
  } catch (error) {
    if (!isOfDatabase(error)) throw error;
    return (error as NodeJS.ErrnoException).code === UNDEFINED_TABLE ? nothing : null;
  } finally {
    await database.close();
  }
}

async function isUsable(database: Database): Promise<boolean> {
  try {
    await database.refuseUnusable();
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return false;
  }
}
