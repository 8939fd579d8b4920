import { join } from "node:path";
import { CsvReader, readChunks } from "./csv.ts";
import type { DatasetDescription, Source } from "./description.ts";
import type { FaultList } from "./fault.ts";
import { namesIn, sizeOf, type TableFile } from "./layout.ts";
import { fileOf, type Table, titleOf } from "./table.ts";
import { isEdited, readWrittenHashes, type WrittenHashes } from "./written-tables.ts";

interface Finding {
  readonly dataset: string;
  readonly description: DatasetDescription;
  readonly tables: readonly TableFile[];
  readonly faults: FaultList;
}

/** The origins of a dataset's rows: one file per imported table. */
export class DatasetOrigins {
  readonly #finding: Finding;
  readonly #written: WrittenHashes;
  readonly files: readonly TableFile[];

  private constructor(finding: Finding, files: readonly TableFile[]) {
    this.#finding = finding;
    this.files = files;
    this.#written = files.length === 0 ? {} : readWrittenHashes(finding.dataset);
  }

  /** Reports files without a table, and imported tables without a file. A dataset may have no origins. */
  static async find(finding: Finding): Promise<DatasetOrigins> {
    const { dataset, description, tables, faults } = finding;
    const folders = await namesIn(join(dataset, ORIGINS));
    const files: TableFile[] = [];
    for (const folder of folders ?? []) {
      for (const name of (await namesIn(join(dataset, ORIGINS, folder))) ?? []) {
        const table = tables.find((each) => fileOf(each.table) === `${folder}/${name}`)?.table;
        const path = join(dataset, ORIGINS, folder, name);
        if (table !== undefined) files.push({ table, path, bytes: await sizeOf(path) });
        else if (/\.csv$/i.test(name)) {
          const reason = `the dataset has no table ${folder}/${name}; put it back, or remove this file`;
          faults.add({ file: `${ORIGINS}/${folder}/${name}`, line: null, column: null, value: null, reason });
        }
      }
    }
    const imported = new Set(description.sources.flatMap(({ table, edition }) => (edition === null ? [] : [table])));
    for (const { table } of folders === null ? [] : tables) {
      if (!imported.has(titleOf(table)) || files.some((file) => file.table === table)) continue;
      const reason = `missing, though dataset.json says that ${titleOf(table)} was imported; import one of its editions again, or remove the folder ${ORIGINS}`;
      faults.add({ file: originsFileOf(table), line: null, column: null, value: null, reason });
    }
    return new DatasetOrigins(finding, files);
  }

  /** For a dataset with an unreadable `dataset.json`: the sources that origins name are unknown. */
  static readonly none: Pick<DatasetOrigins, "files" | "of"> = { files: [], of: () => null };

  /** To be called before the rows of a table are read; null without origins. */
  of(table: Table): TableOrigins | null {
    const file = this.files.find((each) => each.table === table);
    if (file === undefined) return null;
    const { description, tables } = this.#finding;
    const { path: tablePath } = tables.find((each) => each.table === table) as TableFile;
    const sources = new NamedSources(description.sources, titleOf(table));
    return new TableOrigins(file, sources, () => isEdited(this.#written, table, tablePath));
  }
}

/** The origins of one table, which are read when its rows are known. */
class TableOrigins {
  readonly #file: TableFile;
  readonly #sources: NamedSources;
  readonly #isEdited: () => Promise<boolean>;
  readonly #lines = new LineSet();

  constructor(file: TableFile, sources: NamedSources, edited: () => Promise<boolean>) {
    this.#file = file;
    this.#sources = sources;
    this.#isEdited = edited;
  }

  addLine(line: number): void {
    this.#lines.add(line);
  }

  /**
   * Passes the origins on. Origins of a table that was edited since its import are skipped: its lines have moved, and a
   * row must never name the place of another.
   */
  async read(output: {
    readonly isTableSound: boolean;
    readonly faults: FaultList;
    readonly onOrigin: OriginHandler;
    readonly onBytes: (count: number) => void;
    readonly notify: (text: string) => void;
  }): Promise<void> {
    const { table, path, bytes } = this.#file;
    if (await this.#isEdited()) {
      output.onBytes(bytes);
      output.notify(
        `${fileOf(table)} was edited since it was last imported: only dataset.json says where its rows come from, until one of its publications is imported again.`,
      );
      return;
    }
    const lines = output.isTableSound ? this.#lines : null;
    await readOriginsFile({ ...output, table, path, sources: this.#sources, lines });
  }
}

/** The folder of a dataset in which imports say where each row comes from. */
const ORIGINS = "origins";
export const ORIGIN_HEADERS = ["line", "publication", "edition", "place"] as const;

/** `origins/ca/outpatient_rates.csv` */
export function originsFileOf(table: Table): string {
  return `${ORIGINS}/${fileOf(table)}`;
}

/** Receives the first origin of each line, in ascending order. */
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
  /** The lines of the table that hold a row; null if the table has errors. */
  readonly lines: LineSet | null;
  readonly faults: FaultList;
  readonly onOrigin: OriginHandler;
  readonly onBytes: (count: number) => void;
}

/** Reads the origins of one table, reporting every fault. Of a line with several, the first one is the row's. */
async function readOriginsFile(reading: OriginsReading): Promise<void> {
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

/** Checks the records. A registry has millions, so common parts are looked up once. */
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

/** The entries of `dataset.json` that an origin means, by their places in its list. */
export type SourceNumbers = readonly number[];

/** Finds what the origins of one table name among the sources of a dataset. */
class NamedSources {
  readonly #byName: ReadonlyMap<string, SourceNumbers>;

  constructor(sources: readonly Source[], title: string) {
    this.#byName = new Map(
      sources.flatMap(({ table, importer, edition }, number) =>
        table === title && importer !== null && edition !== null ? [[`${importer} ${edition}`, [number]]] : [],
      ),
    );
  }

  /** None when `dataset.json` does not name the edition. */
  find(importer: string, edition: string): SourceNumbers {
    return this.#byName.get(`${importer} ${edition}`) ?? [];
  }
}

const INITIAL_BYTES = 1024;
const BITS = 8;

/** The lines of a file that hold a row, a bit each: two million of them take a quarter of a megabyte. */
export class LineSet {
  #bits = new Uint8Array(INITIAL_BYTES);

  add(line: number): void {
    const place = Math.floor(line / BITS);
    if (place >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(place + 1, this.#bits.length * 2));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[place] = (this.#bits[place] as number) | (1 << (line % BITS));
  }

  has(line: number): boolean {
    return ((this.#bits[Math.floor(line / BITS)] ?? 0) & (1 << (line % BITS))) !== 0;
  }
}
