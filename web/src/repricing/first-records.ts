import { cellsOf, RecordCursor, recordBetween, UNFINISHED } from "../../../src/core/text/csv.ts";
import { Refusal } from "../../../src/core/text/refusal.ts";

/** The records of a text of CSV that are whole, up to so many; `isWhole` says that the text has its end. */
export function firstRecords(text: string, max: number, isWhole: boolean): readonly (readonly string[])[] {
  const records: (readonly string[])[] = [];
  const cursor = new RecordCursor(text, isWhole);
  for (let start = 0; records.length < max && cursor.next() !== UNFINISHED; start = cursor.position) {
    const record = recordBetween(text, start, cursor.position);
    const cells = cellsOf(record);
    // What is no CSV is shown as it is; the files of faults that are read here have none.
    records.push(cells instanceof Refusal ? [record] : cells);
  }
  return records;
}
