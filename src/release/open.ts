import type { State } from "../pricing/state.ts";
import { RowRoom } from "../providers/kept-rows.ts";
import { StoredDirectory } from "../providers/stored-directory.ts";
import { differingDeclaration, differingRule, readAbout } from "./about.ts";
import { derivationsOf } from "./derivations.ts";
import { checkFile } from "./file-check.ts";
import { rateTablesOf } from "./format.ts";
import { type SharedIndexes, storedProviders } from "./provider-store.ts";
import { StoredRateData } from "./rate-tables.ts";
import { ReleaseRefused } from "./refused.ts";
import type { Release, SharedRelease, StateInRelease } from "./release.ts";
import { openForReading, type ReadingDatabase } from "./sqlite.ts";

/** Provider rows kept in memory, of all states together: the providers of a busy day. */
const ROWS_KEPT_MAX = 50_000;

/**
 * Opens a release for reading. Only what finds providers by their identifiers is loaded; the
 * rest is read when it is first asked for. States that this program does not know are left
 * alone; what it knows must be compiled as it expects.
 */
export function openRelease(file: string, states: readonly State[]): Release {
  return openWith(null, file, states);
}

/** Opens a release that another thread of this process has open, with what that thread has loaded. */
export function openSharedRelease({ file, contentHash, indexes }: SharedRelease, states: readonly State[]): Release {
  const release = openWith(indexes, file, states);
  if (release.description.contentHash === contentHash) return release;
  release.close();
  throw new ReleaseRefused(file, "was replaced while it was being opened. Try once more.");
}

function openWith(indexes: SharedIndexes | null, file: string, states: readonly State[]): Release {
  checkFile(file);
  const database = openForReading(file);
  try {
    return releaseIn(file, database, states, indexes);
  } catch (error) {
    database.close();
    throw error instanceof ReleaseRefused
      ? error
      : new ReleaseRefused(file, `is damaged: ${(error as Error).message}. Rebuild it with "ratebook build".`);
  }
}

/** Without indexes of another thread, which has looked at the rows already, providers are compared with their rules. */
function releaseIn(
  file: string,
  database: ReadingDatabase,
  states: readonly State[],
  loaded: SharedIndexes | null,
): Release {
  const about = readAbout(database);
  if (about === null) throw new ReleaseRefused(file, 'does not say what it is; rebuild it with "ratebook build".');

  const known = states.filter(({ code }) => about.declarations[code] !== undefined);
  for (const state of known) refuseDifference(file, differingDeclaration(about, state));
  const indexes: SharedIndexes = loaded ?? new Map();
  const data = new StoredRateData(database, rateTablesOf(known));
  const held = new Map<string, StateInRelease>();
  const room = new RowRoom(ROWS_KEPT_MAX);
  for (const state of known) {
    const { code, providers } = state;
    const store = storedProviders(database, providers.table, indexes);
    if (loaded === null) refuseDifference(file, differingRule(about, state, derivationsOf(store, providers, data)));
    held.set(code, {
      state,
      data,
      identifierNames: Object.keys(providers.identifiers),
      directory: new StoredDirectory(store, providers, room),
    });
  }
  const { description } = about;
  const shared = { file, contentHash: description.contentHash, indexes };
  return { file, description, states: held, shared, close: () => database.close() };
}

function refuseDifference(file: string, difference: string | null): void {
  if (difference === null) return;
  const reason = `was built by another version of this program, which differs in ${difference}.`;
  throw new ReleaseRefused(file, `${reason} Rebuild it with "ratebook build".`);
}
