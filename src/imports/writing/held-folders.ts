import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Table } from "../../dataset/table.ts";
import { titleOf } from "../../dataset/table.ts";
import { failure } from "../../runtime/failure.ts";
import type { Publication } from "../declaring/publication.ts";

const COMMON = "common";

/**
 * Whether the dataset has a place for a table: the publisher's own tables and the common ones always, those of a state
 * only when the dataset holds the state. A federal file must not make half a state where somebody wants another one.
 */
export function heldIn(dataset: string, publication: Publication): (table: Table) => boolean {
  const folders = publication.sections.flatMap(({ feeds }) => feeds.map(({ table }) => table.folder));
  const held = new Set(folders.filter((folder) => existsSync(join(dataset, folder))));
  return ({ folder }) => folder === publication.folder || folder === COMMON || held.has(folder);
}

/** The tables that the publication could feed but the dataset has no place for; fails when these are all. */
export function tablesNotHeld(dataset: string, publication: Publication): readonly string[] {
  const isHeld = heldIn(dataset, publication);
  const tables = publication.sections.flatMap(({ feeds }) => feeds.map(({ table }) => table));
  const skipped = [...new Set(tables.filter((table) => !isHeld(table)))];
  if (tables.length > 0 && tables.some(isHeld)) return skipped.map(titleOf);
  const folders = [...new Set(skipped.map(({ folder }) => folder))];
  throw failure(
    folders.length === 0
      ? "no table takes anything from this publication yet"
      : `it feeds the tables of ${folders.join(", ")}, and ${dataset} holds none of these; import a publication of the state first, or make its folder, as with mkdir -p ${join(dataset, folders[0] as string)}`,
  );
}
