import { Database } from "../../../database/database.ts";
import { appliedMigrations } from "../../../database/migrate.ts";
import { MIGRATIONS } from "../../../database/migrations/index.ts";
import { isFailure, reasonOf } from "../../../runtime/failure.ts";
import type { Examined } from "../examined.ts";
import { type DoctorFinding, doubt, fault, well } from "../finding.ts";
import { missingRights } from "./database-rights.ts";

const NAME = "database";
/** Machines whose clocks are kept by a time service differ by milliseconds: seconds mean that one of them is not. */
const CLOCK_MILLISECONDS_MAX = 2_000;

/** The PostgreSQL that nodes share. */
export async function databaseFindings({
  database: url,
}: Pick<Examined, "database">): Promise<readonly DoctorFinding[]> {
  if (url === null) return [well(NAME, "None: keys, usage and releases are kept on this machine.")];
  const database = new Database(url, { connections: 1, applicationName: "ratebook doctor" });
  try {
    await database.refuseUnusable();
    return [await reached(database), ...(await schemaFindings(database)), ...(await clockFindings(database))];
  } catch (error) {
    const told = database.told(error);
    if (!isFailure(told)) throw error;
    const remedy = "Check address, user and password, pg_hba.conf, and whether the server runs and takes writes.";
    return [fault(NAME, told.message, remedy)];
  } finally {
    await database.close();
  }
}

async function reached(database: Database): Promise<DoctorFinding> {
  const [row] = await database.sql<[{ version: string; who: string }]>`
    SELECT current_setting('server_version') AS version, current_user AS who`;
  return well(NAME, `${database.shown} is PostgreSQL ${row.version}, reached as ${row.who}.`);
}

async function schemaFindings(database: Database): Promise<readonly DoctorFinding[]> {
  const done = await appliedMigrations(database.sql).catch((error: unknown) => noRights(database, error));
  if (typeof done !== "number") return [done];
  if (done > MIGRATIONS.length) {
    const found = `Its schema has ${done} steps, and this program knows ${MIGRATIONS.length}.`;
    return [fault(NAME, found, "A newer ratebook has brought it up to date: upgrade this one.")];
  }
  const missing = await missingRights(database.sql, done < MIGRATIONS.length);
  if (missing.length > 0) {
    const remedy = "Have its owner grant them (docs/scaling.md, The database and its roles).";
    return [fault(NAME, `Rights are missing: ${missing.join("; ")}.`, remedy)];
  }
  if (done === MIGRATIONS.length) return [well(NAME, `Its schema is up to date (${done} of ${done} steps).`)];
  const found = `Its schema has ${done} of ${MIGRATIONS.length} steps.`;
  return [doubt(NAME, found, "The next node or command that is given this database brings it up to date by itself.")];
}

/** PostgreSQL's word for what a user may not do. */
const INSUFFICIENT_PRIVILEGE = "42501";

function noRights(database: Database, error: unknown): DoctorFinding {
  if ((error as { readonly code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
  const remedy = "Have its owner grant them (docs/scaling.md, The database and its roles).";
  return fault(NAME, `Rights are missing in ${database.shown} (${reasonOf(error)}).`, remedy);
}

/** The database's time is compared with the middle of asking for it. */
async function clockFindings(database: Database): Promise<readonly DoctorFinding[]> {
  const before = Date.now();
  const [row] = await database.sql<[{ now: Date }]>`SELECT clock_timestamp() AS now`;
  return clockDifference(row.now.getTime() - (before + Date.now()) / 2);
}

export function clockDifference(milliseconds: number): readonly DoctorFinding[] {
  const seconds = (Math.abs(milliseconds) / 1_000).toFixed(1);
  if (Math.abs(milliseconds) <= CLOCK_MILLISECONDS_MAX) {
    return [well(NAME, `Its clock and that of this machine differ by ${seconds} s.`)];
  }
  const found = `Its clock is ${seconds} s ${milliseconds > 0 ? "ahead of" : "behind"} that of this machine.`;
  return [
    doubt(
      NAME,
      found,
      'Let a time service keep both ("timedatectl"): keys expire, and days begin, by the clock of each node.',
    ),
  ];
}
