import { closeSync, openSync } from "node:fs";
import { isSqliteError, openSqlite, prepareSchema, type Schema, type SqliteDatabase } from "../../core/files/sqlite.ts";
import { OWNER_ONLY_FILE } from "../../core/files/writing.ts";
import { failureFrom } from "../../core/runtime/failure.ts";
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
import type { ReleaseFolder } from "./release-folder.ts";

interface Place {
  readonly file: string;
  readonly folder: ReleaseFolder;
  /** The servers of the home that run now. */
  readonly servers: () => readonly ServingNode[];
}

/**
 * The catalogue of one home: files in its folder, and records of them. A change of both locks the folder, so that file and record come and
 * go together. A change of records alone is a transaction, and waits for no file.
 */
export class EmbeddedCatalogue implements ReleaseCatalogue {
  readonly #place: Place;
  readonly #records: SqliteRecords;

  constructor(place: Place) {
    this.#place = place;
    this.#records = new SqliteRecords(place.file);
  }

  async push(release: ReleaseToPush, onBytes: (bytes: number) => void): Promise<PushOutcome> {
    const { folder } = this.#place;
    const before = this.#records.find(release.contentHash);
    const isThere = () => isWhole(folder.fileOf(release), release);
    if (before?.sha256 === release.sha256 && (await isThere())) return "already there";
    return await folder.whileLocked(async () => {
      // A server may have this file open, whether or not it was pushed: equal bytes are not written again.
      if (!(await isThere())) {
        await folder.bringLocked(release, counted(fileChunks(release.file), onBytes), () => Promise.resolve());
      }
      return this.#records.together(() => {
        // Another process may have pushed this release while we waited for the folder.
        const known = this.#records.find(release.contentHash);
        if (before === null && known?.sha256 === release.sha256) return "already there";
        this.#records.write(release);
        return known === null ? "pushed" : "renewed";
      });
    });
  }

  async list(): Promise<readonly CataloguedRelease[]> {
    return this.#records.all();
  }

  async active(): Promise<CataloguedRelease | null> {
    return this.#records.active();
  }

  async activate(contentHash: string, by: string): Promise<boolean> {
    return this.#records.together(() => {
      const release = toActivate(contentHash, this.#records.find(contentHash), this.#records.active());
      if (release !== null) this.#records.writeActive(release, by);
      return release !== null;
    });
  }

  async activations(): Promise<readonly Activation[]> {
    return this.#records.activations();
  }

  prune(keep: number): Promise<readonly CataloguedRelease[]> {
    const { folder, servers } = this.#place;
    return folder.whileLocked(async () => {
      const served = servers().map(({ releaseHash }) => releaseHash);
      const removed = this.#records.together(() => {
        const ended = toPrune(this.#records.all(), keep, this.#records.active(), served);
        for (const { contentHash } of ended) this.#records.remove(contentHash);
        return ended;
      });
      for (const { contentHash } of removed) folder.remove(contentHash);
      return removed;
    });
  }

  read(release: CataloguedRelease): AsyncIterable<Buffer> {
    const file = this.#place.folder.fileOf(release);
    return wholeOf(fileChunks(file), release, `${file} is damaged. Push the release ${release.version} again.`);
  }

  async nodes(): Promise<readonly ServingNode[]> {
    return this.#place.servers();
  }

  async close(): Promise<void> {
    this.#records.close();
  }
}

async function* counted(chunks: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield chunk;
    onBytes(chunk.length);
  }
}

/** Whether the file of a release is there as it was pushed. */
async function isWhole(file: string, release: Pick<ReleaseToPush, "bytes" | "sha256">): Promise<boolean> {
  try {
    for await (const _ of wholeOf(fileChunks(file), release, ""));
    return true;
  } catch {
    return false;
  }
}

const COLUMNS = `releases.content_hash AS contentHash, name, releases.version AS version, bytes, sha256,
  pushed_at AS pushedAt, pushed_by AS pushedBy`;

/** The records of the releases of one home, in a small SQLite file. Errors are failures that name the file. */
class SqliteRecords {
  readonly #file: string;
  readonly #database: SqliteDatabase;

  /** Makes the file when it is missing. */
  constructor(file: string) {
    this.#file = file;
    this.#database = openCatalogueFile(file);
  }

  /** Last pushed first. */
  all(): readonly CataloguedRelease[] {
    const query = `SELECT ${COLUMNS} FROM releases ORDER BY number DESC`;
    return this.#named(() => this.#database.prepare<[], CataloguedRelease>(query).all());
  }

  find(contentHash: string): CataloguedRelease | null {
    const query = `SELECT ${COLUMNS} FROM releases WHERE content_hash = ?`;
    return this.#named(() => this.#database.prepare<[string], CataloguedRelease>(query).get(contentHash) ?? null);
  }

  active(): CataloguedRelease | null {
    const query = `SELECT ${COLUMNS} FROM releases JOIN active_release USING (content_hash)`;
    return this.#named(() => this.#database.prepare<[], CataloguedRelease>(query).get() ?? null);
  }

  /** Last first. */
  activations(): readonly Activation[] {
    const query = `SELECT content_hash AS contentHash, version, activated_at AS activatedAt, activated_by AS activatedBy
      FROM release_activations ORDER BY number DESC LIMIT ?`;
    return this.#named(() => this.#database.prepare<[number], Activation>(query).all(ACTIVATIONS_LISTED_MAX));
  }

  /** A release that is there keeps its place in the order, its name and its version. */
  write({ contentHash, name, version, bytes, sha256, pushedBy }: ReleaseToPush): void {
    const statement = `
      INSERT INTO releases (content_hash, name, version, bytes, sha256, pushed_at, pushed_by) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (content_hash) DO UPDATE SET bytes = excluded.bytes, sha256 = excluded.sha256,
        pushed_at = excluded.pushed_at, pushed_by = excluded.pushed_by`;
    this.#run(statement, contentHash, name, version, bytes, sha256, new Date().toISOString(), pushedBy);
  }

  remove(contentHash: string): void {
    this.#run("DELETE FROM releases WHERE content_hash = ?", contentHash);
  }

  writeActive({ contentHash, version }: CataloguedRelease, by: string): void {
    this.#run(
      "INSERT INTO active_release VALUES (1, ?) ON CONFLICT DO UPDATE SET content_hash = excluded.content_hash",
      contentHash,
    );
    this.#run(
      "INSERT INTO release_activations (content_hash, version, activated_at, activated_by) VALUES (?, ?, ?, ?)",
      ...[contentHash, version, new Date().toISOString(), by],
    );
  }

  /** All or nothing; no other process changes the records meanwhile. */
  together<Outcome>(work: () => Outcome): Outcome {
    return this.#named(() => this.#database.transaction(work).immediate());
  }

  close(): void {
    this.#database.close();
  }

  #run(statement: string, ...values: readonly (string | number)[]): void {
    this.#named(() => this.#database.prepare(statement).run(...values));
  }

  #named<Outcome>(work: () => Outcome): Outcome {
    try {
      return work();
    } catch (error) {
      throw unusableCatalogue(this.#file, error);
    }
  }
}

/** A command that writes takes milliseconds; the files themselves are written outside of any transaction. */
const BUSY_MILLISECONDS_MAX = 10_000;

const SCHEMA: Schema = {
  version: 1,
  sql: `
  CREATE TABLE releases (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    content_hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    pushed_at TEXT NOT NULL,
    pushed_by TEXT NOT NULL
  ) STRICT;
  CREATE TABLE active_release (
    is_only INTEGER PRIMARY KEY CHECK (is_only = 1),
    content_hash TEXT NOT NULL REFERENCES releases (content_hash)
  ) STRICT;
  CREATE TABLE release_activations (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    content_hash TEXT NOT NULL,
    version TEXT NOT NULL,
    activated_at TEXT NOT NULL,
    activated_by TEXT NOT NULL
  ) STRICT;
`,
};

/** Opens the records of the releases of a home, creating them when they are missing; throws a failure that names the file. */
function openCatalogueFile(file: string): SqliteDatabase {
  let database: SqliteDatabase | null = null;
  try {
    // Readable by its owner only.
    closeSync(openSync(file, "a", OWNER_ONLY_FILE));
    database = openSqlite(file, { timeout: BUSY_MILLISECONDS_MAX });
    database.pragma("foreign_keys = on");
    prepareSchema(database, file, SCHEMA);
    return database;
  } catch (error) {
    database?.close();
    throw unusableCatalogue(file, error);
  }
}

function unusableCatalogue(file: string, error: unknown): unknown {
  const remedy =
    isSqliteError(error) && error.code === "SQLITE_FULL"
      ? "Make room on its disk and try again: a few kilobytes are enough to prune."
      : "Fix the cause, or move the file away and push the releases again.";
  return failureFrom(error, `${file} cannot be used`, remedy);
}
