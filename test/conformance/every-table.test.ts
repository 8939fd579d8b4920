import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileOf } from "../../src/dataset/table.ts";
import { states } from "../../src/states/index.ts";
import { filesOf, SETS } from "./cases.ts";

const SAMPLE = join(import.meta.dirname, "../../data/sample");

/** The header and the rows; nothing of a file that is not there. */
function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
}

/*
 * Explanations are recomputed, classes compared with prices and engines with each other over these datasets. A table without a
 * row in them is one that none of these tests sees.
 */
describe.each(states)("$name", ({ code, tables, providers, lookups }) => {
  it.each([...new Set([...tables, providers.table])].map(fileOf))("has rows of %s in its datasets", (file) => {
    const paths = SETS.map((set) => join(filesOf(code, set).dataset, file));
    const lines = paths.map(linesOf);
    expect(lines.some(({ length }) => length > 1)).toBe(true);
  });

  // A price that looks into a table without any row is called incomplete: whoever tries the sample would see nothing else.
  it.each(lookups.flatMap((lookup) => lookup.tables.map(fileOf)))("has rows of %s in the sample", (file) => {
    expect(linesOf(join(SAMPLE, file)).length).toBeGreaterThan(1);
  });
});
