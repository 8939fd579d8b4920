import { type Dated, overlap, periodText } from "../core/calendar/period.ts";
import { didYouMean } from "../core/text/closest.ts";
import { snakeCase } from "../core/text/spelling.ts";
import { detached, GrowingNumbers, TextGroups } from "../core/text/text-tables.ts";
import { CsvReader, readChunks } from "./csv.ts";
import type { Fault, FaultList } from "./fault.ts";
import type { TableFile } from "./layout.ts";
import { RowReader, type StoredCells } from "./row.ts";
import { fileOf, headersOf, KEY_SEPARATOR, keyOf, type RowPlace, START_HEADER, type Table } from "./table.ts";

type RowHandler = (row: RowPlace, cells: StoredCells) => void;

/** Reads one table, reporting every fault; how many rows it has. */
export async function readTableFile(
  { table, path }: TableFile,
  faults: FaultList,
  onRow: RowHandler,
  onBytes: (count: number) => void,
): Promise<number> {
  const file = fileOf(table);
  const reader = new RowReader(table);
  const keys = keyRegister(table, (fault) => faults.add(fault));
  let header: TableHeader | null = null;
  let rowCount = 0;

  function readRecord(cells: readonly string[], line: number): void {
    if (header === null) {
      header = readTableHeader(table, cells, line, faults);
      return;
    }
    rowCount += 1;
    if (cells.length !== header.width) {
      const reason = `expected ${header.width} cells as in the header, found ${cells.length}`;
      faults.add({ file, line, column: null, value: null, reason });
      return;
    }
    const stored = header.places.map((place) => (place < 0 ? null : cells[place] || null));
    const report = (column: string, value: string, reason: string) => faults.add({ file, line, column, value, reason });
    const row = reader.check(stored, line, report);
    if (row === null || !header.isComplete) return;
    keys.add(row);
    onRow(row, stored);
  }

  const csv = new CsvReader({
    record: readRecord,
    fault: (line, reason) => faults.add({ file, line, column: null, value: null, reason }),
  });
  await readChunks(path, (chunk) => {
    csv.read(chunk);
    onBytes(chunk.length);
  });
  csv.end();
  keys.end();
  if (header === null) faults.add({ file, line: 1, column: null, value: null, reason: "expected a header row" });
  return rowCount;
}

/** Where the columns of a table stand in one CSV file. */
interface TableHeader {
  readonly width: number;
  /** By the table's columns in their order: the place of the cell, or -1 when the file has no such column. */
  readonly places: readonly number[];
  /** Whether every required column exists; without them whole rows cannot be checked. */
  readonly isComplete: boolean;
}

/** Reads the header row: columns by name, in any order (conventions 7). */
function readTableHeader(table: Table, cells: readonly string[], line: number, faults: FaultList): TableHeader {
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

/** The keys of one table: reports duplicates and overlapping periods. */
interface KeyRegister {
  readonly add: (row: RowPlace) => void;
  readonly end: () => void;
}

/** A key may come once; in a dated table its periods may not overlap. */
function keyRegister(table: Table, report: (fault: Fault) => void): KeyRegister {
  return table.dated ? periodRegister(table, report) : onceRegister(table, report);
}

function onceRegister(table: Table, report: (fault: Fault) => void): KeyRegister {
  const keys = new TextGroups();
  const lines = new GrowingNumbers();
  return {
    add(row) {
      keys.add(keyOfRow(table, row));
      lines.push(row.line);
    },
    end() {
      keys.firstEquals()?.forEach((first, index) => {
        if (first === index) return;
        const key = keys.text(index);
        report({
          file: fileOf(table),
          line: lines.at(index),
          column: snakeCase(table.key[0] as string),
          value: key.split(KEY_SEPARATOR)[0] as string,
          reason: `a duplicate of line ${lines.at(first)}: the same ${keyText(table, key)}`,
        });
      });
    },
  };
}

function periodRegister(table: Table, report: (fault: Fault) => void): KeyRegister {
  const heldByKey = new Map<string, (RowPlace & Dated)[]>();
  return {
    add(row) {
      const { line, period } = row as RowPlace & Dated;
      const key = keyOfRow(table, row);
      const held = heldByKey.get(key);
      if (held === undefined) {
        heldByKey.set(detached(key), [{ line, period }]);
        return;
      }
      const other = held.find((each) => overlap(each.period, period));
      held.push({ line, period });
      if (other === undefined) return;
      const overlapping = `${periodText(period)} overlaps ${periodText(other.period)} of line ${other.line}`;
      const reason = `${overlapping}: the same ${keyText(table, key)}`;
      report({ file: fileOf(table), line, column: START_HEADER, value: period.start, reason });
    },
    end: () => undefined,
  };
}

function keyOfRow(table: Table, row: RowPlace): string {
  const values = row as unknown as Record<string, unknown>;
  return keyOf(table.key.map((name) => values[name]));
}

/** `procedure_code 99213, procedure_type Medicine` */
function keyText(table: Table, key: string): string {
  const values = key.split(KEY_SEPARATOR);
  return table.key.map((name, index) => `${snakeCase(name)} ${values[index] || "(empty)"}`).join(", ");
}
