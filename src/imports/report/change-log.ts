import { END_HEADER, type Table, titleOf } from "../../dataset/table.ts";
import { snakeCase } from "../../text/spelling.ts";
import type { RowChange, RowChangeCounts, RowChangeKind, RowState } from "../merging/row-changes.ts";
import { unpacked } from "../writing/canonical-row.ts";

/** As many changes of a kind as a reader looks at. */
export const CHANGES_SHOWN_MAX = 10;

/** As many of a kind and table as a report as data holds in memory: more than the largest fee schedule has codes. */
export const CHANGES_LISTED_MAX = 25_000;

/** A cell that says something else than before; null where it says nothing. */
export interface ChangedCell {
  readonly column: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What became of one row. */
export interface ListedChange {
  /** Such as `ca/outpatient_rates`. */
  readonly table: string;
  readonly change: RowChangeKind;
  /** The cells of its key that are filled, by header. */
  readonly key: Readonly<Record<string, string>>;
  readonly cells: readonly ChangedCell[];
  /** Between which days it holds, or held when it is gone; null in tables without dates. */
  readonly start: string | null;
  readonly end: string | null;
}

/** Who wants to know of all changes. */
interface ChangesRecipient {
  readonly write: (change: ListedChange) => void;
}

/** Counts what becomes of the rows of a table, keeps the first of each kind and hands all of them on. */
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
    const told = this.#told(change);
    if (isListed) this.listed.push(told);
    this.#recipient?.write(told);
  }

  #told({ kind, before, after }: RowChange): ListedChange {
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
      // Of a row that comes or goes, the key is told already.
      const isTold = was === is || (!isWhole && this.#keyHeaders.includes(column));
      return isTold ? [] : [{ column, before: was, after: is }];
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
export function keyText({ key }: ListedChange): string {
  return Object.entries(key)
    .map(([header, value]) => `${header} ${value}`)
    .join(", ");
}
