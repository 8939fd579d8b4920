import type { AnySql, Database } from "../database/database.ts";

/** Our advisory locks about releases; the number is ours and means nothing. */
export const LOCK_CLASS = 7_283_224;

/** Chunks that are deleted in one statement: half a second, where a whole file may take minutes. */
const DELETED_AT_ONCE = 64;

/**
 * Whether the session that asks holds the lock on a file. Asked in the statement that relies on it: the driver replaces a connection that was
 * lost, and the next statement is then one of another session, which holds nothing.
 */
export function isHeldHere(sql: AnySql, file: number) {
  return sql`EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted
      AND classid = ${LOCK_CLASS}::integer::oid AND objid = ${file}::integer::oid AND objsubid = 2)`;
}

/** Removes what is no release and is not being pushed: what killed pushes left, and what was pruned or renewed. */
export async function clearAbandoned(database: Database): Promise<void> {
  const files = await database.sql<{ number: number }[]>`
    SELECT number FROM release_files WHERE number NOT IN (SELECT file_number FROM releases) ORDER BY number`;
  if (files.length === 0) return;
  // One session for all of it: whoever else clears or pushes leaves these files alone until it ends.
  const own = database.session();
  try {
    for (const { number } of files) await clearFile(own.sql, number);
  } finally {
    await own.close();
  }
}

/** Whoever pushes has the lock until its file is a release: once the lock is ours, it is one or never will be. */
async function clearFile(sql: AnySql, file: number): Promise<void> {
  const [lock] = await sql<[{ isOurs: boolean }]>`
    SELECT pg_try_advisory_lock(${LOCK_CLASS}, ${file}) AS "isOurs"`;
  if (!lock.isOurs) return;
  const isAbandoned = sql`${isHeldHere(sql, file)} AND NOT EXISTS (SELECT FROM releases WHERE file_number = ${file})`;
  let deleted = DELETED_AT_ONCE;
  while (deleted === DELETED_AT_ONCE) {
    const { count } = await sql`
      DELETE FROM release_chunks WHERE file_number = ${file} AND ${isAbandoned} AND number IN
        (SELECT number FROM release_chunks WHERE file_number = ${file} ORDER BY number LIMIT ${DELETED_AT_ONCE})`;
    deleted = count;
  }
  await sql`
    DELETE FROM release_files WHERE number = ${file} AND ${isAbandoned}
      AND NOT EXISTS (SELECT FROM release_chunks WHERE file_number = ${file})`;
}
