import { type Day, dayAfter, dayBefore, LAST_DAY } from "../core/calendar/day.ts";
import { contains, type Period } from "../core/calendar/period.ts";
import { difference } from "../core/money/arithmetic.ts";
import { percentChange } from "../core/money/comparison.ts";
import { derived, Factor } from "../core/money/factor.ts";
import { type Exact, Money } from "../core/money/money.ts";
import { nullableString, object, text, type ValueOf } from "../core/schema/schema.ts";
import { snakeCase } from "../core/text/spelling.ts";
import type { Column } from "../dataset/column.ts";
import type { StoredCells } from "../dataset/row.ts";
import { headersOf, keyOf, type Table, titleOf } from "../dataset/table.ts";

/**
 * What became of a key on some days, by its leading figure: `extended` are days after the last period of the earlier release on
 * which the later one says the same as before; `lost` and `gained` are keys that both have and whose figure one has not; `changed` is
 * what moves no figure.
 */
export const CHANGE_KINDS = ["raised", "cut", "lost", "ended", "gained", "added", "extended", "changed"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const cellMembers = {
  column: text("The column."),
  before: nullableString("What the earlier release says; null: nothing."),
  after: nullableString("What the later release says; null: nothing."),
  difference: nullableString("After minus before, of figures on both sides."),
  percent: nullableString("The difference in percent of the figure before, to two decimals; null from zero."),
};

/** A cell that differs. Difference and percentage are of figures that stand on both sides. */
export const cellChangeSchema = object("CellChange", cellMembers);
export type CellChange = ValueOf<typeof cellChangeSchema>;

/** One difference between two releases: a key of a table, the days, and what was said and is said of it on these days. */
export interface ReleaseChange {
  /** `ca/outpatient_rates` */
  readonly table: string;
  readonly kind: ChangeKind;
  /** By the header of each column of the key. */
  readonly key: Readonly<Record<string, string | null>>;
  /** The first and the last day on which they differ so; null in a table without periods, and for "from then on". */
  readonly from: Day | null;
  readonly to: Day | null;
  /** The last day of what the later release is compared with, where the earlier one says nothing of these days. */
  readonly beforeUntil: Day | null;
  /** The figure that the kind is judged by, one of the cells; null when no figure differs. */
  readonly figure: CellChange | null;
  /** Every cell that differs; of what was added or ended, every cell that is filled. */
  readonly cells: readonly CellChange[];
}

/** A row of a key and when it holds; null: at every date. */
export interface HeldRow {
  readonly period: Period | null;
  readonly cells: StoredCells;
}

/** Days on which two releases say the same two things of a key; null where one says nothing. */
interface ComparedPeriod {
  readonly from: Day | null;
  readonly to: Day | null;
  readonly before: StoredCells | null;
  readonly after: StoredCells | null;
  /** Set where `before` is the row that ended the day before these days. */
  readonly beforeUntil: Day | null;
}

/** Whether two rows of a key say the same, whenever they hold. */
type SaysTheSame = (one: StoredCells, other: StoredCells) => boolean;

/** The days on which what two releases say of a key differs, from the earliest on; rows of one key never overlap. */
export function differingPeriods(
  before: readonly HeldRow[],
  after: readonly HeldRow[],
  isSame: SaysTheSame,
): ComparedPeriod[] {
  const found: ComparedPeriod[] = [];
  const days = boundaries([...before, ...after]);
  for (const [index, from] of days.entries()) {
    const next = days[index + 1] ?? null;
    const to = next === null ? null : dayBefore(next);
    const compared = comparedPeriod(from, to, before, after);
    if (compared === null || saysNothingNew(compared, isSame)) continue;
    const last = found.at(-1);
    if (last !== undefined && isContinued(last, compared, isSame)) found[found.length - 1] = { ...last, to };
    else found.push(compared);
  }
  return found;
}

/** The same on one day, whatever holds before and after it. */
export function differingOn(
  day: Day,
  before: readonly HeldRow[],
  after: readonly HeldRow[],
  isSame: SaysTheSame,
): ComparedPeriod[] {
  const compared: ComparedPeriod = {
    from: day,
    to: day,
    before: inForceOn(before, day),
    after: inForceOn(after, day),
    beforeUntil: null,
  };
  const isNothing = compared.before === null && compared.after === null;
  return isNothing || saysNothingNew(compared, isSame) ? [] : [compared];
}

/** The days on which something begins or has ended; a row that holds at every date begins with null. */
function boundaries(rows: readonly HeldRow[]): (Day | null)[] {
  const days = new Set<Day | null>();
  for (const { period } of rows) {
    days.add(period?.start ?? null);
    if (period !== null && period.end !== null && period.end < LAST_DAY) days.add(dayAfter(period.end));
  }
  return [...days].sort();
}

function comparedPeriod(
  from: Day | null,
  to: Day | null,
  before: readonly HeldRow[],
  after: readonly HeldRow[],
): ComparedPeriod | null {
  const was = inForceOn(before, from);
  const is = inForceOn(after, from);
  if (was !== null || is === null || from === null) {
    return was === null && is === null ? null : { from, to, before: was, after: is, beforeUntil: null };
  }
  // A year's rates that end with the year are followed by the next year's: that is a raise or a cut, not a new key.
  const eve = dayBefore(from);
  const ended = before.find(({ period }) => period?.end === eve);
  return { from, to, before: ended?.cells ?? null, after: is, beforeUntil: ended === undefined ? null : eve };
}

function inForceOn(rows: readonly HeldRow[], day: Day | null): StoredCells | null {
  return rows.find(({ period }) => period === null || (day !== null && contains(period, day)))?.cells ?? null;
}

/** Days that the earlier release says nothing of are news even when the later one says of them what was said before. */
function saysNothingNew({ before, after, beforeUntil }: ComparedPeriod, isSame: SaysTheSame): boolean {
  return beforeUntil === null && before !== null && after !== null && isSame(before, after);
}

/** Whether a period follows another without a gap and says the same on both sides. */
function isContinued(last: ComparedPeriod, next: ComparedPeriod, isSame: SaysTheSame): boolean {
  if (last.to === null || next.from === null || dayAfter(last.to) !== next.from || next.beforeUntil !== null)
    return false;
  const areSame = (one: StoredCells | null, other: StoredCells | null) =>
    one === null || other === null ? one === other : isSame(one, other);
  if (!areSame(last.after, next.after)) return false;
  // Behind a row that was renewed, the earlier release goes on saying nothing.
  return last.beforeUntil === null ? areSame(last.before, next.before) : next.before === null;
}

/** Days on which two releases differ, as a change with its kind, its figure and its cells. */
export function changeOf(table: Table, columns: TableColumns, compared: ComparedPeriod): ReleaseChange {
  const { before, after, from, to, beforeUntil } = compared;
  const places = columns.values.filter((place) => isTold(columns, place, before, after));
  const changed = places.map((place) => ({ place, cell: cellChange(columns, place, before, after) }));
  const figures = changed.filter(({ place }) => holdsFigure(columns, place, before, after));
  const leading = figures[0] ?? null;
  const figure = leading?.cell ?? null;
  return {
    table: titleOf(table),
    kind: kindOf(
      compared,
      figure,
      changed.length,
      leading !== null && figureIn(columns, leading.place, after) === null,
    ),
    key: columns.keyCells((before ?? after) as StoredCells),
    from,
    to,
    beforeUntil,
    figure,
    cells: changed.map(({ cell }) => cell),
  };
}

/** Cells that differ; of what stands on one side alone, those that are filled. */
function isTold(columns: TableColumns, place: number, before: StoredCells | null, after: StoredCells | null): boolean {
  if (before !== null && after !== null) {
    return !columns.areSame(place, before[place] as string | null, after[place] as string | null);
  }
  return (before ?? after)?.[place] !== null;
}

function cellChange(
  columns: TableColumns,
  place: number,
  before: StoredCells | null,
  after: StoredCells | null,
): CellChange {
  const was = figureIn(columns, place, before);
  const is = figureIn(columns, place, after);
  const areBoth = was !== null && is !== null;
  return {
    column: columns.header(place),
    before: before === null ? null : columns.shown(place, before[place] as string | null),
    after: after === null ? null : columns.shown(place, after[place] as string | null),
    difference: areBoth ? difference(asFactor(is), asFactor(was)).text : null,
    percent: areBoth ? percentChange(was, is) : null,
  };
}

function kindOf(
  { before, after }: ComparedPeriod,
  figure: CellChange | null,
  cellsTold: number,
  isFigureGone: boolean,
): ChangeKind {
  if (before === null) return "added";
  if (after === null) return "ended";
  if (cellsTold === 0) return "extended";
  if (figure === null) return "changed";
  if (figure.difference === null) return isFigureGone ? "lost" : "gained";
  return figure.difference.startsWith("-") ? "cut" : "raised";
}

function holdsFigure(
  columns: TableColumns,
  place: number,
  before: StoredCells | null,
  after: StoredCells | null,
): boolean {
  return figureIn(columns, place, before) !== null || figureIn(columns, place, after) !== null;
}

function figureIn(columns: TableColumns, place: number, cells: StoredCells | null): Exact | null {
  return cells === null ? null : columns.figure(place, cells[place] as string | null);
}

function asFactor({ units, scale }: Exact) {
  return derived(units, scale);
}

/** Which columns of a table are its key and which are said of the key, and what their cells mean. */
export class TableColumns {
  readonly keyHeaders: readonly string[];
  /** The places of the columns that are no part of the key, in the order of declaration: the first figure leads. */
  readonly values: readonly number[];
  readonly #headers: readonly string[];
  readonly #columns: readonly Column<unknown>[];
  readonly #keyPlaces: readonly number[];

  constructor(table: Table) {
    const names = Object.keys(table.columns);
    this.#headers = headersOf(table);
    this.#columns = Object.values(table.columns);
    this.#keyPlaces = table.key.map((name) => names.indexOf(name));
    this.keyHeaders = table.key.map(snakeCase);
    this.values = names.map((_, place) => place).filter((place) => !this.#keyPlaces.includes(place));
  }

  header(place: number): string {
    return this.#headers[place] as string;
  }

  /** The key as one text. */
  key(cells: StoredCells): string {
    return keyOf(this.keyTexts(cells));
  }

  keyTexts(cells: StoredCells): (string | null)[] {
    return this.#keyPlaces.map((place) => this.meaning(place, cells[place] as string | null));
  }

  keyCells(cells: StoredCells): Record<string, string | null> {
    const texts = this.keyTexts(cells);
    return Object.fromEntries(this.keyHeaders.map((header, index) => [header, texts[index] as string | null]));
  }

  /** The value that a cell stands for, as text: an empty cell may stand for one, and 10.5 is 10.50. */
  meaning(place: number, cell: string | null): string | null {
    const value = this.#value(place, cell);
    if (value === null) return null;
    if (isFigure(value)) return derived(value.units, value.scale).text;
    return Array.isArray(value) ? value.join("|") : String(value);
  }

  /** A cell as it is shown: with the digits that were published. */
  shown(place: number, cell: string | null): string | null {
    const value = this.#value(place, cell);
    if (value === null) return null;
    if (isFigure(value)) return value.text;
    return Array.isArray(value) ? value.join("|") || null : String(value);
  }

  /** The amount in a cell; null where the column holds none, or the cell is empty. */
  figure(place: number, cell: string | null): Exact | null {
    const value = this.#value(place, cell);
    return isFigure(value) ? value : null;
  }

  /** Whether two cells of a column mean the same. */
  areSame(place: number, one: string | null, other: string | null): boolean {
    return one === other || this.meaning(place, one) === this.meaning(place, other);
  }

  #value(place: number, cell: string | null): unknown {
    const column = this.#columns[place] as Column<unknown>;
    return cell === null ? column.absent : column.read(cell);
  }
}

function isFigure(value: unknown): value is Factor | Money {
  return value instanceof Factor || value instanceof Money;
}
