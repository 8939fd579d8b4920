import { didYouMean } from "../text/closest.ts";
import { snakeCase } from "../text/spelling.ts";
import type { FaultList } from "./fault.ts";
import { fileOf, headersOf, START_HEADER, type Table } from "./table.ts";

/** Where the columns of a table stand in one CSV file. */
export interface TableHeader {
  /** How many cells a record must have. */
  readonly width: number;
  /** By the table's columns in their order: the place of the cell, or -1 when the file has no such column. */
  readonly places: readonly number[];
  /** Whether every required column is there; the rows of other files cannot be judged as wholes. */
  readonly isComplete: boolean;
}

/** Reads the header row: columns by name, in any order (conventions 7). */
export function readTableHeader(table: Table, cells: readonly string[], line: number, faults: FaultList): TableHeader {
  const file = fileOf(table);
  const headers = headersOf(table);
  cells.forEach((name, index) => {
    if (!headers.includes(name)) {
      faults.add({ file, line, column: name, value: name, reason: unknownColumn(name, headers) });
    } else if (cells.indexOf(name) !== index) {
      faults.add({ file, line, column: name, value: name, reason: "a column that is already there" });
    }
  });

  const missing = requiredHeaders(table).filter((name) => !cells.includes(name));
  for (const name of missing) {
    faults.add({ file, line, column: name, value: null, reason: "a required column is missing" });
  }

  return {
    width: cells.length,
    places: headers.map((name) => cells.indexOf(name)),
    isComplete: missing.length === 0,
  };
}

function requiredHeaders(table: Table): string[] {
  const own = Object.entries(table.columns).filter(([, column]) => column.required);
  const names = own.map(([name]) => snakeCase(name));
  return table.dated ? [...names, START_HEADER] : names;
}

function unknownColumn(name: string, known: readonly string[]): string {
  return `unknown column; ${didYouMean(name, known, `known columns: ${known.join(", ")}`)}`;
}
