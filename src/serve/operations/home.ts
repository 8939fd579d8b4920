import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeFolders, OWNER_ONLY_FOLDER } from "../../core/files/writing.ts";
import { failure, failureFrom } from "../../core/runtime/failure.ts";
import { unusableStore } from "../../keys/key-file.ts";

/** Paths in a home folder. */
export interface Home {
  readonly keysFile: string;
  /** One file per running server. */
  readonly serversFolder: string;
  readonly auditFile: string;
  readonly usageFile: string;
  /** Files that are being repriced for clients, and their results for an hour. */
  readonly jobsFolder: string;
  readonly releasesFolder: string;
  /** The records of those that were pushed to this home. */
  readonly catalogueFile: string;
  /** A file that is there while a backup is restored into this home, and after a restore that was cut off. */
  readonly restoringFile: string;
  /** The name of this home among the nodes of a database. */
  readonly nodeFile: string;
}

/**
 * Opens a home folder, creating it when it is missing, readable by its owner only. A home that has lost its keys is refused: a new store
 * would lock out every client with a key.
 */
export function openHome(folder: string): Home {
  refuseUnfinishedRestore(folder);
  refuseLostKeys(homeIn(folder));
  return homeForImport(folder);
}

/** For imported keys: a home that has lost its own is where they are needed. */
export function homeForImport(folder: string): Home {
  refuseUnfinishedRestore(folder);
  makeHome(folder);
  return homeIn(folder);
}

/** Makes the folder of a home, for its owner alone, when it is missing. */
export function makeHome(folder: string): void {
  try {
    makeFolders(folder, OWNER_ONLY_FOLDER);
  } catch (error) {
    throw failureFrom(error, `The home folder ${folder} cannot be used`, "Choose another with --home.");
  }
}

/** For commands on an existing home: a mistyped name creates nothing. */
export function existingHome(folder: string): Home {
  refuseUnfinishedRestore(folder);
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
    `${keysFile} is missing, though ${auditFile} has entries about keys. Move this home away and restore a backup of it with "ratebook restore", put back the keys alone with "ratebook keys import", or move both files away to begin without keys.`,
  );
}

/** A home in which a part of its files is missing answers differently from the one that was backed up. */
function refuseUnfinishedRestore(folder: string): void {
  if (!existsSync(homeIn(folder).restoringFile)) return;
  throw failure(
    `A backup is being restored into ${folder}, or that was cut off: wait for it, or repeat "ratebook restore FILE --home ${folder}".`,
  );
}

/** Paths only; the folder is not checked. */
export function homeIn(folder: string): Home {
  return {
    keysFile: join(folder, "keys.db"),
    serversFolder: join(folder, "servers"),
    auditFile: join(folder, "audit.jsonl"),
    usageFile: join(folder, "usage.db"),
    jobsFolder: join(folder, "jobs"),
    releasesFolder: join(folder, "releases"),
    catalogueFile: join(folder, "catalogue.db"),
    nodeFile: join(folder, "node-id"),
    restoringFile: join(folder, ".restoring"),
  };
}
