import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeFolders, OWNER_ONLY_FOLDER } from "../../core/files/writing.ts";
import { failure, failureFrom } from "../../core/runtime/failure.ts";
import { unusableStore } from "../../keys/key-file.ts";

/** All that a home may have. `backup.ts` says what of it a backup copies. */
const FILES = {
  keysFile: "keys.db",
  /** One file per running server. */
  serversFolder: "servers",
  auditFile: "audit.jsonl",
  usageFile: "usage.db",
  /** Files that are being repriced for clients, and their results for an hour. */
  jobsFolder: "jobs",
  releasesFolder: "releases",
  /** The records of the releases that were pushed to this home. */
  catalogueFile: "catalogue.db",
  /** The name of this home among the nodes of a database. */
  nodeFile: "node-id",
} as const;

/** Paths in a home folder. */
export type Home = { readonly [Each in keyof typeof FILES]: string };

/**
 * Opens a home folder, creating it when it is missing, readable by its owner only. A home that has lost its keys is refused: a new store
 * would lock out every client with a key.
 */
export function openHome(folder: string): Home {
  refuseLostKeys(homeIn(folder));
  return homeForImport(folder);
}

/** For imported keys: a home that has lost its own is where they are needed. */
export function homeForImport(folder: string): Home {
  try {
    makeFolders(folder, OWNER_ONLY_FOLDER);
  } catch (error) {
    throw failureFrom(error, `The home folder ${folder} cannot be used`, "Choose another with --home.");
  }
  return homeIn(folder);
}

/** For commands on an existing home: a mistyped name creates nothing. */
export function existingHome(folder: string): Home {
  const home = homeIn(folder);
  if (hasKeys(home)) return home;
  refuseLostKeys(home);
  throw failure(
    `There is no home ${folder}: check --home, or make a home and its first key with "ratebook keys create".`,
  );
}

/** Throws a failure where the folder may not be entered: a home of another user does not lack its keys. */
function hasKeys({ keysFile }: Home): boolean {
  try {
    return statSync(keysFile, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw unusableStore(keysFile, error);
  }
}

/** A home with an audit log had keys, or a store for them. */
function refuseLostKeys(home: Home): void {
  const { keysFile, auditFile } = home;
  if (hasKeys(home) || !existsSync(auditFile)) return;
  throw failure(
    `${keysFile} is missing, though ${auditFile} has entries about keys. Move this home away and copy a backup of it back, import the keys alone with "ratebook keys import", or move both files away to begin without keys.`,
  );
}

/** Paths only; the folder is not checked. */
export function homeIn(folder: string): Home {
  return Object.fromEntries(Object.entries(FILES).map(([file, name]) => [file, join(folder, name)])) as Home;
}
