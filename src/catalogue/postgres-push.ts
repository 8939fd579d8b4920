import type { AnySql, Database } from "../database/database.ts";
import { sha256 } from "../files/file-hash.ts";
import { failure } from "../runtime/failure.ts";
import { clearAbandoned, isHeldHere, LOCK_CLASS } from "./abandoned-files.ts";
import { fileChunks, wholeOf } from "./chunks.ts";
import type { PushOutcome, ReleaseToPush } from "./release-catalogue.ts";

/**
 * Pushes a file, all in one session, which holds a lock on what it writes: the server gives that back when the session ends, however it ends,
 * and what is then no release is cleared by whoever comes next. A push that goes on over another connection fails.
 */
export async function pushFile(
  database: Database,
  release: ReleaseToPush,
  onBytes: (bytes: number) => void,
): Promise<PushOutcome> {
  // Room is made before it is needed. What stands in the way of that is told by whoever prunes, and not in the way of a push.
  await clearAbandoned(database).catch(() => {});
  const own = database.session();
  const session = own.sql;
  try {
    const { contentHash, sha256: whole } = release;
    const [there] = await session<StoredFile[]>`
      SELECT file_number AS number, chunks FROM releases WHERE content_hash = ${contentHash} AND file_sha256 = ${whole}`;
    if (there !== undefined && (await isSound(session, there))) return "already there";
    const [file] = await session<[{ number: number }]>`
      WITH begun AS (INSERT INTO release_files DEFAULT VALUES RETURNING number)
      SELECT number, pg_advisory_lock(${LOCK_CLASS}, number) FROM begun`;
    const chunks = await writeChunks(session, file.number, release, onBytes);
    return await makeVisible(session, { number: file.number, chunks }, release, there?.number ?? null);
  } finally {
    // The lock ends with the session: what did not become a release is cleared, at the latest by whoever comes next.
    await own.close();
    await clearAbandoned(database).catch(() => {});
  }
}

interface StoredFile {
  readonly number: number;
  readonly chunks: number;
}

/** Chunks that the server compares with their hashes in one statement: a tenth of a second. */
const COMPARED_AT_ONCE = 64;

/** Whether every chunk is as it was pushed. The server computes: nothing is sent. */
async function isSound(sql: AnySql, { number, chunks }: StoredFile): Promise<boolean> {
  for (let first = 0; first < chunks; first += COMPARED_AT_ONCE) {
    const [row] = await sql<[{ sound: number }]>`
      SELECT count(*)::integer AS sound FROM release_chunks
      WHERE file_number = ${number} AND number >= ${first} AND number < ${first + COMPARED_AT_ONCE}
        AND encode(pg_catalog.sha256(bytes), 'hex') = release_chunks.sha256`;
    if (row.sound !== Math.min(COMPARED_AT_ONCE, chunks - first)) return false;
  }
  return true;
}

async function writeChunks(
  sql: AnySql,
  file: number,
  release: ReleaseToPush,
  onBytes: (bytes: number) => void,
): Promise<number> {
  const changed = `${release.file} was changed while it was being pushed. Push it again.`;
  let number = 0;
  for await (const chunk of wholeOf(fileChunks(release.file), release, changed)) {
    await sql`INSERT INTO release_chunks (file_number, number, sha256, bytes)
      VALUES (${file}, ${number}, ${sha256(chunk)}, ${chunk})`;
    number += 1;
    onBytes(chunk.length);
  }
  return number;
}

/**
 * One statement: the release is there from here on, or nothing is. Of two who push the same, the second finds it there; a file that was
 * found to be damaged is replaced.
 */
async function makeVisible(
  sql: AnySql,
  { number: file, chunks }: StoredFile,
  { contentHash, name, version, bytes, sha256: whole, pushedBy }: ReleaseToPush,
  damaged: number | null,
): Promise<PushOutcome> {
  const [row] = await sql<[{ isWhole: boolean; isNew: boolean | null }]>`
    WITH whole AS MATERIALIZED (
      SELECT ${isHeldHere(sql, file)} AND count(*) = ${chunks}::integer AS is_so FROM release_chunks WHERE file_number = ${file}
    ), written AS (
      INSERT INTO releases AS known (content_hash, file_number, name, version, file_bytes, file_sha256, chunks, pushed_by)
      SELECT ${contentHash}::text, ${file}::integer, ${name}::text, ${version}::text, ${bytes}::bigint, ${whole}::text,
        ${chunks}::integer, ${pushedBy}::text FROM whole WHERE is_so
      ON CONFLICT (content_hash) DO UPDATE SET
        file_number = excluded.file_number, file_bytes = excluded.file_bytes, file_sha256 = excluded.file_sha256,
        chunks = excluded.chunks, pushed_at = now(), pushed_by = excluded.pushed_by
        WHERE known.file_sha256 <> excluded.file_sha256 OR known.file_number = ${damaged}
      RETURNING (xmax = 0) AS is_new
    )
    SELECT is_so AS "isWhole", (SELECT is_new FROM written) AS "isNew" FROM whole`;
  if (!row.isWhole) throw failure("The connection to the database was lost. Push the release again.");
  if (row.isNew === null) return "already there";
  return row.isNew ? "pushed" : "renewed";
}
