import { failure } from "../../core/runtime/failure.ts";
import { Database, isMissingRight } from "../../nodes/database/database.ts";
import { makeRoles, roleNames, rolesSql } from "../../nodes/database/roles.ts";
import { makeSchema, SCHEMA_SQL } from "../../nodes/database/schema.ts";
import { type ExitCode, print, wrongUsage } from "../command-io.ts";

interface InitOptions {
  readonly database: string | null;
  /** Prefix of the names of the roles; null: no roles are created. */
  readonly roles: string | null;
  readonly print: boolean;
}

/** Creates the schema and the roles of a database, or prints the SQL for it. */
export async function init({ database: url, roles, print: isPrinted }: InitOptions): Promise<ExitCode> {
  if (isPrinted) {
    print(`BEGIN;\n${SCHEMA_SQL}${roles === null ? "" : `\n${rolesSql(roles)}`}\nCOMMIT;`);
    return 0;
  }
  if (url === null) throw wrongUsage("Name the database with --database, or add --print to see the SQL.");
  const database = new Database(url, { connections: 1, applicationName: "ratebook database" });
  try {
    await makeSchema(database);
    print(`${database.shown} has the schema ratebook.`);
    if (roles !== null) {
      await database.transaction((sql) => makeRoles(sql, roles));
      print(`${roleNames(roles).join(", ")} have their rights. Set a password for each one with \\password in psql.`);
    }
    return 0;
  } catch (error) {
    if (!isMissingRight(error)) throw database.failureFrom(error);
    throw failure(
      `The role of ${database.shown} may not do that (${(error as Error).message}). Have a superuser run what the command prints with --print.`,
    );
  } finally {
    await database.close();
  }
}
