import type { Day } from "../../core/calendar/day.ts";
import { failure } from "../../core/runtime/failure.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import { type Feed, type Publication, titleOfPublication } from "../declaring/publication.ts";
import { isListOf } from "../declaring/table-importer.ts";
import type { Edition } from "../editions.ts";

/** An edition and the file with its rows for one table. */
export interface EditionFile {
  readonly edition: Edition;
  readonly path: string;
}

/** A publication's editions for a table, oldest first. */
export interface Layer {
  readonly publication: string;
  readonly feed: Feed;
  readonly editions: readonly EditionFile[];
  /** Whether it is an import of the table, not a publication. */
  readonly isOfTable: boolean;
}

/** A state's own publications precede federal ones: it knows its providers best. */
function inOrder(publications: readonly Publication[], { folder }: Table): readonly Publication[] {
  const own = publications.filter((publication) => publication.folder === folder);
  return [...own, ...publications.filter((publication) => publication.folder !== folder)];
}

/** The publications of a table, the state's own first, then in order of declaration. */
export function layersOf(
  table: Table,
  publications: readonly Publication[],
  editions: readonly EditionFile[],
): readonly Layer[] {
  const feeding = editions.filter(({ edition }) => titleOf(table) in edition.tables);
  const layers = inOrder(publications, table).flatMap((publication): Layer[] => {
    const feed = publication.sections.flatMap(({ feeds }) => feeds).find((each) => each.table === table);
    if (feed === undefined) return [];
    const titles = feeding.map(({ edition }) => edition.publication).filter((title) => isOf(publication, title));
    return [...new Set(titles)].sort().map((title) => {
      const own = feeding.filter(({ edition }) => edition.publication === title).sort(byAsOf);
      return { publication: title, feed, editions: kept(table, own), isOfTable: publication.table !== null };
    });
  });
  const known = layers.map(({ publication }) => publication);
  const stranger = feeding.find(({ edition }) => !known.includes(edition.publication));
  if (stranger === undefined) return layers;
  const { publication, asOf } = stranger.edition;
  throw failure(
    `editions/${publication}/${asOf} feeds ${titleOf(table)}, but this version of Ratebook knows no such publication; remove that folder to go on without its rows.`,
  );
}

/** Whether an edition's title belongs to a publication; a table's importer has lists beside the whole table. */
function isOf(publication: Publication, title: string): boolean {
  return publication.table === null ? titleOfPublication(publication) === title : isListOf(publication.table, title);
}

function byAsOf(a: EditionFile, b: EditionFile): number {
  return a.edition.asOf < b.edition.asOf ? -1 : 1;
}

/** Undated rows come from the newest edition only. */
function kept(table: Table, editions: readonly EditionFile[]): readonly EditionFile[] {
  return table.dated ? editions : editions.slice(-1);
}

/** Whether a newer edition of the publication already determines an undated table. */
export function isOutdated(table: Table, publication: string, asOf: Day, editions: readonly Edition[]): boolean {
  if (table.dated) return false;
  return editions.some(
    (edition) => edition.publication === publication && edition.asOf > asOf && titleOf(table) in edition.tables,
  );
}
