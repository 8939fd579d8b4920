import { writeFileSync } from "node:fs";
import type { FileIdentity } from "../../src/release/open-file.ts";
import type { ReleaseGuard } from "../../src/release/release.ts";
import { Soundness } from "../../src/release/soundness.ts";

/** The identity of a release that is in no file. */
export const NO_FILE: FileIdentity = { device: 0n, inode: 0n, bytes: 0n, written: 0n, changed: 0n };

/** Watches over a release that is in no file, and is damaged when a test says so. */
export function soundGuard(file: string): ReleaseGuard {
  return {
    soundness: new Soundness(file),
    look: () => "unchanged",
    scrub: async () => undefined,
    linkAt: async () => false,
    copyTo: async (path) => writeFileSync(path, ""),
  };
}
