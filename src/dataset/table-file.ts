import { CsvReader } from "./csv.ts";
import type { FaultList } from "./fault.ts";
import { readChunks } from "./file-chunks.ts";
import { readTableHeader, type TableHeader } from "./header.ts";
import { keyRegister } from "./keys.ts";
import type { TableFile } from "./layout.ts";
import { RowReader, type StoredCells } from "./row.ts";
import { fileOf, type RowPlace } from "./table.ts";

/** What becomes of the sound rows of a table. */
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
