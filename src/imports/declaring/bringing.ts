import type { Table } from "../../dataset/table.ts";
import type { Publication } from "./publication.ts";

/** The publications that bring rows to some of the tables, in the order in which they count; not those that only fill cells. */
export function bringing(tables: readonly Table[], publications: readonly Publication[]): readonly Publication[] {
  return publications.filter(({ sections }) =>
    sections.some(({ feeds }) =>
      feeds.some(({ table, fills }) => tables.includes(table) && (fills === null || fills.adds)),
    ),
  );
}
