import type { AnySql, Database } from "../database/database.ts";
import { failure } from "../runtime/failure.ts";
import { clearAbandoned, LOCK_CLASS } from "./abandoned-files.ts";
import { sha256 } from "./chunks.ts";
import { NODE_SERVES_HOURS, nodesSeen } from "./node-register.ts";
import { pushFile } from "./postgres-push.ts";
import {
  ACTIVATIONS_TOLD,
  type Activation,
  type CataloguedRelease,
  type PushOutcome,
  type ReleaseCatalogue,
  type ReleaseToPush,
  type ServingNode,
} from "./release-catalogue.ts";

/** Whoever changes which releases there are, or which is active, holds it; files have numbers from 1. */
const CHOICE = 0;

/** The catalogue that several nodes share, in PostgreSQL. Throws what the driver throws; `Database.told` says it in a sentence. */
export class PostgresCatalogue implements ReleaseCatalogue {
  readonly #database: Database;

  /** The schema is up to date (`migrate`). The database is closed with the catalogue. */
  constructor(database: Database) {
    this.#database = database;
  }

  push(release: ReleaseToPush, onBytes: (bytes: number) => void): Promise<PushOutcome> {
    return pushFile(this.#database, release, onBytes);
  }

  async list(): Promise<readonly CataloguedRelease[]> {
    const { sql } = this.#database;
    const rows = await sql<Row[]>`SELECT ${columns(sql)} FROM releases ORDER BY pushed_at DESC, content_hash`;
    return rows.map(catalogued);
  }

  async active(): Promise<CataloguedRelease | null> {
    const { sql } = this.#database;
    const [row] = await sql<Row[]>`SELECT ${columns(sql)} FROM releases JOIN active_release USING (content_hash)`;
    return row === undefined ? null : catalogued(row);
  }

  async activate(contentHash: string, by: string): Promise<boolean> {
    return await this.#choosing(async (sql) => {
      const [there] = await sql<
        { version: string }[]
      >`SELECT version FROM releases WHERE content_hash = ${contentHash}`;
      if (there === undefined) throw failure(`There is no release ${contentHash} any longer. Push it again.`);
      const changed = await sql`
        INSERT INTO active_release AS known (content_hash) VALUES (${contentHash})
        ON CONFLICT (is_only) DO UPDATE SET content_hash = excluded.content_hash
          WHERE known.content_hash <> excluded.content_hash
        RETURNING content_hash`;
      if (changed.length === 0) return false;
      await sql`
        INSERT INTO release_activations (content_hash, version, activated_by)
        VALUES (${contentHash}, ${there.version}, ${by})`;
      return true;
    });
  }

  async activations(): Promise<readonly Activation[]> {
    const rows = await this.#database.sql<(Omit<Activation, "activatedAt"> & { readonly activatedAt: Date })[]>`
      SELECT content_hash AS "contentHash", version, activated_at AS "activatedAt", activated_by AS "activatedBy"
      FROM release_activations ORDER BY number DESC LIMIT ${ACTIVATIONS_TOLD}`;
    return rows.map((row) => ({ ...row, activatedAt: row.activatedAt.toISOString() }));
  }

  async prune(keep: number): Promise<readonly CataloguedRelease[]> {
    const removed = await this.#choosing(
      (sql) => sql<Row[]>`
        DELETE FROM releases
        WHERE content_hash NOT IN (SELECT content_hash FROM releases ORDER BY pushed_at DESC, content_hash LIMIT ${keep})
          AND content_hash NOT IN (SELECT content_hash FROM active_release)
          AND content_hash NOT IN (SELECT release_hash FROM nodes WHERE seen_at > now() - make_interval(hours => ${NODE_SERVES_HOURS}))
        RETURNING ${columns(sql)}`,
    );
    await clearAbandoned(this.#database);
    return removed.map(catalogued);
  }

  /** Over a connection of its own: a chunk may take longer than other questions are given, and must not be dropped with theirs. */
  async *read(release: CataloguedRelease): AsyncGenerator<Buffer> {
    const own = this.#database.session();
    try {
      yield* storedChunks(own.sql, release);
    } finally {
      await own.close();
    }
  }

  nodes(): Promise<readonly ServingNode[]> {
    return nodesSeen(this.#database.sql);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** One at a time: what is pruned cannot be activated meanwhile. */
  #choosing<Outcome>(work: (sql: AnySql) => Promise<Outcome>): Promise<Outcome> {
    return this.#database.transaction(async (sql) => {
      await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASS}, ${CHOICE})`;
      return await work(sql);
    });
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

/** As `postgres` reads them: what counts bytes is a text, since it may be larger than a number holds exactly. */
type Row = Omit<CataloguedRelease, "bytes" | "pushedAt"> & { readonly bytes: string; readonly pushedAt: Date };

function columns(sql: AnySql) {
  return sql`content_hash AS "contentHash", name, version, file_bytes AS bytes, file_sha256 AS sha256,
    pushed_at AS "pushedAt", pushed_by AS "pushedBy"`;
}

function catalogued({ bytes, pushedAt, ...row }: Row): CataloguedRelease {
  return { ...row, bytes: Number(bytes), pushedAt: pushedAt.toISOString() };
}
