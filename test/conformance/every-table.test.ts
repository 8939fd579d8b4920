import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileOf } from "../../src/dataset/table.ts";
import { states } from "../../src/states/index.ts";
import { filesOf, SETS } from "./cases.ts";

/*
 * Explanations are recomputed, classes compared with prices and engines with each other over these datasets. A table without a
 * row in them is one that none of these tests sees.
 */
describe.each(states)("$name", ({ code, tables, providers }) => {
  it.each([...new Set([...tables, providers.table])].map(fileOf))("has rows of %s in its datasets", (file) => {
    const paths = SETS.map((set) => join(filesOf(code, set).dataset, file));
    const lines = paths.filter((path) => existsSync(path)).map((path) => readFileSync(path, "utf8").trim().split("\n"));
    expect(lines.some(({ length }) => length > 1)).toBe(true);
  });
});
