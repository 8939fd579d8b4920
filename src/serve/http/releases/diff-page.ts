import { type CsvColumn, csvColumn, csvInSlices, csvOf, fieldColumns } from "../../../answers/csv-table.ts";
import {
  CHANGE_COLUMNS,
  changeRows,
  type ListedChange,
  type ListedRelease,
  listedRelease,
  type ReleaseDiff,
  type Releases,
} from "../../../diff/wire.ts";
import type { ComparedPair } from "./comparison-thread.ts";

interface PageQuery {
  readonly state: string | null;
  readonly table: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** A page of changes: the comparison without its changes, and each change as its JSON. */
interface DiffPage {
  readonly head: Omit<ReleaseDiff, "changes">;
  readonly changes: readonly string[];
}

/** A page of changes of the states that the key is enabled for. Tables that states share belong to every key. */
export function diffPage(
  pair: ComparedPair,
  { state, table, limit, offset }: PageQuery,
  states: readonly string[],
): DiffPage {
  const tables = pair.tables.filter(
    (each) =>
      (each.state === null ? state === null || table !== null : states.includes(each.state)) &&
      (state === null || each.state === state || each.state === null) &&
      (table === null || each.summary.table === table),
  );
  const ofKey = (codes: readonly string[]) => codes.filter((code) => states.includes(code));
  const head = {
    from: pair.from,
    to: pair.to,
    states_only_before: ofKey(pair.statesOnlyBefore),
    states_only_after: ofKey(pair.statesOnlyAfter),
    tables: tables.map(({ summary }) => summary),
    changes_listed: tables.reduce((sum, { changes }) => sum + changes.length, 0),
    offset,
  };
  const changes: string[] = [];
  let passed = 0;
  for (const each of tables) {
    const from = Math.max(0, offset - passed);
    changes.push(...each.changes.slice(from, from + limit - changes.length));
    passed += each.changes.length;
    if (changes.length === limit) break;
  }
  return { head, changes };
}

export function diffJson({ head, changes }: DiffPage): string {
  return `${JSON.stringify(head).slice(0, -1)},"changes":[${changes.join(",")}]}`;
}

export function releasesCsv({ releases, unreadable_files }: Releases): string {
  const columns: readonly CsvColumn<ListedRelease>[] = [
    ...fieldColumns<ListedRelease>(listedRelease, (release) => release),
    csvColumn("unreadable_files", () => unreadable_files),
  ];
  return csvOf(columns, releases);
}

/** A changed cell, and its change: the numbers connect pages. */
interface ChangedCell {
  readonly number: number;
  readonly cells: readonly string[];
}

interface ChangesPage {
  readonly head: Pick<DiffPage["head"], "changes_listed" | "offset">;
  readonly changes: DiffPage["changes"];
}

/** A page of changes: the rows of `ratebook diff --csv`, one for each cell that differs. */
export function changesTable({ head, changes }: ChangesPage) {
  const columns: readonly CsvColumn<ChangedCell>[] = [
    ...CHANGE_COLUMNS.map((heading, place) => csvColumn<ChangedCell>(heading, ({ cells }) => cells[place])),
    csvColumn("change_number", ({ number }) => number),
    csvColumn("changes_listed", () => head.changes_listed),
  ];
  return { columns, rows: changedCells(changes, head.offset) };
}

/** In slices: a page may have a thousand changes, and the thread that answers lookups makes it. */
export function changesCsv(page: DiffPage): Promise<string> {
  const { columns, rows } = changesTable(page);
  return csvInSlices(columns, rows);
}

/** A change is stored as the JSON that is sent. */
function* changedCells(changes: readonly string[], offset: number): Generator<ChangedCell> {
  for (const [place, json] of changes.entries()) {
    const number = offset + place + 1;
    for (const cells of changeRows(JSON.parse(json) as ListedChange)) yield { number, cells };
  }
}
