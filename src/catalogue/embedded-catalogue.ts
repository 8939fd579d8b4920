import { toActivate, toPrune } from "./catalogue-rules.ts";
import { fileChunks, wholeOf } from "./chunks.ts";
import type {
  Activation,
  CataloguedRelease,
  PushOutcome,
  ReleaseCatalogue,
  ReleaseToPush,
  ServingNode,
} from "./release-catalogue.ts";
import type { ReleaseFolder } from "./release-folder.ts";
import { SqliteRecords } from "./sqlite-records.ts";

interface Place {
  /** Where the records are. */
  readonly file: string;
  /** Where the releases are. */
  readonly folder: ReleaseFolder;
  /** The servers of the home that run now. */
  readonly servers: () => readonly ServingNode[];
}

/**
 * The catalogue of one home: files in its folder, and records of them. Whoever changes both has the folder locked, so that file and record
 * come and go together; what changes records alone is a transaction, and waits for nobody's file.
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
      // A server may have this very file open, whether or not it was pushed: the same bytes are not written again.
      if (!(await isThere())) {
        await folder.bringLocked(release, counted(fileChunks(release.file), onBytes), () => Promise.resolve());
      }
      return this.#records.together(() => {
        // Somebody else may have pushed the same while we waited for the folder.
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
