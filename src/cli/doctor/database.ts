import { isFailure, reasonOf } from "../../core/runtime/failure.ts";
import { type AnySql, Database, isOfDatabase } from "../../nodes/database/database.ts";
import { NODE_RIGHTS } from "../../nodes/database/roles.ts";
import { schemaVersion } from "../../nodes/database/schema.ts";
import { type DoctorFinding, type Examined, failed, passed, warned } from "./finding.ts";

const NAME = "database";
/** Clocks with a time service differ by milliseconds: seconds mean that one of them has none. */
const CLOCK_MILLISECONDS_MAX = 2_000;

/** The PostgreSQL that nodes share. */
export async function databaseFindings({
  database: url,
}: Pick<Examined, "database">): Promise<readonly DoctorFinding[]> {
  if (url === null) return [passed(NAME, "None: keys, usage and releases are kept on this machine.")];
  const database = new Database(url, { connections: 1, applicationName: "ratebook doctor" });
  try {
    await database.refuseUnusable();
    return [await reached(database), ...(await schemaFindings(database)), ...(await clockFindings(database))];
  } catch (error) {
    const unusable = database.failureFrom(error);
    if (!isFailure(unusable)) throw error;
    const remedy = "Check address, user and password, pg_hba.conf, and whether the server runs and takes writes.";
    return [failed(NAME, unusable.message, remedy)];
  } finally {
    await database.close();
  }
}

async function reached(database: Database): Promise<DoctorFinding> {
  const [row] = await database.sql<[{ version: string; who: string }]>`
    SELECT current_setting('server_version') AS version, current_user AS who`;
  return passed(NAME, `${database.shown} is PostgreSQL ${row.version}, reached as ${row.who}.`);
}

async function schemaFindings(database: Database): Promise<readonly DoctorFinding[]> {
  const version = await schemaVersion(database.sql).catch((error: unknown) => noRights(database, error));
  if (version !== null && typeof version !== "number") return [version];
  const missing = await missingRights(database.sql, version === null);
  if (missing.length > 0) {
    const remedy =
      'Have its owner run "ratebook database init --roles PREFIX" (docs/scaling.md, The database and its roles).';
    return [failed(NAME, `Rights are missing: ${missing.join("; ")}.`, remedy)];
  }
  if (version !== null) return [passed(NAME, "It has the schema ratebook.")];
  return [warned(NAME, "It has no schema yet.", "The next node or command with this database makes it.")];
}

/** PostgreSQL's code for a missing right. */
const INSUFFICIENT_PRIVILEGE = "42501";

function noRights(database: Database, error: unknown): DoctorFinding {
  if ((error as { readonly code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
  const remedy =
    'Have its owner run "ratebook database init --roles PREFIX" (docs/scaling.md, The database and its roles).';
  return failed(NAME, `Rights are missing in ${database.shown} (${reasonOf(error)}).`, remedy);
}

/** The database's time is compared with the middle of the query. */
async function clockFindings(database: Database): Promise<readonly DoctorFinding[]> {
  const before = Date.now();
  const [row] = await database.sql<[{ now: Date }]>`SELECT clock_timestamp() AS now`;
  return clockDifference(row.now.getTime() - (before + Date.now()) / 2);
}

export function clockDifference(milliseconds: number): readonly DoctorFinding[] {
  const seconds = (Math.abs(milliseconds) / 1_000).toFixed(1);
  if (Math.abs(milliseconds) <= CLOCK_MILLISECONDS_MAX) {
    return [passed(NAME, `Its clock and that of this machine differ by ${seconds} s.`)];
  }
  const found = `Its clock is ${seconds} s ${milliseconds > 0 ? "ahead of" : "behind"} that of this machine.`;
  return [
    warned(
      NAME,
      found,
      'Let a time service keep both ("timedatectl"): keys expire, and days begin, by the clock of each node.',
    ),
  ];
}

/** The rights that the user lacks, in a few words each; changing the schema needs more than using it. */
async function missingRights(sql: AnySql, isBehind: boolean): Promise<readonly string[]> {
  return isBehind ? await missingForSchema(sql) : await missingForUse(sql);
}

async function missingForSchema(sql: AnySql): Promise<readonly string[]> {
  const [row] = await sql<[{ may: boolean }]>`
    SELECT CASE WHEN to_regnamespace('ratebook') IS NULL
      THEN has_database_privilege(current_database(), 'CREATE')
      ELSE has_schema_privilege('ratebook', 'CREATE')
    END AS may`;
  return row.may ? [] : ["CREATE, to bring the schema ratebook up to date"];
}

async function missingForUse(sql: AnySql): Promise<readonly string[]> {
  const wanted = Object.entries(NODE_RIGHTS).flatMap(([table, rights]) =>
    rights.map((right, place) => ({ table, right, place })),
  );
  const rows = await sql<{ table: string; lacking: string }[]>`
    SELECT "table", string_agg("right", ', ' ORDER BY place) AS lacking
    FROM json_to_recordset(${JSON.stringify(wanted)}::text::json) AS wanted ("table" text, "right" text, place integer)
    WHERE NOT has_table_privilege('ratebook.' || "table", "right")
    GROUP BY "table" ORDER BY "table"`;
  return rows.map(({ table, lacking }) => `${lacking} on ratebook.${table}`);
}

/** PostgreSQL's code for a missing table: the schema does not exist yet. */
const UNDEFINED_TABLE = "42P01";

/**
 * Reads something in a database. Returns `nothing` without a schema, and null when it cannot be read, which the check of the database
 * itself reports.
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
