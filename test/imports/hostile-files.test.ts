import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isFailure } from "../../src/core/runtime/failure.ts";
import { hostileFiles } from "./hostile-files.ts";
import { rowsIn } from "./sources/reading.ts";
import { temporaryFolder } from "./support.ts";

const FILES = 120;
const SEED = 16;

/** The same numbers in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

it("every hostile file ends in rows or in a failure that we tell, and some in each", async () => {
  const path = join(temporaryFolder(), "file.bin");
  const ends = { rows: 0, failures: 0 };
  const mistakes: string[] = [];
  let count = 0;
  for (const { name, bytes } of hostileFiles(seeded(SEED))) {
    writeFileSync(path, bytes);
    for (const isFixedWidth of [false, true]) {
      try {
        await rowsIn(path, isFixedWidth);
        ends.rows += 1;
      } catch (error) {
        if (isFailure(error)) ends.failures += 1;
        else mistakes.push(`${name}: ${error instanceof Error ? error.stack : error}`);
      }
    }
    count += 1;
    if (count === FILES) break;
  }
  expect(mistakes).toEqual([]);
  expect(Math.min(ends.rows, ends.failures)).toBeGreaterThan(FILES / 4);
});
