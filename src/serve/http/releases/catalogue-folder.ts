import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { quoted } from "../../../core/text/refusal.ts";
import { RELEASE_FILE } from "../../../nodes/catalogue/release-folder.ts";
import { RELEASES_PATH } from "../../../pricing/state/api-paths.ts";
import { describedFile } from "../../../release/open.ts";
import { HASH_CHARACTERS, type ReleaseDescription } from "../../../release/release.ts";
import type { Problem } from "../problems.ts";

export interface ComparableRelease {
  readonly file: string;
  readonly description: ReleaseDescription;
}

interface Listed {
  /** Last added first. */
  readonly releases: readonly ComparableRelease[];
  /** Files that this version cannot read: built for another format, or damaged. */
  readonly unreadable: number;
}

const NOTHING: Listed = { releases: [], unreadable: 0 };

/** Files that are read, the newest first: sixteen years of monthly releases. */
const FILES_MAX = 200;

interface Known {
  readonly stamp: string;
  readonly description: ReleaseDescription | null;
}

/**
 * The releases on the disk of a home: those that were pushed to its catalogue, and those that a node has pulled from a database. A file is
 * read once, and again when it was written to. No request names a file.
 */
export class CatalogueFolder {
  readonly #folder: string;
  #known = new Map<string, Known>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null when the folder cannot be read. A home without the folder has no releases. */
  async list(): Promise<Listed | null> {
    const names = namesIn(this.#folder);
    if (names === null) return null;
    if (names.length === 0) return NOTHING;
    const known = new Map<string, Known>();
    const releases: ComparableRelease[] = [];
    for (const { file, stamp } of this.#files(names)) {
      const before = this.#known.get(file);
      const entry = before?.stamp === stamp ? before : { stamp, description: descriptionOf(file) };
      // A new file takes about a millisecond, and lookups have their turn between two.
      if (entry !== before) await nextTurn();
      known.set(file, entry);
      if (entry.description !== null) releases.push({ file, description: entry.description });
    }
    this.#known = known;
    return { releases, unreadable: known.size - releases.length };
  }

  #files(names: readonly string[]): readonly { readonly file: string; readonly stamp: string }[] {
    const files = names.flatMap((name) => {
      const file = join(this.#folder, name);
      const stats = statSync(file, { throwIfNoEntry: false });
      if (stats === undefined || !stats.isFile()) return [];
      return [{ file, stamp: `${stats.size} ${stats.mtimeMs} ${stats.ino}`, writtenAt: stats.mtimeMs }];
    });
    return files.sort((a, b) => b.writtenAt - a.writtenAt || (a.file < b.file ? -1 : 1)).slice(0, FILES_MAX);
  }
}

/** Drafts and the link to the active release have other names. */
function namesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder).filter((name) => RELEASE_FILE.test(name));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? [] : null;
  }
}

function descriptionOf(file: string): ReleaseDescription | null {
  try {
    return describedFile(file);
  } catch {
    return null;
  }
}

/** The one release that a request names by its version or the beginning of its hash; a problem when there is none, or there are several. */
export function releaseNamed(
  parameter: string,
  name: string,
  releases: readonly ComparableRelease[],
): ComparableRelease | Problem {
  const byHash = releases.filter(
    ({ description }) => name.length >= HASH_CHARACTERS && description.contentHash.startsWith(name.toLowerCase()),
  );
  const named = byHash.length > 0 ? byHash : releases.filter(({ description }) => description.version === name);
  const hashes = new Set(named.map(({ description }) => description.contentHash));
  const [release] = named;
  if (release === undefined) {
    const detail = `There is no release ${quoted(name)} here (${parameter}); GET ${RELEASES_PATH} lists those that there are.`;
    return { code: "release_unavailable", detail };
  }
  if (hashes.size === 1) return release;
  const choices = [...hashes].map((hash) => hash.slice(0, HASH_CHARACTERS)).join(", ");
  const message = `${parameter} ${quoted(name)} is not valid: expected one release, and ${hashes.size} have it; name one by its hash: ${choices}.`;
  return {
    code: "invalid_parameter",
    detail: message,
    errors: [{ field: parameter, code: "invalid_parameter", message }],
  };
}
