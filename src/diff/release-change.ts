import { type Day, dayAfter, dayBefore, LAST_DAY } from "../core/calendar/day.ts";
import { contains, type Period } from "../core/calendar/period.ts";
import { difference } from "../core/money/arithmetic.ts";
import { percentChange } from "../core/money/comparison.ts";
import { derived, Factor } from "../core/money/factor.ts";
import { type Exact, Money } from "../core/money/money.ts";
import { nullableString, object, string, type ValueOf } from "../core/schema/schema.ts";
import { snakeCase } from "../core/text/spelling.ts";
import type { Column } from "../dataset/column.ts";
import type { StoredCells } from "../dataset/row.ts";
import { headersOf, keyOf, type Table, titleOf } from "../dataset/table.ts";

/**
 * The change of a key on some days, by its leading figure. `extended`: days after the earlier release's last period, with unchanged
 * values. `lost` and `gained`: both releases have the key, one lacks the figure. `changed`: no figure moves.
 */
export const CHANGE_KINDS = ["raised", "cut", "lost", "ended", "gained", "added", "extended", "changed"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const cellMembers = {
  column: string("The column."),
  before: nullableString("What the earlier release says; null: nothing."),
  after: nullableString("What the later release says; null: nothing."),
  difference: nullableString("After minus before, of figures on both sides."),
  percent: nullableString("The difference in percent of the figure before, to two decimals; null from zero."),
};

/** A changed cell. Difference and percentage need figures on both sides. */
export const cellChangeSchema = object("CellChange", cellMembers);
export type CellChange = ValueOf<typeof cellChangeSchema>;

/** One difference between two releases: a key of a table, the days, and its cells before and after. */
export interface ReleaseChange {
  /** `ca/outpatient_rates` */
  readonly table: string;
  readonly kind: ChangeKind;
  /** By the header of each key column. */
  readonly key: Readonly<Record<string, string | null>>;
  /** The first and the last day of this difference; null in an undated table, and for an open end. */
  readonly from: Day | null;
  readonly to: Day | null;
  /** The last day of the earlier row, when the earlier release has none for these days. */
  readonly beforeUntil: Day | null;
  /** The leading figure, one of the cells; null when no figure differs. */
  readonly figure: CellChange | null;
  /** Whether the figure is an amount in dollars; otherwise it is a weight, a factor or the like. */
  readonly isDollars: boolean;
  /** Every changed cell; for an added or ended key, every filled cell. */
  readonly cells: readonly CellChange[];
}

/** A row of a key and its effective period; null: undated. */
export interface HeldRow {
  readonly period: Period | null;
  readonly cells: StoredCells;
}

/** Days with the same two rows of a key; null when a release has none. */
interface ComparedPeriod {
  readonly from: Day | null;
  readonly to: Day | null;
  readonly before: StoredCells | null;
  readonly after: StoredCells | null;
  /** Set when `before` is the row that ended the day before these days. */
  readonly beforeUntil: Day | null;
}

/** Whether two rows of a key are equal apart from their dates. */
type SaysTheSame = (one: StoredCells, other: StoredCells) => boolean;

/** The days on which two releases differ for a key, earliest first; rows of one key never overlap. */
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

/** The difference on one day, whatever is effective before and after it. */
export function differingOn(
  day: Day,
  before: readonly HeldRow[],
  after: readonly HeldRow[],
  isSame: SaysTheSame,
): ComparedPeriod[] {
  const compared: ComparedPeriod = {
    from: day,
    to: day,
    before: effectiveOn(before, day),
    after: effectiveOn(after, day),
    beforeUntil: null,
  };
  const isNothing = compared.before === null && compared.after === null;
  return isNothing || saysNothingNew(compared, isSame) ? [] : [compared];
}

/** The days on which a row begins or has ended; an undated row begins with null. */
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
  const was = effectiveOn(before, from);
  const is = effectiveOn(after, from);
  if (was !== null || is === null || from === null) {
    return was === null && is === null ? null : { from, to, before: was, after: is, beforeUntil: null };
  }
  // Rates that end with the year are followed by the next year's: that is a raise or a cut, not a new key.
  const eve = dayBefore(from);
  const ended = before.find(({ period }) => period?.end === eve);
  return { from, to, before: ended?.cells ?? null, after: is, beforeUntil: ended === undefined ? null : eve };
}

function effectiveOn(rows: readonly HeldRow[], day: Day | null): StoredCells | null {
  return rows.find(({ period }) => period === null || (day !== null && contains(period, day)))?.cells ?? null;
}

/** Days without a row in the earlier release are news even when the later one repeats the row before. */
function saysNothingNew({ before, after, beforeUntil }: ComparedPeriod, isSame: SaysTheSame): boolean {
  return beforeUntil === null && before !== null && after !== null && isSame(before, after);
}

/** Whether a period follows another without a gap and with equal rows on both sides. */
function isContinued(last: ComparedPeriod, next: ComparedPeriod, isSame: SaysTheSame): boolean {
  if (last.to === null || next.from === null || dayAfter(last.to) !== next.from || next.beforeUntil !== null)
    return false;
  const areSame = (one: StoredCells | null, other: StoredCells | null) =>
    one === null || other === null ? one === other : isSame(one, other);
  if (!areSame(last.after, next.after)) return false;
  // After a renewed row, the earlier release still has none.
  return last.beforeUntil === null ? areSame(last.before, next.before) : next.before === null;
}

export function changeOf(table: Table, columns: TableColumns, compared: ComparedPeriod): ReleaseChange {
  const { before, after, from, to, beforeUntil } = compared;
  const places = columns.values.filter((place) => isShown(columns, place, before, after));
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
    isDollars: leading !== null && columns.isDollars(leading.place),
    cells: changed.map(({ cell }) => cell),
  };
}

/** Cells that differ; when only one side exists, those that are filled. */
function isShown(columns: TableColumns, place: number, before: StoredCells | null, after: StoredCells | null): boolean {
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
  cellsShown: number,
  isFigureGone: boolean,
): ChangeKind {
  if (before === null) return "added";
  if (after === null) return "ended";
  if (cellsShown === 0) return "extended";
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

/** The key columns and value columns of a table, and the meaning of their cells. */
export class TableColumns {
  readonly keyHeaders: readonly string[];
  /** The columns outside the key, in order of declaration: the first figure leads. */
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

  isDollars(place: number): boolean {
    return this.#columns[place]?.isDollars === true;
  }

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

  /** The value of a cell as text: an empty cell may have a default, and 10.5 equals 10.50. */
  meaning(place: number, cell: string | null): string | null {
    const value = this.#value(place, cell);
    if (value === null) return null;
    if (isFigure(value)) return derived(value.units, value.scale).text;
    return Array.isArray(value) ? value.join("|") : String(value);
  }

  /** A cell for display: with the published digits. */
  shown(place: number, cell: string | null): string | null {
    const value = this.#value(place, cell);
    if (value === null) return null;
    if (isFigure(value)) return value.text;
    return Array.isArray(value) ? value.join("|") || null : String(value);
  }

  /** The amount in a cell; null when the column has no amounts, or the cell is empty. */
  figure(place: number, cell: string | null): Exact | null {
    const value = this.#value(place, cell);
    return isFigure(value) ? value : null;
  }

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
