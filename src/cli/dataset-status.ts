import { type Day, parseIsoDay } from "../calendar/day.ts";
import type { DatasetDescription } from "../dataset/description.ts";
import type { Table } from "../dataset/table.ts";
import { bringing } from "../imports/declaring/bringing.ts";
import { type Publication, titleOfPublication } from "../imports/declaring/publication.ts";
import { isLoaded, type RowCounts, rowsIn } from "../pricing/loaded.ts";
import type { State } from "../pricing/state.ts";

/** An edition that a dataset has taken. */
export interface TakenEdition {
  readonly edition: Day;
  readonly file: string | null;
}

/** A publication that a part of a state can be had from, and what the dataset has of it. */
export interface NeededPublication {
  readonly publication: Publication;
  /** Newest first. */
  readonly editions: readonly TakenEdition[];
}

/** The providers of a state, or one of its settings. */
export interface PartStatus {
  readonly name: string;
  readonly isLoaded: boolean;
  readonly tables: readonly { readonly table: Table; readonly rows: number }[];
  readonly publications: readonly NeededPublication[];
}

export interface StateStatus {
  readonly state: State;
  readonly parts: readonly PartStatus[];
}

/** What a dataset has of each of its states and what it needs: providers first, since nobody is priced without them. */
export async function datasetStatus(
  states: readonly State[],
  { sources }: DatasetDescription,
  rowCounts: RowCounts,
): Promise<readonly StateStatus[]> {
  const all = states.map(async (state) => {
    const publications = await state.publications();
    const part = (name: string, loaded: boolean, tables: readonly Table[]): PartStatus => ({
      name,
      isLoaded: loaded,
      tables: tables.map((table) => ({ table, rows: rowsIn(table, rowCounts) })),
      publications: bringing(tables, publications).map((publication) => ({
        publication,
        editions: editionsOf(publication, sources),
      })),
    });
    const { table } = state.providers;
    return {
      state,
      parts: [
        part("providers", rowsIn(table, rowCounts) > 0, [table]),
        ...state.lookups.map((lookup) => part(lookup.setting, isLoaded(lookup, rowCounts), lookup.tables)),
      ],
    };
  });
  return await Promise.all(all);
}

/** An edition that feeds several tables is one. */
function editionsOf(publication: Publication, sources: DatasetDescription["sources"]): readonly TakenEdition[] {
  const title = titleOfPublication(publication);
  const taken = new Map<Day, TakenEdition>();
  for (const { importer, edition, file } of sources) {
    const day = importer === title ? parseIsoDay(edition ?? "") : null;
    if (day !== null && !taken.has(day)) taken.set(day, { edition: day, file });
  }
  return [...taken.values()].sort((a, b) => (a.edition < b.edition ? 1 : -1));
}
