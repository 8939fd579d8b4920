import { failure } from "../runtime/failure.ts";
import type { SqliteDatabase } from "./sqlite.ts";

/** The tables of a file that a home keeps in SQLite. */
export interface Schema {
  readonly version: number;
  readonly sql: string;
}

/** Makes the tables of a file that has none. Of two processes that open a new file together one makes them. */
export function prepareSchema(database: SqliteDatabase, file: string, schema: Schema): void {
  if (versionOf(database) === schema.version) return;
  database
    .transaction(() => {
      if (versionOf(database) === schema.version) return;
      refuseNewer(database, file, schema);
      database.exec(schema.sql);
      database.pragma(`user_version = ${schema.version}`);
    })
    .immediate();
}

/** Throws a failure when a newer program has brought the file up to date: what that means by its rows is not known here. */
export function refuseNewer(database: SqliteDatabase, file: string, { version: known }: Schema): void {
  const version = versionOf(database);
  if (version <= known) return;
  throw failure(
    `${file} was written by a newer Ratebook (format ${version}, this one knows ${known}). Upgrade Ratebook, or use another --home.`,
  );
}

function versionOf(database: SqliteDatabase): number {
  return database.pragma("user_version", { simple: true }) as number;
}
