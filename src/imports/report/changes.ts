import { type Day, dayBefore } from "../../core/calendar/day.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { END_HEADER, type Table, titleOf } from "../../dataset/table.ts";
import type { MergedRow } from "../merging/timeline.ts";
import type { Piece } from "../merging/work-store.ts";
import { unpacked } from "../writing/canonical-row.ts";
import { CsvFile } from "../writing/csv-file.ts";

export const ROW_CHANGE_KINDS = ["added", "changed", "closed", "removed"] as const;

type RowChangeKind = (typeof ROW_CHANGE_KINDS)[number];

export type RowChangeCounts = Record<RowChangeKind | "unchanged", number>;

/** A row at one time; an undated one has empty dates. */
interface RowState {
  /** As one text, without dates. */
  readonly cells: string;
  readonly start: string;
  readonly end: string;
}

/** A change of a row: before, and after or its replacement. */
interface RowChange {
  readonly kind: RowChangeKind;
  readonly before: RowState | null;
  readonly after: RowState | null;
}

/** Compares the rows of one key before and after; returns how many are unchanged. */
export function compareRows(
  before: readonly Piece[],
  rows: readonly MergedRow[],
  isDated: boolean,
  onChange: (change: RowChange) => void,
): number {
  return isDated ? compareDated(before, rows, onChange) : compareUndated(before[0], rows[0], onChange);
}

function compareUndated(
  before: Piece | undefined,
  row: MergedRow | undefined,
  onChange: (change: RowChange) => void,
): number {
  if (before === undefined && row === undefined) return 0;
  if (before === undefined) onChange({ kind: "added", before: null, after: stateOf(row as MergedRow) });
  else if (row === undefined) onChange({ kind: "removed", before, after: null });
  else if (before.cells === row.cells) return 1;
  else onChange({ kind: "changed", before, after: stateOf(row) });
  return 0;
}

function compareDated(
  before: readonly Piece[],
  rows: readonly MergedRow[],
  onChange: (change: RowChange) => void,
): number {
  let unchanged = 0;
  const gone: Piece[] = [];
  const shortened: { readonly before: Piece; readonly after: RowState }[] = [];
  for (const piece of before) {
    const row = rows.find(({ cells, start }) => cells === piece.cells && start === piece.start);
    if (row === undefined) {
      gone.push(piece);
      continue;
    }
    const after = stateOf(row);
    if (after.end === piece.end) unchanged += 1;
    else if (after.end !== "" && (piece.end === "" || after.end < piece.end)) shortened.push({ before: piece, after });
    else onChange({ kind: "changed", before: piece, after });
  }
  for (const row of rows) {
    if (before.some(({ cells, start }) => cells === row.cells && start === row.start)) continue;
    const after = stateOf(row);
    // A row that ends where another begins has changed, and so has one with other cells from the same day on.
    const previous =
      taken(shortened, ({ after: { end } }) => end === dayBefore(row.start as Day))?.before ??
      taken(gone, ({ start }) => start === row.start);
    onChange({ kind: previous === undefined ? "added" : "changed", before: previous ?? null, after });
  }
  // A row that ends without a successor is closed.
  for (const each of shortened) onChange({ kind: "closed", ...each });
  for (const piece of gone) onChange({ kind: "removed", before: piece, after: null });
  return unchanged;
}

function stateOf({ cells, start, end }: MergedRow): RowState {
  return { cells, start: start ?? "", end: end ?? "" };
}

/** Removes and returns the first match of a list. */
function taken<Each>(list: Each[], fits: (each: Each) => boolean): Each | undefined {
  const place = list.findIndex(fits);
  return place === -1 ? undefined : list.splice(place, 1)[0];
}

export const CHANGES_SHOWN_MAX = 10;

/** The most changes of a kind and table in memory for a JSON report: more than the largest fee schedule has codes. */
export const CHANGES_LISTED_MAX = 25_000;

/** A changed cell; null when it is empty. */
export interface ChangedCell {
  readonly column: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface ListedChange {
  /** Such as `ca/outpatient_rates`. */
  readonly table: string;
  readonly change: RowChangeKind;
  /** The filled cells of its key, by header. */
  readonly key: Readonly<Record<string, string>>;
  readonly cells: readonly ChangedCell[];
  /** The effective period of the row, or the one it had; null in undated tables. */
  readonly start: string | null;
  readonly end: string | null;
}

interface ChangesRecipient {
  readonly write: (change: ListedChange) => void;
}

/** Counts the changes of a table's rows, keeps the first of each kind and passes all of them on. */
export class ChangeLog {
  readonly #table: Table;
  readonly #headers: readonly string[];
  readonly #keyHeaders: readonly string[];
  readonly #listedMax: number;
  readonly #recipient: ChangesRecipient | null;
  readonly counts: RowChangeCounts = { added: 0, changed: 0, closed: 0, removed: 0, unchanged: 0 };
  readonly listed: ListedChange[] = [];

  constructor(table: Table, listedMax: number, recipient: ChangesRecipient | null) {
    this.#table = table;
    this.#headers = Object.keys(table.columns).map(snakeCase);
    this.#keyHeaders = table.key.map(snakeCase);
    this.#listedMax = listedMax;
    this.#recipient = recipient;
  }

  note(change: RowChange): void {
    this.counts[change.kind] += 1;
    const isListed = this.counts[change.kind] <= this.#listedMax;
    if (!isListed && this.#recipient === null) return;
    const entry = this.#entryOf(change);
    if (isListed) this.listed.push(entry);
    this.#recipient?.write(entry);
  }

  #entryOf({ kind, before, after }: RowChange): ListedChange {
    const [old, fresh] = [before, after].map((state) => (state === null ? [] : unpacked(state.cells)));
    const row = (after === null ? old : fresh) as (string | null)[];
    const { start, end } = (after ?? before) as RowState;
    const key = this.#keyHeaders.flatMap((header) => {
      const value = row[this.#headers.indexOf(header)] ?? null;
      return value === null ? [] : [[header, value]];
    });
    return {
      table: titleOf(this.#table),
      change: kind,
      key: Object.fromEntries(key) as Record<string, string>,
      cells: this.#cells(old ?? [], fresh ?? [], before, after),
      start: start || null,
      end: end || null,
    };
  }

  #cells(
    old: readonly (string | null)[],
    fresh: readonly (string | null)[],
    before: RowState | null,
    after: RowState | null,
  ): ChangedCell[] {
    const isWhole = before !== null && after !== null;
    const cells = this.#headers.flatMap((column, index): ChangedCell[] => {
      const [was, is] = [old[index] ?? null, fresh[index] ?? null];
      // The key of an added or removed row is shown already.
      const isSkipped = was === is || (!isWhole && this.#keyHeaders.includes(column));
      return isSkipped ? [] : [{ column, before: was, after: is }];
    });
    if (!isWhole || cells.length > 0 || before.end === after.end) return cells;
    return [{ column: END_HEADER, before: before.end || null, after: after.end || null }];
  }
}

/** `99213, 26`: short, for a reader who knows the table. */
export function keyValuesText({ key }: ListedChange): string {
  return Object.values(key).join(", ");
}

/** `code 99213, modifier 26` */
function keyText({ key }: ListedChange): string {
  return Object.entries(key)
    .map(([header, value]) => `${header} ${value}`)
    .join(", ");
}

const HEADERS = [
  "table",
  "change",
  "key",
  "column",
  "before",
  "after",
  "effective_start_date",
  "effective_end_date",
] as const;

/** All changes of an import as a CSV with a line per cell; written as they are found, so that memory stays flat. */
export class ChangesFile {
  readonly #file: CsvFile;

  constructor(path: string) {
    this.#file = new CsvFile(path, HEADERS);
  }

  write(change: ListedChange): void {
    const { table, change: kind, cells, start, end } = change;
    const key = keyText(change);
    // A row with only a key is a line without a column.
    for (const { column, before, after } of cells.length === 0 ? [NO_CELL] : cells) {
      this.#file.row([table, kind, key, column, before, after, start, end]);
    }
  }

  close(): void {
    this.#file.close();
  }
}

const NO_CELL = { column: null, before: null, after: null };
