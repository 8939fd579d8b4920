import type { SqliteDatabase } from "../files/sqlite.ts";
import { failure } from "../runtime/failure.ts";
import { openCatalogueFile, unusableCatalogue } from "./catalogue-file.ts";
import { fileChunks, wholeOf } from "./chunks.ts";
import {
  ACTIVATIONS_TOLD,
  type Activation,
  type CataloguedRelease,
  type PushOutcome,
  type ReleaseCatalogue,
  type ReleaseToPush,
  type ServingNode,
} from "./release-catalogue.ts";
import type { ReleaseFolder } from "./release-folder.ts";

const COLUMNS = `releases.content_hash AS contentHash, name, releases.version AS version, bytes, sha256,
  pushed_at AS pushedAt, pushed_by AS pushedBy`;

interface Place {
  /** Where the records are. */
  readonly file: string;
  /** Where the releases are. */
  readonly folder: ReleaseFolder;
  /** The servers of the home that run now. */
  readonly servers: () => readonly ServingNode[];
}

/** The catalogue of one home: files in its folder, and records of them in a small SQLite file. */
export class EmbeddedCatalogue implements ReleaseCatalogue {
  readonly #place: Place;
  readonly #database: SqliteDatabase;

  constructor(place: Place) {
    this.#place = place;
    this.#database = openCatalogueFile(place.file);
  }

  async push(release: ReleaseToPush, onBytes: (bytes: number) => void): Promise<PushOutcome> {
    const { folder } = this.#place;
    const before = this.#recorded(release.contentHash);
    const isThere = () => isWhole(folder.fileOf(release), release);
    if (before?.sha256 === release.sha256 && (await isThere())) return "already there";
    // File and record together: whoever prunes finds both or none.
    return await folder.whileLocked(async () => {
      // A server may have this very file open, whether or not it was pushed: the same bytes are not written again.
      if (!(await isThere())) {
        await folder.bringLocked(release, counted(fileChunks(release.file), onBytes), () => Promise.resolve());
      }
      return this.#together(() => {
        // Somebody else may have pushed the same while we waited for the folder.
        const known = this.#recorded(release.contentHash);
        if (known !== null && before === null && known.sha256 === release.sha256) return "already there";
        this.#record(release);
        return known === null ? "pushed" : "renewed";
      });
    });
  }

  async list(): Promise<readonly CataloguedRelease[]> {
    return this.#told(() => this.#all());
  }

  async active(): Promise<CataloguedRelease | null> {
    return this.#told(() => this.#active());
  }

  async activate(contentHash: string, by: string): Promise<boolean> {
    return this.#together(() => {
      const release = this.#recorded(contentHash);
      if (release === null) throw failure(`There is no release ${contentHash} any longer. Push it again.`);
      if (this.#active()?.contentHash === contentHash) return false;
      this.#database
        .prepare(
          "INSERT INTO active_release VALUES (1, ?) ON CONFLICT DO UPDATE SET content_hash = excluded.content_hash",
        )
        .run(contentHash);
      this.#database
        .prepare(
          "INSERT INTO release_activations (content_hash, version, activated_at, activated_by) VALUES (?, ?, ?, ?)",
        )
        .run(contentHash, release.version, new Date().toISOString(), by);
      return true;
    });
  }

  async activations(): Promise<readonly Activation[]> {
    return this.#told(() =>
      this.#database
        .prepare<[number], Activation>(
          `SELECT content_hash AS contentHash, version, activated_at AS activatedAt, activated_by AS activatedBy
           FROM release_activations ORDER BY number DESC LIMIT ?`,
        )
        .all(ACTIVATIONS_TOLD),
    );
  }

  prune(keep: number): Promise<readonly CataloguedRelease[]> {
    return this.#place.folder.whileLocked(async () => this.#pruned(keep));
  }

  #pruned(keep: number): readonly CataloguedRelease[] {
    const served = new Set(this.#place.servers().map(({ releaseHash }) => releaseHash));
    const removed = this.#together(() => {
      const active = this.#active()?.contentHash;
      const ended = this.#all()
        .slice(keep)
        .filter(({ contentHash }) => contentHash !== active && !served.has(contentHash));
      for (const { contentHash } of ended) {
        this.#database.prepare("DELETE FROM releases WHERE content_hash = ?").run(contentHash);
      }
      return ended;
    });
    for (const { contentHash } of removed) this.#place.folder.remove(contentHash);
    return removed;
  }

  read(release: CataloguedRelease): AsyncIterable<Buffer> {
    const file = this.#place.folder.fileOf(release);
    return wholeOf(fileChunks(file), release, `${file} is damaged. Push the release ${release.version} again.`);
  }

  async nodes(): Promise<readonly ServingNode[]> {
    return this.#place.servers();
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  #all(): readonly CataloguedRelease[] {
    return this.#database.prepare<[], CataloguedRelease>(`SELECT ${COLUMNS} FROM releases ORDER BY number DESC`).all();
  }

  #active(): CataloguedRelease | null {
    const query = `SELECT ${COLUMNS} FROM releases JOIN active_release USING (content_hash)`;
    return this.#database.prepare<[], CataloguedRelease>(query).get() ?? null;
  }

  #recorded(contentHash: string): CataloguedRelease | null {
    const query = `SELECT ${COLUMNS} FROM releases WHERE content_hash = ?`;
    return this.#database.prepare<[string], CataloguedRelease>(query).get(contentHash) ?? null;
  }

  #record({ contentHash, name, version, bytes, sha256, pushedBy }: ReleaseToPush): void {
    this.#database
      .prepare(
        `INSERT INTO releases (content_hash, name, version, bytes, sha256, pushed_at, pushed_by) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (content_hash) DO UPDATE SET bytes = excluded.bytes, sha256 = excluded.sha256,
           pushed_at = excluded.pushed_at, pushed_by = excluded.pushed_by`,
      )
      .run(contentHash, name, version, bytes, sha256, new Date().toISOString(), pushedBy);
  }

  #together<Outcome>(work: () => Outcome): Outcome {
    return this.#told(() => this.#database.transaction(work).immediate());
  }

  #told<Outcome>(work: () => Outcome): Outcome {
    try {
      return work();
    } catch (error) {
      throw unusableCatalogue(this.#place.file, error);
    }
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
