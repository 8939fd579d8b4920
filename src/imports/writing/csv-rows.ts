import { createReadStream } from "node:fs";
import { CsvReader } from "../../dataset/csv.ts";
import { failure } from "../../runtime/failure.ts";

/** Reads a CSV file of ours: the cells of the wanted columns, empty where the file has no such column. */
export async function readCsvRows(
  path: string,
  wanted: readonly string[],
  onRow: (cells: readonly string[]) => void,
): Promise<void> {
  let places: readonly number[] | null = null;
  const reader = new CsvReader({
    record(cells) {
      if (places === null) places = wanted.map((name) => cells.indexOf(name));
      else onRow(places.map((place) => cells[place] ?? ""));
    },
    fault(line, reason) {
      throw failure(`${path}, line ${line}: ${reason}. Import that edition again.`);
    },
  });
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) reader.read(chunk);
  reader.end();
}
