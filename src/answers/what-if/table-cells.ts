import { Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { headersOf, keyOf, type RateData, type RowPlace, type Table, titleOf } from "../../dataset/table.ts";
import type { State } from "../../pricing/state/state.ts";

/** `parameters.csv` of a state. */
export function isParameterTable({ key }: Table): boolean {
  return key.length === 1 && key[0] === "name";
}

/** A cell of a key without the characters that separate figures, cells and values. */
export function encodedCell(cell: string): string {
  return cell.replaceAll(/[%,/=]/g, encodeURIComponent);
}

function decodedCell(part: string): string {
  return part.replaceAll(/%(25|2c|2f|3d)/gi, decodeURIComponent);
}

/**
 * What a name means in the tables of a state, whatever a price reads: a cell of a row, a cell that finds rows and so cannot be set,
 * a column without a row of this key, or nothing.
 */
export type NamedCell = "cell" | "key" | "column" | "nothing";

export function namedCell(name: string, { tables, lookups }: State, data: RateData): NamedCell {
  const table = tables.find((each) => name.startsWith(`${titleOf(each)}/`));
  if (table === undefined) return "nothing";
  const parts = name.slice(titleOf(table).length + 1).split("/");
  if (isParameterTable(table)) return namesParameter(table, parts) ? "cell" : "nothing";
  const column = parts.at(-1) as string;
  if (!headersOf(table).includes(column)) return "nothing";
  const figures = Object.keys(table.columns).filter((each) => !table.key.includes(each));
  if (!figures.map(snakeCase).includes(column)) return "key";
  if (parts.length === 1) return "cell";
  const isPriced = lookups.some((lookup) => lookup.tables.includes(table));
  return isPriced && hasRow(table, parts.slice(0, -1).map(decodedCell), data) ? "cell" : "column";
}

function namesParameter({ columns }: Table, [name = "", column = "value", ...others]: readonly string[]): boolean {
  return others.length === 0 && column === "value" && !(columns.name?.read(name) instanceof Refusal);
}

/** Whether a row has these cells: those that rows are found by, or the whole key. */
function hasRow(table: Table, cells: readonly string[], data: RateData): boolean {
  return [table.readBy, table.key].some((names) => {
    if (names.length !== cells.length) return false;
    const values = names.map((name, place) => cellValue(table, name, cells[place] as string));
    if (values.some((value) => value instanceof Refusal)) return false;
    const sent = Object.fromEntries(names.map((name, place) => [name, values[place]]));
    const readBy = Object.fromEntries(table.readBy.map((name) => [name, sent[name]]));
    const rows = data.rows(table, readBy as never) as readonly (RowPlace & Readonly<Record<string, unknown>>)[];
    return rows.some((row) => keyOf(names.map((name) => row[name])) === keyOf(values));
  });
}

function cellValue({ columns }: Table, name: string, cell: string): unknown {
  return cell === "" ? columns[name]?.absent : columns[name]?.read(cell);
}
