import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeFolders } from "../../core/files/writing.ts";
import { failure, failureFrom } from "../../core/runtime/failure.ts";

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
  /** The name of this home among the nodes of a database. */
  readonly nodeFile: string;
}

const OWNER_ONLY = 0o700;

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
    makeFolders(folder, OWNER_ONLY);
  } catch (error) {
    throw failureFrom(error, `The home folder ${folder} cannot be used`, "Choose another with --home.");
  }
  return homeIn(folder);
}

/** For commands on an existing home: a mistyped name creates nothing. */
export function existingHome(folder: string): Home {
  const home = homeIn(folder);
  if (existsSync(home.keysFile)) return home;
  refuseLostKeys(home);
  throw failure(
    `There is no home ${folder}: check --home, or make a home and its first key with "ratebook keys create".`,
  );
}

/** A home with an audit log had keys, or a store for them. */
function refuseLostKeys({ keysFile, auditFile }: Home): void {
  if (existsSync(keysFile) || !existsSync(auditFile)) return;
  throw failure(
    `${keysFile} is missing, though ${auditFile} mentions keys: restore a copy of it, or move both away to begin without keys.`,
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
  };
}
