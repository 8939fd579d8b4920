import { reasonOf } from "../core/runtime/failure.ts";
import { notLoaded } from "../pricing/state/loaded.ts";
import type { State } from "../pricing/state/state.ts";
import { SharedRowCache } from "../registry/row-cache.ts";
import { StoredDirectory } from "../registry/stored-directory.ts";
import { derivationsOf } from "./derivations.ts";
import { rateTablesOf } from "./format.ts";
import { differingDeclaration, differingRule, type Metadata, readMetadata } from "./metadata.ts";
import { isSameContent } from "./open-file.ts";
import { type SharedIndexes, storedProviders } from "./provider-store.ts";
import { StoredRateData } from "./rate-tables.ts";
import type { Release, ReleaseDescription, ReleaseGuard, SharedRelease, StateInRelease } from "./release.ts";
import { damagedFile, type FileAtPath, ReleaseFile } from "./release-file.ts";
import { type ReleaseDamaged, ReleaseRefused, Soundness, WRITTEN } from "./soundness.ts";
import { openForReading, type ReadingDatabase, type Summed } from "./sqlite.ts";
import { type StoredRegistry, StoredRowCells, StoredRowOrigins } from "./stored-origins.ts";

/** Provider rows kept in memory, of all states together: the providers of a busy day. */
const ROWS_KEPT_MAX = 50_000;

/**
 * Opens a release for reading, once every block of its file is proved to be as it was built. Only what finds providers by
 * their identifiers is loaded; the rest is read on first use. States that this program does not know are
 * left alone; what it knows must be compiled as it expects.
 */
export function openRelease(path: string, states: readonly State[]): Release {
  const file = ReleaseFile.open(path);
  return closingUnlessOpened(file, () => {
    file.prove();
    return openProved(file, states, null);
  });
}

/** Opens a release without blocking: the process goes on answering while the file is proved. */
export async function openReleaseInSlices(path: string, states: readonly State[]): Promise<Release> {
  const file = ReleaseFile.open(path);
  try {
    await file.proveInSlices();
  } catch (error) {
    file.close();
    throw asRefusal(path, error);
  }
  return closingUnlessOpened(file, () => openProved(file, states, null));
}

/**
 * Opens a release that another thread of this process has open, with what that thread has loaded. It was proved there:
 * here it is only made sure that it is the same file.
 */
export function openSharedRelease(shared: SharedRelease, states: readonly State[]): Release {
  const file = ReleaseFile.open(shared.file);
  return closingUnlessOpened(file, () => {
    if (isSameContent(file.identity, shared.identity)) return openProved(file, states, shared.indexes);
    throw new ReleaseRefused(shared.file, "was replaced while it was being opened. Try once more.");
  });
}

function closingUnlessOpened(file: ReleaseFile, open: () => Release): Release {
  try {
    return open();
  } catch (error) {
    file.close();
    throw asRefusal(file.path, error);
  }
}

/** Whatever kept a file from being opened, as a refusal that names it. */
export function asRefusal(path: string, error: unknown): ReleaseRefused {
  if (error instanceof ReleaseRefused) return error;
  const { damage } = error as Partial<ReleaseDamaged>;
  return damagedFile(path, damage === undefined ? reasonOf(error) : `${damage.place}: ${damage.cause}`);
}

function openProved(file: ReleaseFile, states: readonly State[], loaded: SharedIndexes | null): Release {
  const soundness = new Soundness(file.path, () => file.isRewritten());
  let database: ReadingDatabase | null = null;
  try {
    database = openForReading(file.path, soundness);
    const release = releaseIn(file, database, states, loaded);
    // SQLite opened the path for itself, and read what no checksum of a row covers: the same file, before and after.
    file.refuseChanged();
    return release;
  } catch (error) {
    database?.close();
    // Half of it was read from one file and half from another: nothing is damaged.
    file.refuseChanged();
    throw error;
  }
}

/** Without indexes of another thread, which has looked at the rows already, providers are compared with their rules. */
function releaseIn(
  file: ReleaseFile,
  opened: ReadingDatabase,
  states: readonly State[],
  loaded: SharedIndexes | null,
): Release {
  const { path } = file;
  const about = metadataIn(path, opened);
  const database: Summed & ReadingDatabase = { ...opened, checksumSalt: about.checksumSalt };
  const known = states.filter(({ code }) => about.declarations[code] !== undefined);
  refuseDifference(path, differingDeclaration(about, known));
  const indexes: SharedIndexes = loaded ?? new Map();
  const data = new StoredRateData(database, rateTablesOf(known), about.description.sources);
  const registries = known.map(({ providers }) => ({
    store: storedProviders(database, providers.table, indexes, file),
    definition: providers,
  }));
  const origins = new StoredRowOrigins(database, about.description.sources, new StoredRowCells(data, registries));
  const held = new Map<string, StateInRelease>();
  const rowCache = new SharedRowCache(ROWS_KEPT_MAX);
  for (const [place, state] of known.entries()) {
    const { code, providers } = state;
    const { store } = registries[place] as StoredRegistry;
    if (loaded === null) refuseDifference(path, differingRule(about, state, derivationsOf(store, providers, data)));
    held.set(code, {
      state,
      data,
      origins,
      identifierNames: Object.keys(providers.identifiers),
      notLoaded: notLoaded(state.lookups, about.notLoaded[code] ?? {}),
      directory: new StoredDirectory(store, providers, rowCache),
    });
  }
  const { description } = about;
  const shared = {
    file: path,
    // As it was last proved: a file that was touched since can still be opened by another thread.
    get identity() {
      return file.identity;
    },
    contentHash: description.contentHash,
    indexes,
  };
  const guard = new FileGuard(file, database.soundness);
  const close = () => {
    guard.end();
    database.close();
    file.close();
  };
  return { file: path, description, states: held, rates: data, origins, tables: data, shared, guard, close };
}

export function metadataIn(path: string, database: ReadingDatabase): Metadata {
  const about = readMetadata(database);
  if (about !== null) return about;
  throw new ReleaseRefused(path, 'has no description; rebuild it with "ratebook build".');
}

/** Refuses a release that was compiled with other declarations than this program has. */
export function refuseDifference(file: string, difference: string | null): void {
  if (difference === null) return;
  const reason = `was built by another version of this program, which differs in ${difference}.`;
  throw new ReleaseRefused(file, `${reason} Rebuild it with "ratebook build".`);
}

/** What damage to the file itself, found in none of its tables, is called. */
const THE_FILE = "the file";

/** Checks the integrity of an open release: whether its file is still the one that was proved, and block by block again (scrubbing). */
class FileGuard implements ReleaseGuard {
  readonly soundness: Soundness;
  readonly #file: ReleaseFile;
  #nextBlock = 0;
  #isScrubbing = false;
  #isProvingAgain = false;
  #isOver = false;

  constructor(file: ReleaseFile, soundness: Soundness) {
    this.#file = file;
    this.soundness = soundness;
  }

  look(): FileAtPath {
    const content = this.#file.content();
    if (content === "resized") this.#damaged(WRITTEN);
    else if (content === "touched") void this.#proveAgain();
    return this.#file.atPath();
  }

  /** One at a time: on a disk that hangs they would take all threads that read files. */
  async scrub(): Promise<void> {
    if (this.#isScrubbing) return;
    this.#isScrubbing = true;
    const block = this.#nextBlock;
    this.#nextBlock = (block + 1) % this.#file.blockCount;
    await this.#noting(async () => {
      if (await this.#file.isSound(block)) return;
      this.#damaged(`${this.#file.extentText(block)} are not those that were built`);
    });
    this.#isScrubbing = false;
  }

  async linkAt(path: string): Promise<boolean> {
    return await this.#file.linkAt(path);
  }

  async copyTo(path: string, end: AbortSignal): Promise<void> {
    await this.#file.copyTo(path, end);
  }

  /** Ends the watch, before the file is closed. */
  end(): void {
    this.#isOver = true;
  }

  /**
   * A file that was renamed, replaced, touched or given other permissions is the same still; one that was written over with
   * as many bytes looks alike. What was proved decides, and checksums of rows stand in for it meanwhile.
   */
  async #proveAgain(): Promise<void> {
    if (this.#isProvingAgain) return;
    this.#isProvingAgain = true;
    await this.#noting(() => this.#file.proveInSlices());
    this.#isProvingAgain = false;
  }

  /** A file that cannot be read is as good as damaged. */
  async #noting(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#damaged(reasonOf(error));
    }
  }

  /** What is noticed of a file after it was closed is not about an open file. */
  #damaged(cause: string): void {
    if (!this.#isOver) this.soundness.damaged(THE_FILE, cause);
  }
}

/** What a release file says about itself, without proving its content: for a list, of which one is then opened. Throws `ReleaseRefused`. */
export function describedFile(path: string): ReleaseDescription {
  const file = ReleaseFile.open(path);
  let database: ReadingDatabase | null = null;
  try {
    database = openForReading(path, new Soundness(path));
    const { description } = metadataIn(path, database);
    file.refuseChanged();
    return description;
  } catch (error) {
    throw asRefusal(path, error);
  } finally {
    database?.close();
    file.close();
  }
}
