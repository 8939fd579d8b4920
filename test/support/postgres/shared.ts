import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { Database } from "../../../src/nodes/database/database.ts";
import { makeSchema } from "../../../src/nodes/database/schema.ts";
import { type RunningService, service } from "../service.ts";
import { startPostgres } from "./server.ts";

/** A database that a test file has to itself, on the PostgreSQL that all files of a run share. */
export interface OwnDatabase {
  readonly url: string;
  readonly port: number;
  remove(): Promise<void>;
}

interface SharedPostgres {
  readonly url: string;
  readonly port: number;
}

/** A database with the schema, which others are copied from. */
const WITH_SCHEMA = "with_schema";

/** Several files at once, each with the connections of several nodes. */
const CONNECTIONS_MAX = 500;

/** Starts the PostgreSQL of a run, for `suite/services.ts`. */
export async function sharedPostgres(): Promise<RunningService> {
  const server = await startPostgres([`max_connections=${CONNECTIONS_MAX}`]);
  await asOwner(server.url, (sql) => sql.unsafe(`CREATE DATABASE ${WITH_SCHEMA}`));
  const database = new Database(urlOf(server.url, WITH_SCHEMA));
  await makeSchema(database);
  await database.close();
  const about: SharedPostgres = { url: server.url, port: server.port };
  return { about, stop: () => server.remove() };
}

/** A new database, with the schema unless the test is about that. Roles belong to the server: their names must differ from file to file. */
export async function ownDatabase(template: typeof WITH_SCHEMA | "template1" = WITH_SCHEMA): Promise<OwnDatabase> {
  const shared = await service<SharedPostgres>("postgres");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await asOwner(shared.url, (sql) => sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    url: urlOf(shared.url, name),
    port: shared.port,
    remove: () => asOwner(shared.url, (sql) => sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

function urlOf(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

async function asOwner(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
