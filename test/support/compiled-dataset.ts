import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildRelease } from "../../src/release/build.ts";
import { openRelease } from "../../src/release/open.ts";
import type { Release } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";

/** A dataset folder compiled for a test. */
export interface CompiledDataset {
  /** Opens the release anew: a program that has answered nothing yet. */
  open(): Release;
  /** Closes what was opened and takes the file away. */
  discard(): void;
}

export async function compiledDataset(dataset: string): Promise<CompiledDataset> {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-compiled-"));
  const out = join(folder, "release.db");
  const outcome = await buildRelease({ dataset, out, states });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults, null, 2));
  const opened: Release[] = [];
  return {
    open() {
      const release = openRelease(out, states);
      opened.push(release);
      return release;
    },
    discard() {
      for (const release of opened) release.close();
      rmSync(folder, { recursive: true });
    },
  };
}
