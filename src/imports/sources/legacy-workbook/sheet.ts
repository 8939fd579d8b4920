import { failure } from "../../../runtime/failure.ts";
import type { RowSource } from "../row.ts";
import { addressText } from "../workbook/address.ts";
import { type CellLegend, cellText } from "../workbook/cell.ts";
import { damagedWorkbook } from "../workbook/damaged.ts";
import { refuseLongRow } from "../workbook/sheet.ts";
import { SheetRow } from "../workbook/sheet-row.ts";
import { CellReader } from "./cells.ts";
import type { PlacedSheet } from "./contents.ts";
import { PART, recordsFrom } from "./records.ts";

/** The cells of a sheet are in memory while it is read: 65,536 rows, the most there can be, of 30 cells. */
const CELLS_MAX = 2_000_000;

type Cells = Map<number, string>;

/** A sheet of an old workbook, whose rows are told as those of a new one are. */
export function legacySheetSource(
  { name, start, isHidden }: PlacedSheet,
  stream: Buffer,
  legend: CellLegend,
): RowSource {
  return {
    name: `sheet "${name}"`,
    isFrom1904: legend.isFrom1904,
    isHidden,
    async read(onRow) {
      const rows = rowsOf(name, stream, start, legend);
      const current = new SheetRow();
      for (const number of [...rows.keys()].sort((a, b) => a - b)) {
        current.start(number + 1);
        const cells = [...(rows.get(number) as Cells)].sort(([a], [b]) => a - b);
        for (const [column, text] of cells) current.fill(column, text);
        refuseLongRow(name, current);
        if (onRow(current) === "enough") return;
      }
    },
  };
}

/** The filled cells by row and column, from 0. Programs write them in order, but not all of them do. */
function rowsOf(name: string, stream: Buffer, start: number, legend: CellLegend): ReadonlyMap<number, Cells> {
  const rows = new Map<number, Cells>();
  const reader = new CellReader();
  let count = 0;
  const keep = (cell: ReturnType<CellReader["end"]>[number]) => {
    const text = cellText(cell, legend);
    if (text === null) throw damagedWorkbook(`sheet "${name}": cell ${placeOf(cell)} has no proper value`);
    if (text === "") return;
    const cells = rows.get(cell.row) ?? new Map<number, string>();
    if (cells.has(cell.column)) throw damagedWorkbook(`sheet "${name}": cell ${placeOf(cell)} is there twice`);
    rows.set(cell.row, cells.set(cell.column, text));
    count += 1;
    if (count > CELLS_MAX) {
      throw failure(`sheet "${name}" has more than ${CELLS_MAX} filled cells; save it as CSV and use that`);
    }
  };
  for (const record of recordsFrom(stream, start, PART.sheet)) reader.cellsOf(record).forEach(keep);
  reader.end().forEach(keep);
  return rows;
}

function placeOf({ row, column }: { readonly row: number; readonly column: number }): string {
  return addressText({ row: row + 1, column: column + 1 });
}
