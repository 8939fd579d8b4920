import { SharedRowCache } from "../provider-index/row-cache.ts";
import { StoredDirectory } from "../provider-index/stored-directory.ts";
import { reasonOf } from "../runtime/failure.ts";
import { notLoaded } from "../state/not-loaded.ts";
import type { State } from "../state/state.ts";
import { differingDeclaration, differingRule, readAbout } from "./about.ts";
import type { ReleaseDamaged } from "./damaged.ts";
import { derivationsOf } from "./derivations.ts";
import { FileGuard } from "./file-guard.ts";
import { isSameContent } from "./file-identity.ts";
import { rateTablesOf } from "./format.ts";
import { type StoredRegistry, StoredRowCells } from "./origins/stored-cells.ts";
import { StoredRowOrigins } from "./origins/stored-origins.ts";
import { type SharedIndexes, storedProviders } from "./provider-store.ts";
import { StoredRateData } from "./rate-tables.ts";
import { ReleaseRefused } from "./refused.ts";
import type { Release, SharedRelease, StateInRelease } from "./release.ts";
import { damagedFile, ReleaseFile } from "./release-file.ts";
import { Soundness } from "./soundness.ts";
import { openForReading, type ReadingDatabase, type Summed } from "./sqlite.ts";

/** Provider rows kept in memory, of all states together: the providers of a busy day. */
const ROWS_KEPT_MAX = 50_000;

/**
 * Opens a release for reading, once every block of its file is proved to be as it was built. Only what finds providers by
 * their identifiers is loaded; the rest is read when it is first asked for. States that this program does not know are
 * left alone; what it knows must be compiled as it expects.
 */
export function openRelease(path: string, states: readonly State[]): Release {
  const file = ReleaseFile.open(path);
  return closingUnlessOpened(file, () => {
    file.prove();
    return openProved(file, states, null);
  });
}

/** The same for a process that is answering: it goes on with that while the file is proved. */
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
  const about = readAbout(opened);
  if (about === null) throw new ReleaseRefused(path, 'does not say what it is; rebuild it with "ratebook build".');

  const database: Summed & ReadingDatabase = { ...opened, origin: about.origin };
  const known = states.filter(({ code }) => about.declarations[code] !== undefined);
  for (const state of known) refuseDifference(path, differingDeclaration(about, state));
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
  return { file: path, description, states: held, origins, tables: data, shared, guard, close };
}

/** Refuses a release that was compiled with other declarations than this program has. */
export function refuseDifference(file: string, difference: string | null): void {
  if (difference === null) return;
  const reason = `was built by another version of this program, which differs in ${difference}.`;
  throw new ReleaseRefused(file, `${reason} Rebuild it with "ratebook build".`);
}
