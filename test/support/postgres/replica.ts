import { execFile } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitFor } from "../../../scripts/fire/wait-for.ts";
import { Database } from "../../../src/nodes/database/database.ts";
import { type Postgres, postgresAt, runProgram } from "./server.ts";

/** A replica of a small database catches up, and takes over, in a second or two. */
const MILLISECONDS_MAX = 120_000;

/**
 * A replica at a port, which follows the primary by streaming. The primary commits nothing from here on that the replica has not got
 * (synchronous replication): what a client was told is there after a failover.
 */
export async function startReplica(primary: Postgres, port: number, settings: readonly string[]): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-postgres-"));
  chmodSync(folder, 0o755);
  const session = new Database(primary.url, { connections: 1, applicationName: "replica" });
  try {
    await copyData(session, primary, folder);
    const replica = postgresAt(folder, primary.programs, port, settings);
    await replica.start();
    await session.sql`ALTER SYSTEM SET synchronous_standby_names = '*'`;
    await session.sql`SELECT pg_reload_conf()`;
    const isSynchronous = async () =>
      (await session.sql`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`).length > 0;
    if (!(await waitFor(isSynchronous, MILLISECONDS_MAX))) throw new Error("The replica does not catch up.");
    return replica;
  } finally {
    await session.close();
  }
}

/**
 * A base backup by the server's own functions: the package that tests take PostgreSQL from has no pg_basebackup. Whatever changes while files are copied is
 * fixed from the write-ahead log.
 */
async function copyData({ sql }: Database, primary: Postgres, folder: string): Promise<void> {
  const data = join(folder, "data");
  await sql`SELECT pg_backup_start('replica', true)`;
  // A temporary file that vanishes meanwhile makes it exit with 1.
  await new Promise((resolve) => execFile("cp", ["-a", primary.data, data], resolve));
  const [stopped] = await sql<[{ labelfile: string }]>`SELECT labelfile FROM pg_backup_stop(false)`;
  const { uid, gid } = statSync(primary.data);
  for (const [name, text] of [
    ["backup_label", stopped.labelfile],
    ["standby.signal", ""],
  ] as const) {
    writeFileSync(join(data, name), text);
    chownSync(join(data, name), uid, gid);
  }
  rmSync(join(data, "postmaster.pid"), { force: true });
  const connection = `host=127.0.0.1 port=${primary.port} user=postgres`;
  appendFileSync(join(data, "postgresql.auto.conf"), `primary_conninfo = '${connection}'\n`);
}

/** Makes a replica the primary; resolves when it takes writes. */
export async function promote({ programs, data, url }: Postgres): Promise<void> {
  runProgram(programs, "pg_ctl", ["promote", "-D", data, "-W"]);
  const takesWrites = async () => {
    const database = new Database(url, { connections: 1 });
    try {
      return (await database.sql`SELECT WHERE NOT pg_is_in_recovery()`).length > 0;
    } catch {
      return false;
    } finally {
      await database.close();
    }
  };
  if (!(await waitFor(takesWrites, MILLISECONDS_MAX))) throw new Error("The replica does not take over.");
}
