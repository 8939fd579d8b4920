import type { Day } from "../../core/calendar/day.ts";
import { failure } from "../../core/runtime/failure.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import { type Feed, type Publication, titleOfPublication } from "../declaring/publication.ts";
import type { Edition } from "../editions.ts";

/** An edition and the file with the rows that it brings to one table. */
export interface EditionFile {
  readonly edition: Edition;
  readonly path: string;
}

/** What one publication says about a table: its editions, oldest first. */
export interface Layer {
  readonly publication: string;
  readonly feed: Feed;
  readonly editions: readonly EditionFile[];
}

/** A state's own publications count before federal ones: it knows its providers best. */
function inOrder(publications: readonly Publication[], { folder }: Table): readonly Publication[] {
  const own = publications.filter((publication) => publication.folder === folder);
  return [...own, ...publications.filter((publication) => publication.folder !== folder)];
}

/** The publications that feed a table, its state's own first, and of these the one declared first before the others. */
export function layersOf(
  table: Table,
  publications: readonly Publication[],
  editions: readonly EditionFile[],
): readonly Layer[] {
  const feeding = editions.filter(({ edition }) => titleOf(table) in edition.tables);
  const layers = inOrder(publications, table).flatMap((publication): Layer[] => {
    const title = titleOfPublication(publication);
    const feed = publication.sections.flatMap(({ feeds }) => feeds).find((each) => each.table === table);
    const own = feeding.filter(({ edition }) => edition.publication === title).sort(byAsOf);
    return feed === undefined || own.length === 0 ? [] : [{ publication: title, feed, editions: kept(table, own) }];
  });
  const known = layers.map(({ publication }) => publication);
  const stranger = feeding.find(({ edition }) => !known.includes(edition.publication));
  if (stranger === undefined) return layers;
  const { publication, asOf } = stranger.edition;
  throw failure(
    `editions/${publication}/${asOf} feeds ${titleOf(table)}, but this version of Ratebook knows no such publication; remove that folder to go on without its rows.`,
  );
}

function byAsOf(a: EditionFile, b: EditionFile): number {
  return a.edition.asOf < b.edition.asOf ? -1 : 1;
}

/** Rows that hold at every date come from the newest edition only. */
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
