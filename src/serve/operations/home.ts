import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeFolders, OWNER_ONLY_FOLDER } from "../../core/files/writing.ts";
import { failure, failureFrom } from "../../core/runtime/failure.ts";
import { unusableStore } from "../../keys/key-file.ts";

/** How a backup has a file: the kind that its manifest says, and whether it is a store of SQLite or text in lines. */
interface InBackup {
  readonly kind: "keys" | "audit" | "usage" | "catalogue";
  readonly as: "sqlite" | "lines";
}

interface HomeFile {
  readonly name: string;
  /** Null: a backup leaves it out, since it is about running servers or is kept otherwise. */
  readonly backup: InBackup | null;
}

/** All that a home may have, in the order of a backup. What is not declared here has no path. */
const FILES = {
  keysFile: { name: "keys.db", backup: { kind: "keys", as: "sqlite" } },
  /** One file per running server. */
  serversFolder: { name: "servers", backup: null },
  auditFile: { name: "audit.jsonl", backup: { kind: "audit", as: "lines" } },
  usageFile: { name: "usage.db", backup: { kind: "usage", as: "sqlite" } },
  /** Files that are being repriced for clients, and their results for an hour. */
  jobsFolder: { name: "jobs", backup: null },
  /** A backup has each release by its content hash. */
  releasesFolder: { name: "releases", backup: null },
  /** The records of the releases that were pushed to this home. */
  catalogueFile: { name: "catalogue.db", backup: { kind: "catalogue", as: "sqlite" } },
  /** The name of this home among the nodes of a database. */
  nodeFile: { name: "node-id", backup: null },
  /** A file that is there while a backup is restored into this home, and after a restore that was cut off. */
  restoringFile: { name: ".restoring", backup: null },
} as const satisfies Readonly<Record<string, HomeFile>>;

type FileOfHome = keyof typeof FILES;

/** Paths in a home folder. */
export type Home = { readonly [Each in FileOfHome]: string };

interface BackedUpFile extends InBackup {
  readonly file: FileOfHome;
  readonly name: string;
}

/** The files that a backup has, in its order. */
export const BACKED_UP: readonly BackedUpFile[] = Object.entries<HomeFile>(FILES).flatMap(([file, { name, backup }]) =>
  backup === null ? [] : [{ file: file as FileOfHome, name, ...backup }],
);

export type BackedUpKind = InBackup["kind"];

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
  return Object.fromEntries(Object.entries(FILES).map(([file, { name }]) => [file, join(folder, name)])) as Home;
}
