import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A mark that stands nowhere else, and where it was put. */
interface Canary {
  readonly mark: string;
  readonly where: string;
}

/** Makes marks: letters and digits alone, so that no encoding of URLs or JSON hides one. */
export class Canaries {
  readonly all: Canary[] = [];
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  put(where: string): string {
    const mark = `canary${this.#seed}x${this.all.length.toString(36)}z`;
    this.all.push({ mark, where });
    return mark;
  }
}

/** The marks among bytes, as UTF-8 and as UTF-16, which SQLite and core files may hold. */
function canariesIn(bytes: Buffer, canaries: readonly Canary[]): readonly Canary[] {
  const holds = (text: string) => bytes.includes(text) || bytes.includes(Buffer.from(text, "utf16le"));
  // Thousands of marks begin alike: most files hold none of these beginnings, and are read a few times instead of thousands.
  const beginnings = new Set(canaries.map(({ mark }) => mark.slice(0, BEGINNING_LENGTH)));
  const held = new Set([...beginnings].filter(holds));
  return canaries.filter(({ mark }) => held.has(mark.slice(0, BEGINNING_LENGTH)) && holds(mark));
}

const BEGINNING_LENGTH = 8;

export interface Leak {
  readonly canary: Canary;
  readonly place: string;
}

/** Every mark in any file of some folders, in the name of one too. */
export function leaksInFolders(folders: readonly string[], canaries: readonly Canary[]): readonly Leak[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = entry.isFile() ? Buffer.concat([Buffer.from(path), readFileSync(path)]) : Buffer.from(path);
      return canariesIn(bytes, canaries).map((canary) => ({ canary, place: path }));
    }),
  );
}

export function leaksInText(place: string, text: string, canaries: readonly Canary[]): readonly Leak[] {
  return canariesIn(Buffer.from(text), canaries).map((canary) => ({ canary, place }));
}
