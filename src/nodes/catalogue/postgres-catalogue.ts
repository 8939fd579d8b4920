import { sha256 } from "../../core/files/reading.ts";
import { failure } from "../../core/runtime/failure.ts";
import type { AnySql, Database } from "../database/database.ts";
import { nodesSeen, releasesServed } from "./node-register.ts";
import {
  ACTIVATIONS_LISTED_MAX,
  type Activation,
  type CataloguedRelease,
  fileChunks,
  type PushOutcome,
  type ReleaseCatalogue,
  type ReleaseToPush,
  type ServingNode,
  toActivate,
  toPrune,
  wholeOf,
} from "./release-catalogue.ts";

/** Lock for changes of the list of releases and of the active one; files have numbers from 1. */
const CHOICE = 0;

/** The catalogue that several nodes share, in PostgreSQL. Throws the driver's errors; `Database.failureFrom` turns them into messages. */
export class PostgresCatalogue implements ReleaseCatalogue {
  readonly #database: Database;

  /** The schema must be up to date (`makeSchema`). The catalogue closes the database. */
  constructor(database: Database) {
    this.#database = database;
  }

  push(release: ReleaseToPush, onBytes: (bytes: number) => void): Promise<PushOutcome> {
    return pushFile(this.#database, release, onBytes);
  }

  list(): Promise<readonly CataloguedRelease[]> {
    return allReleases(this.#database.sql);
  }

  active(): Promise<CataloguedRelease | null> {
    return activeRelease(this.#database.sql);
  }

  activate(contentHash: string, by: string): Promise<boolean> {
    return this.#choosing(async (sql) => {
      const known = await findRelease(sql, contentHash);
      const release = toActivate(contentHash, known, await activeRelease(sql));
      if (release !== null) await writeActive(sql, release, by);
      return release !== null;
    });
  }

  activations(): Promise<readonly Activation[]> {
    return lastActivations(this.#database.sql);
  }

  async prune(keep: number): Promise<readonly CataloguedRelease[]> {
    const removed = await this.#choosing(async (sql) => {
      const [releases, active] = [await allReleasesHeld(sql), await activeRelease(sql)];
      const ended = toPrune(releases, keep, active, await releasesServed(sql));
      await removeReleases(sql, ended);
      return ended;
    });
    await clearAbandoned(this.#database);
    return removed;
  }

  read(release: CataloguedRelease): AsyncIterable<Buffer> {
    return pulledFile(this.#database, release);
  }

  nodes(): Promise<readonly ServingNode[]> {
    return nodesSeen(this.#database.sql);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** One at a time: a release that is being pruned cannot be activated. */
  #choosing<Outcome>(work: (sql: AnySql) => Promise<Outcome>): Promise<Outcome> {
    return this.#database.transaction(async (sql) => {
      await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASS}, ${CHOICE})`;
      return await work(sql);
    });
  }
}

/* The records of the releases of a database; how their files get there is below (`pushFile`). */

/** Last pushed first. */
async function allReleases(sql: AnySql): Promise<readonly CataloguedRelease[]> {
  const rows = await sql<Row[]>`SELECT ${columns(sql)} FROM releases ORDER BY pushed_at DESC, content_hash`;
  return rows.map(catalogued);
}

/** As `allReleases`, and none of them is renewed until the transaction ends. */
async function allReleasesHeld(sql: AnySql): Promise<readonly CataloguedRelease[]> {
  const rows = await sql<Row[]>`
    SELECT ${columns(sql)} FROM releases ORDER BY pushed_at DESC, content_hash FOR UPDATE`;
  return rows.map(catalogued);
}

async function findRelease(sql: AnySql, contentHash: string): Promise<CataloguedRelease | null> {
  const [row] = await sql<Row[]>`SELECT ${columns(sql)} FROM releases WHERE content_hash = ${contentHash}`;
  return row === undefined ? null : catalogued(row);
}

async function activeRelease(sql: AnySql): Promise<CataloguedRelease | null> {
  const [row] = await sql<Row[]>`SELECT ${columns(sql)} FROM releases JOIN active_release USING (content_hash)`;
  return row === undefined ? null : catalogued(row);
}

async function writeActive(sql: AnySql, { contentHash, version }: CataloguedRelease, by: string): Promise<void> {
  await sql`
    INSERT INTO active_release (content_hash) VALUES (${contentHash})
    ON CONFLICT (is_only) DO UPDATE SET content_hash = excluded.content_hash`;
  await sql`
    INSERT INTO release_activations (content_hash, version, activated_by) VALUES (${contentHash}, ${version}, ${by})`;
}

/** Last first. */
async function lastActivations(sql: AnySql): Promise<readonly Activation[]> {
  const rows = await sql<(Omit<Activation, "activatedAt"> & { readonly activatedAt: Date })[]>`
    SELECT content_hash AS "contentHash", version, activated_at AS "activatedAt", activated_by AS "activatedBy"
    FROM release_activations ORDER BY number DESC LIMIT ${ACTIVATIONS_LISTED_MAX}`;
  return rows.map((row) => ({ ...row, activatedAt: row.activatedAt.toISOString() }));
}

/** Their files are then abandoned (`clearAbandoned`). */
async function removeReleases(sql: AnySql, releases: readonly CataloguedRelease[]): Promise<void> {
  const hashes = releases.map(({ contentHash }) => contentHash);
  await sql`DELETE FROM releases WHERE content_hash = ANY(${hashes})`;
}

/** As `postgres` reads them: byte counts are texts, since they may exceed a safe integer. */
type Row = Omit<CataloguedRelease, "bytes" | "pushedAt"> & { readonly bytes: string; readonly pushedAt: Date };

function columns(sql: AnySql) {
  return sql`content_hash AS "contentHash", name, version, file_bytes AS bytes, file_sha256 AS sha256,
    pushed_at AS "pushedAt", pushed_by AS "pushedBy"`;
}

function catalogued({ bytes, pushedAt, ...row }: Row): CataloguedRelease {
  return { ...row, bytes: Number(bytes), pushedAt: pushedAt.toISOString() };
}

/**
 * Pushes a file in one session, which holds a lock on its file. The server releases the lock when the session ends. The next push or prune
 * clears a file that did not become a release. A push fails when its connection is replaced.
 */
async function pushFile(
  database: Database,
  release: ReleaseToPush,
  onBytes: (bytes: number) => void,
): Promise<PushOutcome> {
  // Space is freed before it is needed. Prune reports what prevents that; a push goes on.
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
    // The lock ends with the session: the next push or prune clears an unfinished file.
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

/** Whether every chunk is as it was pushed. The server compares: no chunk is sent. */
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
 * One statement makes the release visible, or nothing is. The second of two pushes of one release finds it there; a damaged file is
 * replaced.
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

/** The bytes of a release, over a separate connection: a chunk may take longer than the deadline of other queries. */
async function* pulledFile(database: Database, release: CataloguedRelease): AsyncGenerator<Buffer> {
  const own = database.session();
  try {
    yield* storedChunks(own.sql, release);
  } finally {
    await own.close();
  }
}

async function* storedChunks(sql: AnySql, { contentHash, version }: CataloguedRelease): AsyncGenerator<Buffer> {
  const [file] = await sql<{ number: number; chunks: number }[]>`
    SELECT file_number AS number, chunks FROM releases WHERE content_hash = ${contentHash}`;
  if (file === undefined) throw failure(`The release ${version} (${contentHash}) is not in the database any longer.`);
  for (let number = 0; number < file.chunks; number += 1) {
    const [chunk] = await sql<{ sha256: string; bytes: Buffer }[]>`
      SELECT sha256, bytes FROM release_chunks WHERE file_number = ${file.number} AND number = ${number}`;
    if (chunk === undefined || sha256(chunk.bytes) !== chunk.sha256) {
      const what = chunk === undefined ? "is missing" : "is damaged";
      throw failure(
        `Chunk ${number + 1} of ${file.chunks} of the release ${version} (${contentHash}) ${what} in the database. Push it again with "ratebook releases push".`,
      );
    }
    yield chunk.bytes;
  }
}

/** Class of our advisory locks on releases; the number is arbitrary. */
export const LOCK_CLASS = 7_283_224;

/** Chunks that are deleted in one statement: half a second, where a whole file may take minutes. */
const DELETED_AT_ONCE = 64;

/**
 * Whether this session holds the lock on a file. Part of each statement that relies on it: after a lost connection the driver continues in
 * another session, which holds no lock.
 */
export function isHeldHere(sql: AnySql, file: number) {
  return sql`EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted
      AND classid = ${LOCK_CLASS}::integer::oid AND objid = ${file}::integer::oid AND objsubid = 2)`;
}

/** Removes files that are no release and are not being pushed: left by killed pushes, pruned or renewed. */
export async function clearAbandoned(database: Database): Promise<void> {
  const files = await database.sql<{ number: number }[]>`
    SELECT number FROM release_files WHERE number NOT IN (SELECT file_number FROM releases) ORDER BY number`;
  if (files.length === 0) return;
  // One session for all of it: other pushes and prunes leave these files alone until it ends.
  const own = database.session();
  try {
    for (const { number } of files) await clearFile(own.sql, number);
  } finally {
    await own.close();
  }
}

/** A push holds the lock until its file is a release: a file whose lock we get is a release now, or never will be. */
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
