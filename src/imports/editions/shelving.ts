import { join } from "node:path";
import { type Table, titleOf } from "../../dataset/table.ts";
import { writePrepared } from "../writing/prepared-file.ts";
import type { Staging } from "../writing/staging.ts";
import { EDITION_FILE, type Edition, type EditionTable, editionPath, tableFileName } from "./edition.ts";

export function isSame(a: Pick<Edition, "publication" | "asOf">, b: Pick<Edition, "publication" | "asOf">): boolean {
  return a.publication === b.publication && a.asOf === b.asOf;
}

/** What the edition says about its tables: those that the file brought, and those that an earlier file brought. */
export function tablesOf(
  brought: ReadonlyMap<Table, number>,
  about: Omit<EditionTable, "rows">,
  earlier: Edition | undefined,
): Edition["tables"] {
  const tables: Record<string, EditionTable> = { ...earlier?.tables };
  for (const [table, rows] of brought) {
    const before = tables[titleOf(table)];
    // The same file imported again is the same edition, with the same bytes.
    const imported = before?.sha256 === about.sha256 ? before.imported : about.imported;
    tables[titleOf(table)] = { ...about, imported, rows };
  }
  return Object.fromEntries(Object.entries(tables).sort());
}

/** Prepares the shelf of editions: this one put on it, older ones without the undated tables that it brings anew. */
export function shelve(
  imported: Edition,
  brought: readonly Table[],
  before: readonly Edition[],
  staging: Staging,
): readonly Edition[] {
  const shelf = before
    .filter((edition) => !isSame(edition, imported))
    .flatMap((edition) => {
      const isOlder = edition.publication === imported.publication && edition.asOf < imported.asOf;
      const replaced = brought.filter((table) => isOlder && !table.dated && titleOf(table) in edition.tables);
      return replaced.length === 0 ? [edition] : without(edition, replaced, staging);
    });
  if (brought.length === 0) return before;
  for (const table of brought) staging.place(`${editionPath(imported)}/${tableFileName(table)}`);
  prepare(imported, staging);
  return [...shelf, imported];
}

function without(edition: Edition, gone: readonly Table[], staging: Staging): Edition[] {
  const titles = gone.map(titleOf);
  const tables = Object.fromEntries(Object.entries(edition.tables).filter(([table]) => !titles.includes(table)));
  if (Object.keys(tables).length === 0) {
    staging.remove(editionPath(edition));
    return [];
  }
  for (const table of gone) staging.remove(`${editionPath(edition)}/${tableFileName(table)}`);
  prepare({ ...edition, tables }, staging);
  return [{ ...edition, tables }];
}

function prepare(edition: Edition, staging: Staging): void {
  const path = `${editionPath(edition)}/${EDITION_FILE}`;
  writePrepared(join(staging.newFolder, path), `${JSON.stringify(edition, null, 2)}\n`);
  staging.place(path);
}
