import { isLongerThan } from "../../reading/characters.ts";
import { CsvReader } from "../csv.ts";
import type { FaultList } from "../fault.ts";
import { readChunks } from "../file-chunks.ts";
import { fileOf, type Table, titleOf } from "../table.ts";
import type { LineSet } from "./line-set.ts";
import type { NamedSources, SourceNumbers } from "./named-sources.ts";

/** The folder of a dataset in which imports say where each row comes from. */
export const ORIGINS = "origins";
export const ORIGIN_HEADERS = ["line", "publication", "edition", "place"] as const;

/** `origins/ca/outpatient_rates.csv` */
export function originsFileOf(table: Table): string {
  return `${ORIGINS}/${fileOf(table)}`;
}

/** What becomes of the origins of a table: of each line its first one, in ascending order. */
export type OriginHandler = (line: number, sources: SourceNumbers, place: string) => void;

/** Below the header, which is line 1. */
const FIRST_LINE = 2;
/** The sheet's name and the row: a sheet can have no name of more than 31 characters. */
const PLACE_CHARACTERS_MAX = 1_000;

export interface OriginsReading {
  readonly table: Table;
  readonly path: string;
  readonly sources: NamedSources;
  /** The lines of the table that hold a row; null when it is faulty itself, so that they are not known. */
  readonly lines: LineSet | null;
  readonly faults: FaultList;
  readonly onOrigin: OriginHandler;
  readonly onBytes: (count: number) => void;
}

/** Reads the origins of one table, reporting every fault. Of a line with several, the first one is the row's. */
export async function readOriginsFile(reading: OriginsReading): Promise<void> {
  const { table, path, sources, lines, faults, onOrigin, onBytes } = reading;
  const file = originsFileOf(table);
  let places: readonly number[] | null = null;
  let width = 0;
  let last = FIRST_LINE;
  let lastHandedOn = 0;

  function record(cells: readonly string[], at: number): void {
    if (places === null) {
      places = placesIn(cells, (column, reason) => faults.add({ file, line: at, column, value: column, reason }));
      width = cells.length;
      return;
    }
    if (places.includes(-1)) return;
    if (cells.length !== width) {
      const reason = `expected ${width} cells as in the header, found ${cells.length}`;
      faults.add({ file, line: at, column: null, value: null, reason });
      return;
    }
    const [lineText, publication, edition, place] = places.map((index) => cells[index]) as [
      string,
      string,
      string,
      string,
    ];
    const report = (column: string, value: string, reason: string) =>
      faults.add({ file, line: at, column, value, reason });
    const line = /^[0-9]{1,9}$/.test(lineText) ? Number(lineText) : 0;
    const meant = sources.find(publication, edition);
    if (line < last) report("line", lineText, `expected a whole number of ${last} or more: lines ascend`);
    else if (lines?.has(line) === false)
      report("line", lineText, `expected a line of ${fileOf(table)} that holds a row`);
    if (meant.length === 0) report("publication", publication, unnamed(table, edition));
    if (place === "") report("place", place, "expected a value");
    if (isLongerThan(place, PLACE_CHARACTERS_MAX)) {
      report("place", place, `expected at most ${PLACE_CHARACTERS_MAX} characters`);
    }
    last = Math.max(last, line);
    if (faults.count > 0 || line === lastHandedOn) return;
    lastHandedOn = line;
    onOrigin(line, meant, place);
  }

  const csv = new CsvReader({
    record,
    fault: (line, reason) => faults.add({ file, line, column: null, value: null, reason }),
  });
  await readChunks(path, (chunk) => {
    csv.read(chunk);
    onBytes(chunk.length);
  });
  csv.end();
  if (places === null) faults.add({ file, line: 1, column: null, value: null, reason: "expected a header row" });
}

function unnamed(table: Table, edition: string): string {
  return `dataset.json names no edition ${edition} of it among the sources of ${titleOf(table)}; import that edition again`;
}

/** Where the columns stand, in any order; -1 for one that is missing. */
function placesIn(cells: readonly string[], report: (column: string, reason: string) => void): readonly number[] {
  const known: readonly string[] = ORIGIN_HEADERS;
  cells.forEach((name, index) => {
    if (!known.includes(name)) report(name, `unknown column; known columns: ${known.join(", ")}`);
    else if (cells.indexOf(name) !== index) report(name, "a column that is already there");
  });
  const places = known.map((name) => cells.indexOf(name));
  for (const [index, name] of known.entries()) if (places[index] === -1) report(name, "a required column is missing");
  return places;
}
