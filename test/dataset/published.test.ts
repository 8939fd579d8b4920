import { describe, expect, it } from "vitest";
import { sharedTables } from "../../src/dataset/medicare-tables.ts";
import { FEDERAL, importedAs, published } from "../../src/dataset/published.ts";
import { titleOf } from "../../src/dataset/table.ts";
import { type Publication, titleOfPublication } from "../../src/imports/declaring/publication.ts";
import { titleOfList } from "../../src/imports/declaring/table-importer.ts";
import { states } from "../../src/states/index.ts";
import { allPublications } from "../../src/states/publications.ts";

const tables = [...states.flatMap((state) => state.tables), ...sharedTables];
const declared = (await allPublications()).filter(({ table }) => table === null);

/** The tables that a declared publication feeds. */
function fedBy({ sections }: Publication) {
  const feeds = sections.flatMap((section) => section.feeds);
  const brings = feeds.filter(({ fills }) => fills === null || fills.adds).map(({ table }) => titleOf(table));
  const fills = feeds.map(({ table }) => titleOf(table)).filter((title) => !brings.includes(title));
  return { tables: [...new Set(brings)].sort(), fills: [...new Set(fills)].sort() };
}

describe("the list of publications", () => {
  it("has every declared one, with the tables that it feeds", () => {
    const listed = published.filter(({ name }) => name !== null);
    const asListed = listed.map((each) => [
      importedAs(each)[0],
      { tables: [...each.tables].sort(), fills: [...each.fills].sort() },
    ]);
    expect(Object.fromEntries(asListed)).toEqual(
      Object.fromEntries(declared.map((each) => [titleOfPublication(each), fedBy(each)])),
    );
  });

  it("has those of a state in the order in which they count", () => {
    for (const { code } of states) {
      const listed = published.filter(({ group, name }) => group === code && name !== null);
      const own = declared.filter(({ folder }) => folder === code);
      expect(listed.flatMap((each) => importedAs(each))).toEqual(own.map(titleOfPublication));
    }
  });

  it("has tables and cells that there are, and those of its own state or of all", () => {
    for (const { group, tables: brought, fills, cells } of published) {
      for (const title of [...brought, ...fills]) {
        const table = tables.find((each) => titleOf(each) === title);
        expect([title, table === undefined]).toEqual([title, false]);
        if (table === undefined) continue;
        if (group !== FEDERAL) expect([group, "common"]).toContain(table.folder);
        const values = table.key.flatMap((column) => cells[column] ?? []);
        expect(values).toEqual(Object.values(cells));
        if (values.length > 0) expect(titleOfList(table, cells)).toMatch(new RegExp(`^${title}\\.`));
      }
    }
  });
});
