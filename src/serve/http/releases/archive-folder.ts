import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { quoted } from "../../../core/text/refusal.ts";
import { describedFile } from "../../../release/open.ts";
import type { ReleaseDescription } from "../../../release/release.ts";
import type { Problem } from "../problems.ts";

/** A release file that can be compared with others. */
export interface ArchivedRelease {
  readonly file: string;
  readonly description: ReleaseDescription;
}

interface Listed {
  /** The newest file first. */
  readonly releases: readonly ArchivedRelease[];
  /** Files of the folder that are no release of this program's format. */
  readonly unreadable: number;
}

/** Files that are looked at, the newest first: sixteen years of monthly releases. */
const FILES_MAX = 200;

interface Known {
  readonly stamp: string;
  readonly description: ReleaseDescription | null;
}

/** A folder of earlier releases (`*.db`). A file is read again when it was written to; nothing in it is opened by a name that a request sends. */
export class ArchiveFolder {
  readonly #folder: string;
  #known = new Map<string, Known>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null when the folder cannot be read. */
  async list(): Promise<Listed | null> {
    const files = this.#files();
    if (files === null) return null;
    const known = new Map<string, Known>();
    const releases: ArchivedRelease[] = [];
    for (const { file, stamp } of files) {
      const before = this.#known.get(file);
      const entry = before?.stamp === stamp ? before : { stamp, description: descriptionOf(file) };
      // A file that is new takes about a millisecond, and lookups have their turn between two.
      if (entry !== before) await nextTurn();
      known.set(file, entry);
      if (entry.description !== null) releases.push({ file, description: entry.description });
    }
    this.#known = known;
    return { releases, unreadable: known.size - releases.length };
  }

  #files(): { readonly file: string; readonly stamp: string }[] | null {
    const names = namesIn(this.#folder)?.filter((name) => name.endsWith(".db"));
    const files = names?.flatMap((name) => {
      const file = join(this.#folder, name);
      const stats = statSync(file, { throwIfNoEntry: false });
      if (stats === undefined || !stats.isFile()) return [];
      return [{ file, stamp: `${stats.size} ${stats.mtimeMs} ${stats.ino}`, writtenAt: stats.mtimeMs }];
    });
    const newestFirst = files?.sort((a, b) => b.writtenAt - a.writtenAt || (a.file < b.file ? -1 : 1));
    return newestFirst?.slice(0, FILES_MAX) ?? null;
  }
}

function namesIn(folder: string): string[] | null {
  try {
    return readdirSync(folder);
  } catch {
    return null;
  }
}

/** A file that is being copied, or was built by another version, is passed over until it can be read. */
function descriptionOf(file: string): ReleaseDescription | null {
  try {
    return describedFile(file);
  } catch {
    return null;
  }
}

/** As much of a hash as distinguishes releases, and as every answer names its release by. */
const HASH_CHARACTERS_MIN = 12;

/** The one release that a request names by its version or the beginning of its hash; a problem when there is none, or there are several. */
export function releaseNamed(
  parameter: string,
  name: string,
  releases: readonly ArchivedRelease[],
): ArchivedRelease | Problem {
  const byHash = releases.filter(
    ({ description }) => name.length >= HASH_CHARACTERS_MIN && description.contentHash.startsWith(name.toLowerCase()),
  );
  const named = byHash.length > 0 ? byHash : releases.filter(({ description }) => description.version === name);
  const hashes = new Set(named.map(({ description }) => description.contentHash));
  const [release] = named;
  if (release === undefined) {
    const detail = `There is no release ${quoted(name)} here (${parameter}); GET /releases lists those that there are.`;
    return { code: "release_unavailable", detail };
  }
  if (hashes.size === 1) return release;
  const choices = [...hashes].map((hash) => hash.slice(0, HASH_CHARACTERS_MIN)).join(", ");
  const message = `${parameter} ${quoted(name)} is not valid: expected one release, and ${hashes.size} have it; name one by its hash: ${choices}.`;
  return {
    code: "invalid_parameter",
    detail: message,
    errors: [{ field: parameter, code: "invalid_parameter", message }],
  };
}
