import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { keysAtAGlance } from "../../src/keys/key-file.ts";
import { openRelease } from "../../src/release/open.ts";
import { states } from "../../src/states/index.ts";

/** What every file of a folder says, by its path; a file that is broken says so. */
export type FileStates = ReadonlyMap<string, string>;

/** What commands write on the way, for themselves. */
const UNFINISHED = /\.partial$|\.progress$|\.new$|(^|\/)\.import(\/|$)/;
/** What belongs to SQLite, to a lock, and what a home holds besides its keys. */
const COMPANION = /-wal$|-shm$|-journal$|(^|\/)home\/(?!keys\.db$)|\.lock$|\.lock\.owner$/;

export function fileStates(folder: string): FileStates {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const finished = paths.filter((path) => !UNFINISHED.test(path) && !COMPANION.test(path));
  return new Map(finished.sort().map((path) => [path, stateOf(join(folder, path))]));
}

/** What a command that was done has left of its own. */
export function leftovers(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => UNFINISHED.test(name));
}

function stateOf(path: string): string {
  try {
    if (path.endsWith("keys.db")) return keysText(path);
    if (path.endsWith(".db")) return releaseText(path);
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch (error) {
    return `broken: ${(error as Error).message}`;
  }
}

/** How many keys there are and how many of them are revoked or replaced: their names and secrets are new every time. */
function keysText(path: string): string {
  if (!existsSync(path)) return "none";
  const keys = keysAtAGlance(path);
  const ended = keys.filter(({ revokedAt, expiresAt }) => revokedAt !== null || expiresAt !== null);
  return `${keys.length} keys, ${ended.length} of them ended`;
}

function releaseText(path: string): string {
  const release = openRelease(path, states);
  try {
    return release.description.contentHash;
  } finally {
    release.close();
  }
}

/** The files that are neither as they were nor as they are to be. */
export function neitherOldNorNew(now: FileStates, before: FileStates, after: FileStates): readonly string[] {
  return [...now].flatMap(([path, state]) =>
    state === before.get(path) || state === after.get(path) ? [] : [`${path} is ${state}`],
  );
}

export function isSame(left: FileStates, right: FileStates): boolean {
  return left.size === right.size && [...left].every(([path, state]) => right.get(path) === state);
}
