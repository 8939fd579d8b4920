import { readAbout } from "./about.ts";
import { asRefusal } from "./open.ts";
import { ReleaseRefused } from "./refused.ts";
import type { ReleaseDescription } from "./release.ts";
import { ReleaseFile } from "./release-file.ts";
import { Soundness } from "./soundness.ts";
import { openForReading, type ReadingDatabase } from "./sqlite.ts";

/** What a release file says about itself, without proving its content: for a list, of which one is then opened. Throws `ReleaseRefused`. */
export function describedFile(path: string): ReleaseDescription {
  const file = ReleaseFile.open(path);
  let database: ReadingDatabase | null = null;
  try {
    database = openForReading(path, new Soundness(path));
    const about = readAbout(database);
    file.refuseChanged();
    if (about !== null) return about.description;
    throw new ReleaseRefused(path, 'does not say what it is; rebuild it with "ratebook build".');
  } catch (error) {
    throw asRefusal(path, error);
  } finally {
    database?.close();
    file.close();
  }
}
