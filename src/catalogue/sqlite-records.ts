import type { SqliteDatabase } from "../files/sqlite.ts";
import { openCatalogueFile, unusableCatalogue } from "./catalogue-file.ts";
import { ACTIVATIONS_TOLD, type Activation, type CataloguedRelease, type ReleaseToPush } from "./release-catalogue.ts";

const COLUMNS = `releases.content_hash AS contentHash, name, releases.version AS version, bytes, sha256,
  pushed_at AS pushedAt, pushed_by AS pushedBy`;

/** The records of the releases of one home, in a small SQLite file. An error of the file is told as a failure that names it. */
export class SqliteRecords {
  readonly #file: string;
  readonly #database: SqliteDatabase;

  /** Makes the file when it is missing. */
  constructor(file: string) {
    this.#file = file;
    this.#database = openCatalogueFile(file);
  }

  /** The last one that was pushed comes first. */
  all(): readonly CataloguedRelease[] {
    const query = `SELECT ${COLUMNS} FROM releases ORDER BY number DESC`;
    return this.#told(() => this.#database.prepare<[], CataloguedRelease>(query).all());
  }

  find(contentHash: string): CataloguedRelease | null {
    const query = `SELECT ${COLUMNS} FROM releases WHERE content_hash = ?`;
    return this.#told(() => this.#database.prepare<[string], CataloguedRelease>(query).get(contentHash) ?? null);
  }

  active(): CataloguedRelease | null {
    const query = `SELECT ${COLUMNS} FROM releases JOIN active_release USING (content_hash)`;
    return this.#told(() => this.#database.prepare<[], CataloguedRelease>(query).get() ?? null);
  }

  /** The last one comes first. */
  activations(): readonly Activation[] {
    const query = `SELECT content_hash AS contentHash, version, activated_at AS activatedAt, activated_by AS activatedBy
      FROM release_activations ORDER BY number DESC LIMIT ?`;
    return this.#told(() => this.#database.prepare<[number], Activation>(query).all(ACTIVATIONS_TOLD));
  }

  /** Content that is there keeps its place in the order, and its name and version. */
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

  /** Makes a release the active one, and notes who did. */
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

  /** Everything in it counts or nothing does, and no other process changes the records meanwhile. */
  together<Outcome>(work: () => Outcome): Outcome {
    return this.#told(() => this.#database.transaction(work).immediate());
  }

  close(): void {
    this.#database.close();
  }

  #run(statement: string, ...values: readonly (string | number)[]): void {
    this.#told(() => this.#database.prepare(statement).run(...values));
  }

  #told<Outcome>(work: () => Outcome): Outcome {
    try {
      return work();
    } catch (error) {
      throw unusableCatalogue(this.#file, error);
    }
  }
}
