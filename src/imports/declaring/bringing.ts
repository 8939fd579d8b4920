import type { Table } from "../../dataset/table.ts";
import type { Feed, Publication } from "./publication.ts";

/** The publications that bring rows to some of the tables, in the order in which they count; not those that only fill cells. */
export function bringing(tables: readonly Table[], publications: readonly Publication[]): readonly Publication[] {
  return publications.filter(({ sections }) =>
    sections.some(({ feeds }) =>
      feeds.some(({ table, fills }) => tables.includes(table) && (fills === null || fills.adds)),
    ),
  );
}

/** A publication with what it brings to some tables: rows, or cells of rows that others bring. */
export interface Feeding {
  readonly publication: Publication;
  /** The tables that it only fills cells of, with the columns that its rows are found by; empty where it brings rows. */
  readonly fills: readonly { readonly table: Table; readonly by: readonly string[] }[];
}

/** All publications that feed some of the tables, in the order in which they count: those that fill cells as well. */
export function feeding(tables: readonly Table[], publications: readonly Publication[]): readonly Feeding[] {
  const bringers = bringing(tables, publications);
  return publications.flatMap((publication) => {
    const feeds = publication.sections
      .flatMap((section) => section.feeds)
      .filter(({ table }) => tables.includes(table));
    if (feeds.length === 0) return [];
    return [{ publication, fills: bringers.includes(publication) ? [] : fillingsOf(feeds) }];
  });
}

/** Sections that share a feed fill it once. */
function fillingsOf(feeds: readonly Feed[]): Feeding["fills"] {
  return [...new Set(feeds)].flatMap(({ table, fills }) => (fills === null ? [] : [{ table, by: fills.by }]));
}
