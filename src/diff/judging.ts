import type { StoredCells } from "../dataset/row.ts";
import { type Table, titleOf } from "../dataset/table.ts";
import { difference } from "../money/arithmetic.ts";
import type { Exact } from "../money/money.ts";
import { derived } from "../money/factor.ts";
import { percentChange } from "../money/comparison.ts";
import type { ComparedPeriod } from "./differing-periods.ts";
import type { CellChange, ChangeKind, ReleaseChange } from "./release-change.ts";
import type { TableColumns } from "./table-columns.ts";

/** Days on which two releases differ, as a change with its kind, its figure and its cells. */
export function changeOf(table: Table, columns: TableColumns, compared: ComparedPeriod): ReleaseChange {
  const { before, after, from, to, beforeUntil } = compared;
  const places = columns.values.filter((place) => isTold(columns, place, before, after));
  const told = places.map((place) => ({ place, cell: cellChange(columns, place, before, after) }));
  const figures = told.filter(({ place }) => holdsFigure(columns, place, before, after));
  const leading = figures[0] ?? null;
  const figure = leading?.cell ?? null;
  return {
    table: titleOf(table),
    kind: kindOf(compared, figure, told.length, leading !== null && figureIn(columns, leading.place, after) === null),
    key: columns.keyCells((before ?? after) as StoredCells),
    from,
    to,
    beforeUntil,
    figure,
    cells: told.map(({ cell }) => cell),
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
