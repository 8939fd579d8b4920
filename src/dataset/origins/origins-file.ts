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
const MISSING = -1;
/** The sheet's name and the row: a sheet can have no name of more than 31 characters. */
const PLACE_CHARACTERS_MAX = 1_000;

interface OriginsReading {
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
  const { table, path, faults, onBytes } = reading;
  const file = originsFileOf(table);
  let records: OriginRecords | null = null;
  const csv = new CsvReader({
    record(cells, line) {
      if (records === null) records = new OriginRecords(reading, cells, line);
      else records.read(cells, line);
    },
    fault: (line, reason) => faults.add({ file, line, column: null, value: null, reason }),
  });
  await readChunks(path, (chunk) => {
    csv.read(chunk);
    onBytes(chunk.length);
  });
  csv.end();
  if (records === null) faults.add({ file, line: 1, column: null, value: null, reason: "expected a header row" });
}

/** Judges one record after the other. A registry has millions: what most of them have in common is looked up once. */
class OriginRecords {
  readonly #reading: OriginsReading;
  readonly #width: number;
  readonly #places: readonly number[];
  #lastLine = FIRST_LINE;
  #lastHandedOn = 0;
  #publication = "";
  #edition = "";
  #meant: SourceNumbers = [];

  constructor(reading: OriginsReading, header: readonly string[], at: number) {
    this.#reading = reading;
    this.#width = header.length;
    this.#places = placesIn(header, (column, reason) => this.#report(at, column, column, reason));
  }

  read(cells: readonly string[], at: number): void {
    const { table, lines, faults, onOrigin } = this.#reading;
    const [lineAt, publicationAt, editionAt, placeAt] = this.#places as [number, number, number, number];
    if (this.#places.includes(MISSING)) return;
    if (cells.length !== this.#width) {
      const reason = `expected ${this.#width} cells as in the header, found ${cells.length}`;
      faults.add({ file: originsFileOf(table), line: at, column: null, value: null, reason });
      return;
    }
    const lineText = cells[lineAt] as string;
    const line = /^[0-9]{1,9}$/.test(lineText) ? Number(lineText) : 0;
    if (line < this.#lastLine) {
      this.#report(at, "line", lineText, `expected a whole number of ${this.#lastLine} or more: lines ascend`);
    } else if (lines?.has(line) === false) {
      this.#report(at, "line", lineText, `expected a line of ${fileOf(table)} that holds a row`);
    }
    this.#look(cells[publicationAt] as string, cells[editionAt] as string);
    if (this.#meant.length === 0) this.#report(at, "publication", this.#publication, unnamed(table, this.#edition));
    const place = cells[placeAt] as string;
    if (place === "") this.#report(at, "place", place, "expected a value");
    if (place.length > PLACE_CHARACTERS_MAX) {
      this.#report(at, "place", place, `expected at most ${PLACE_CHARACTERS_MAX} characters`);
    }
    this.#lastLine = Math.max(this.#lastLine, line);
    if (faults.count > 0 || line === this.#lastHandedOn) return;
    this.#lastHandedOn = line;
    onOrigin(line, this.#meant, place);
  }

  #look(publication: string, edition: string): void {
    if (publication === this.#publication && edition === this.#edition) return;
    this.#publication = publication;
    this.#edition = edition;
    this.#meant = this.#reading.sources.find(publication, edition);
  }

  #report(line: number, column: string, value: string, reason: string): void {
    this.#reading.faults.add({ file: originsFileOf(this.#reading.table), line, column, value, reason });
  }
}

function unnamed(table: Table, edition: string): string {
  return `dataset.json names no edition ${edition} of it among the sources of ${titleOf(table)}; import that edition again`;
}

/** Where the columns stand, in any order; `MISSING` for one that is. */
function placesIn(cells: readonly string[], report: (column: string, reason: string) => void): readonly number[] {
  const known: readonly string[] = ORIGIN_HEADERS;
  cells.forEach((name, index) => {
    if (!known.includes(name)) report(name, `unknown column; known columns: ${known.join(", ")}`);
    else if (cells.indexOf(name) !== index) report(name, "a column that is already there");
  });
  const places = known.map((name) => cells.indexOf(name));
  for (const [index, name] of known.entries())
    if (places[index] === MISSING) report(name, "a required column is missing");
  return places;
}
