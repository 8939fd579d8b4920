import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileOf, titleOf } from "../../src/dataset/table.ts";
import { states } from "../../src/states/index.ts";
import { filesOf, SETS } from "./cases.ts";

const SAMPLE = join(import.meta.dirname, "../../data/sample");

/** The header and the rows; nothing of a file that is not there. */
function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
}

const { sources } = JSON.parse(readFileSync(join(SAMPLE, "dataset.json"), "utf8")) as {
  readonly sources: readonly { readonly table: string }[];
};

/** The text of a section up to the next heading. */
function sectionOf(code: string, number: string): string {
  const page = readFileSync(join(import.meta.dirname, "../../docs/methodology", `${code}.md`), "utf8");
  const parts = page.split(/^#{2,4} (?=[0-9])/m).slice(1);
  return parts.find((part) => /^[0-9]+(?:\.[0-9]+)*/.exec(part)?.[0] === number) ?? "";
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

  it.each(tables.filter(({ folder }) => folder === code))(
    "cites the section of the page that describes $name",
    (table) => {
      const [page, number = "", ...more] = table.section.split(" ");
      expect([page, more]).toEqual([code, []]);
      expect(sectionOf(code, number), `section ${number} of docs/methodology/${code}.md`).toContain(
        `${table.name}.csv`,
      );
    },
  );

  // A table with built-in values may be missing there.
  it.each(tables.filter((table) => existsSync(join(SAMPLE, fileOf(table)))))(
    "has a source of $name in the sample",
    (table) => {
      expect(sources.map((source) => source.table)).toContain(titleOf(table));
    },
  );

  // A price that looks into a table without any row is called incomplete: whoever tries the sample would see nothing else.
  it.each(lookups.flatMap((lookup) => lookup.tables.map(fileOf)))("has rows of %s in the sample", (file) => {
    expect(linesOf(join(SAMPLE, file)).length).toBeGreaterThan(1);
  });
});
