import { afterAll, beforeAll } from "vitest";
import { openRelease } from "../../src/release/open.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { sharedRelease } from "./shared-release.ts";

/** A dataset folder compiled for a test. */
export interface CompiledDataset {
  /** Opens the release anew: a program that has answered nothing yet. */
  open(): Release;
  /** Closes what was opened. */
  discard(): void;
}

export async function compiledDataset(dataset: string): Promise<CompiledDataset> {
  const compiled = await sharedRelease(dataset);
  const opened: Release[] = [];
  return {
    open() {
      const release = openRelease(compiled.file, states);
      opened.push(release);
      return release;
    },
    discard() {
      for (const release of opened) release.close();
      compiled.discard();
    },
  };
}

/** A state of a dataset for the tests of the `describe` that asks for it: compiled before the first, closed after the last. */
export function stateOfDataset(dataset: string, code: string): () => StateInRelease {
  let compiled: CompiledDataset;
  let state: StateInRelease;
  beforeAll(async () => {
    compiled = await compiledDataset(dataset);
    state = compiled.open().states.get(code) as StateInRelease;
  });
  afterAll(() => compiled.discard());
  return () => state;
}
