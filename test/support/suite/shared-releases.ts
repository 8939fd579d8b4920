import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder of releases that the tests of a run share; an empty text has every test compile its own. */
export const SHARED_RELEASES_VARIABLE = "RATEBOOK_TEST_SHARED_RELEASES";

/** Makes the folder before the first test, and takes it away after the last. */
export function setup(): (() => void) | undefined {
  if (process.env[SHARED_RELEASES_VARIABLE] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "ratebook-shared-releases-"));
  process.env[SHARED_RELEASES_VARIABLE] = folder;
  return () => {
    delete process.env[SHARED_RELEASES_VARIABLE];
    rmSync(folder, { recursive: true, force: true });
  };
}
