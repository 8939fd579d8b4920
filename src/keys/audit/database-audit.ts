import { failure } from "../../core/runtime/failure.ts";
import type { AnySql } from "../../nodes/database/database.ts";
import { type AuditAction, type AuditSubject, following, unsealed } from "./audit-log.ts";

/*
 * The audit log of what nodes share is a table of the same lines, chained in the same way (`database/migrations.ts`). An entry is
 * part of the transaction that it tells of: both count or none.
 */

/** Held by whoever appends; the number is ours and means nothing. */
const LOCK = 7_283_224;

/** Writes an action down, in a transaction that is under way. */
export async function appendToDatabase(sql: AnySql, action: AuditAction, subject: AuditSubject): Promise<void> {
  // One after the other: each line holds the hash of the one before. A lock on the table would need the right to change its lines.
  await sql`SELECT pg_advisory_xact_lock(${LOCK})`;
  const [row] = await sql<{ line: string }[]>`SELECT line FROM audit ORDER BY sequence DESC LIMIT 1`;
  const last = row === undefined ? null : unsealed(row.line);
  if (row !== undefined && last === null) {
    throw failure('The last line of the database\'s audit log is no entry: see "ratebook audit verify --database".');
  }
  const { entry, line } = following(last, action, subject);
  await sql`INSERT INTO audit (sequence, line) VALUES (${entry.sequence}, ${line})`;
}

/** All lines, as the file of an audit log has them. */
export async function databaseLog(sql: AnySql): Promise<Buffer> {
  const rows = await sql<{ line: string }[]>`SELECT line FROM audit ORDER BY sequence`;
  return Buffer.from(rows.map(({ line }) => `${line}\n`).join(""));
}
