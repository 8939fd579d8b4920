import { type Day, parseIsoDay } from "../calendar/day.ts";
import { commonTables } from "../dataset/common-tables.ts";
import type { DatasetDescription } from "../dataset/description.ts";
import type { Table } from "../dataset/table.ts";
import { type Publication, titleOfPublication } from "../imports/declaring/publication.ts";
import { type Feeding, feeding, gathered } from "../imports/declaring/registry.ts";
import { isLoaded, type RowCounts, rowsIn } from "../pricing/loaded.ts";
import type { State } from "../state/state.ts";
import { allPublications } from "../states/publications.ts";

/** An edition that a dataset has taken. */
interface TakenEdition {
  readonly edition: Day;
  readonly file: string | null;
}

/** A publication that a part of a state can be had from, and what the dataset has of it. */
export interface NeededPublication extends Feeding {
  /** Newest first. */
  readonly editions: readonly TakenEdition[];
}

/** The providers of a state, one of its settings, or what prices are made of and explained with besides. */
export interface PartStatus {
  readonly name: string;
  readonly isLoaded: boolean;
  /** Whether nothing is priced without it. */
  readonly isNeeded: boolean;
  readonly tables: readonly { readonly table: Table; readonly rows: number }[];
  readonly publications: readonly NeededPublication[];
}

export interface StateStatus {
  readonly state: State;
  readonly parts: readonly PartStatus[];
}

/** Figures that have built-in values, lists of codes and the like. */
const OTHER_TABLES = "other tables";
const WORDS_FOR_CODES = "words for codes";

interface Loaded {
  readonly isLoaded: boolean;
  readonly isNeeded?: boolean;
}

/** What a dataset has of each of its states and what it needs: providers first, since nobody is priced without them. */
export async function datasetStatus(
  states: readonly State[],
  { sources }: DatasetDescription,
  rowCounts: RowCounts,
): Promise<readonly StateStatus[]> {
  // A state declares what it takes from them; tables that all states share are fed by nobody's declaration.
  const federal = (await allPublications()).filter(({ folder }) => folder === "federal");
  const all = states.map(async (state) => {
    const publications = gathered([...(await state.publications()), ...federal]);
    const part = (
      name: string,
      tables: readonly Table[],
      { isLoaded: loaded, isNeeded = true }: Loaded,
    ): PartStatus => ({
      name,
      isLoaded: loaded,
      isNeeded,
      tables: tables.map((table) => ({ table, rows: rowsIn(table, rowCounts) })),
      publications: feeding(tables, publications).map((each) => ({
        ...each,
        editions: editionsOf(each.publication, sources),
      })),
    });
    const beside = (name: string, tables: readonly Table[]) =>
      part(name, tables, { isLoaded: tables.some((table) => rowsIn(table, rowCounts) > 0), isNeeded: false });
    const { table } = state.providers;
    const priced = new Set([table, ...state.lookups.flatMap(({ tables }) => tables)]);
    const others = state.tables.filter((each) => !priced.has(each));
    return {
      state,
      parts: [
        part("providers", [table], { isLoaded: rowsIn(table, rowCounts) > 0 }),
        ...state.lookups.map((lookup) =>
          part(lookup.setting, lookup.tables, { isLoaded: isLoaded(lookup, rowCounts) }),
        ),
        ...(others.length === 0 ? [] : [beside(OTHER_TABLES, others)]),
        beside(WORDS_FOR_CODES, commonTables),
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
