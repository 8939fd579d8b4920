import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sha256Of } from "../core/files/reading.ts";
import { failure } from "../core/runtime/failure.ts";
import { plural } from "../core/text/plural.ts";
import { ORIGIN_HEADERS, originsFileOf } from "../dataset/origins.ts";
import { fileOf, headersOf, type Table, titleOf } from "../dataset/table.ts";
import { readWrittenHashes, WRITTEN_FILE, type WrittenHashes } from "../dataset/written-tables.ts";
import type { Feed, Publication } from "./declaring/publication.ts";
import { EDITIONS, type Edition, editionPath, isSame, OWN, tableFileName } from "./editions.ts";
import { type EditionFile, type Layer, layersOf } from "./merging/layers.ts";
import { Merge } from "./merging/merge.ts";
import { PartsInRows, writeOwnRows } from "./merging/own-rows.ts";
import { isTooMuch, ShrinkingCount, type ShrunkTable } from "./merging/shrinking.ts";
import type { MergedRow } from "./merging/timeline.ts";
import { isOfWorkStore, type Piece } from "./merging/work-store.ts";
import { ChangeLog, ChangesFile, compareRows, type ListedChange, type RowChangeCounts } from "./report/changes.ts";
import type { TableReport } from "./report/report.ts";
import { type Counted, ImportTally } from "./report/tally.ts";
import { faultOf, KeyReader, rowReader, unpacked, withDates } from "./writing/canonical-row.ts";
import { CsvFile } from "./writing/csv-file.ts";
import { type Staging, unprepared, writePrepared } from "./writing/staging.ts";

interface TablesInput {
  readonly dataset: string;
  readonly publications: readonly Publication[];
  readonly staging: Staging;
  /** The editions before the import. */
  readonly before: readonly Edition[];
  /** The imported edition, prepared in the staging folder. */
  readonly imported: Edition;
  /** The tables that it feeds, and its number of rows for each. */
  readonly taken: ReadonlyMap<Table, number>;
  /** How many changes of each kind the report of a table lists. */
  readonly changesListed: number;
  /** A file for all changes; null when not requested. */
  readonly changesPath: string | null;
  readonly onProgress: (table: string, done: number) => void;
}

interface MergedTables {
  readonly reports: readonly TableReport[];
  readonly changes: readonly ListedChange[];
  /** Those that lose too many rows. */
  readonly shrunk: readonly ShrunkTable[];
  /** The hashes of all tables that imports wrote. */
  readonly hashes: WrittenHashes;
}

/** Derives the tables that an edition feeds again and prepares them. */
export async function mergeTables(input: TablesInput): Promise<MergedTables> {
  const changesFile = input.changesPath === null ? null : new ChangesFile(input.changesPath);
  try {
    return await mergeEach(input, changesFile);
  } finally {
    changesFile?.close();
  }
}

async function mergeEach(input: TablesInput, changesFile: ChangesFile | null): Promise<MergedTables> {
  const { dataset, staging, taken } = input;
  let hashes = readWrittenHashes(dataset);
  const reports: TableReport[] = [];
  const changes: ListedChange[] = [];
  const shrunk: ShrunkTable[] = [];
  for (const [table, count] of taken) {
    const { sha256, listed, shrinking, ...report } = await namingStores(staging, () =>
      mergeTable(table, input, hashes, changesFile),
    );
    hashes = withHash(hashes, table, sha256);
    reports.push({ table: titleOf(table), taken: count, ...report });
    for (const change of listed) changes.push(change);
    if (isTooMuch(shrinking)) shrunk.push({ table: titleOf(table), ...shrinking });
    staging.place(fileOf(table));
    staging.place(originsFileOf(table));
  }
  const text = `${JSON.stringify(hashes, null, 2)}\n`;
  writePrepared(join(staging.newFolder, WRITTEN_FILE), text);
  staging.place(WRITTEN_FILE);
  return { reports, changes, shrunk, hashes };
}

async function namingStores<Outcome>(staging: Staging, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    throw isOfWorkStore(error) ? unprepared(staging.workPlace, error) : error;
  }
}

async function mergeTable(table: Table, input: TablesInput, hashes: WrittenHashes, changesFile: ChangesFile | null) {
  const { dataset, publications, staging, before, imported, onProgress } = input;
  const tablePath = join(dataset, fileOf(table));
  const shelved = before.map((edition) => editionFile(dataset, edition, table));
  const others = shelved.filter(({ edition }) => !isSame(edition, imported));
  const layers = layersOf(table, publications, [...others, editionFile(staging.newFolder, imported, table)]);
  const place = layers.findIndex(({ publication }) => publication === imported.publication);
  const { feed, isOfTable } = layers[place] as Layer;
  const parts = new PartsInRows(imported.publication, hasPartsOnly(feed));
  const ownPath = (await isAsImportLeftIt(table, tablePath, dataset, hashes))
    ? await knownOwnRows(table, dataset, parts)
    : await foundOwnRows(table, input, layersOf(table, publications, shelved), tablePath, parts);
  const workFolder = staging.workFolder(tableFileName(table));
  const markOf = (line: number) => parts.markOf(line);
  const merge = await Merge.of({ table, layers, tablePath, ownPath, markOf, workFolder });
  const changes = new ChangeLog(table, input.changesListed, changesFile);
  const shrinking = new ShrinkingCount(table.dated ? imported.period.start : null, place);
  const edition = layers[place]?.editions.findIndex((each) => isSame(each.edition, imported)) ?? -1;
  const shares = new OwnShares({ layer: place, edition });
  const contradictions = table.dated && isOfTable ? new Contradictions({ layer: place, edition }, layers) : null;
  let done = 0;
  try {
    const onRow = () => {
      done += 1;
      onProgress(titleOf(table), done);
    };
    const written = writeTable(table, layers, merge, staging.newFolder, {
      changes,
      shrinking,
      shares,
      contradictions,
      onRow,
    });
    contradictions?.refuse(table);
    const { joined, unchangedOfOthers } = shares;
    return {
      ...written,
      joined,
      unchangedOfOthers,
      repeated: merge.repeated,
      listed: changes.listed,
      shrinking: shrinking.outcome,
    };
  } finally {
    merge.close();
    rmSync(workFolder, { recursive: true, force: true });
  }
}

/** Whether the table and the origins of its lines are unchanged since the last import. */
async function isAsImportLeftIt(table: Table, path: string, dataset: string, hashes: WrittenHashes): Promise<boolean> {
  if (!existsSync(path) || !existsSync(join(dataset, originsFileOf(table)))) return false;
  return (await sha256Of(path)) === hashes[titleOf(table)];
}

/** Whether a publication only fills rows of others or has some of their columns. */
function hasPartsOnly({ fills, columns }: Feed): boolean {
  return fills !== null || columns !== null;
}

function ownFileOf(table: Table): string {
  return `${EDITIONS}/${OWN}/${tableFileName(table)}`;
}

/** The rows written by hand, as the last import saved them; its origins have the publications of all others. */
async function knownOwnRows(table: Table, dataset: string, parts: PartsInRows): Promise<string> {
  await parts.readOrigins(join(dataset, originsFileOf(table)));
  return join(dataset, ownFileOf(table));
}

/** Finds the rows written by hand, and the publications of the others, in a table that was edited since the last import. */
async function foundOwnRows(
  table: Table,
  { dataset, staging }: TablesInput,
  layers: ReturnType<typeof layersOf>,
  tablePath: string,
  parts: PartsInRows,
): Promise<string> {
  const path = ownFileOf(table);
  const known = join(dataset, path);
  const prepared = join(staging.newFolder, path);
  const workFolder = staging.workFolder(`${OWN}-${tableFileName(table)}`);
  const count = await writeOwnRows({ table, layers, tablePath, ownPath: known, workFolder }, prepared, parts);
  rmSync(workFolder, { recursive: true, force: true });
  if (count > 0) staging.place(path);
  else staging.remove(path);
  return prepared;
}

function editionFile(root: string, edition: Edition, table: Table): EditionFile {
  return { edition, path: join(root, editionPath(edition), tableFileName(table)) };
}

interface WrittenTable extends Readonly<RowChangeCounts> {
  readonly rows: number;
  readonly own: number;
  readonly waiting: readonly Counted[];
  readonly sha256: string;
}

interface TableWatch {
  readonly changes: ChangeLog;
  readonly shrinking: ShrinkingCount;
  readonly shares: OwnShares;
  readonly contradictions: Contradictions | null;
  readonly onRow: () => void;
}

/** Writes a merged table and the origins of its rows. */
function writeTable(
  table: Table,
  layers: readonly Layer[],
  merge: Merge,
  folder: string,
  { changes, shrinking, shares, contradictions, onRow }: TableWatch,
): WrittenTable {
  const file = new CsvFile(join(folder, fileOf(table)), headersOf(table));
  const origins = new CsvFile(join(folder, originsFileOf(table)), ORIGIN_HEADERS);
  const waiting = new ImportTally();
  const reader = rowReader(table);
  const keys = new KeyReader(table);
  let own = 0;

  function write(row: MergedRow): void {
    file.row(withDates(unpacked(row.cells), row.start, row.end, table));
    own += row.isByHand ? 1 : 0;
    if (row.isByHand) return;
    const line = String(file.line);
    for (const { layer, edition, place } of row.origins) {
      const { publication, editions } = layers[layer] as Layer;
      origins.row([line, publication, editions[edition]?.edition.asOf ?? "", place]);
    }
  }
  try {
    for (const { before, brought, rows } of merge.groups()) {
      const complete = rows.filter((row) => {
        const fault = table.dated || row.isByHand ? null : faultOf(reader, unpacked(row.cells));
        if (fault !== null) waiting.add(fault, keys.text(row.key));
        return fault === null;
      });
      changes.counts.unchanged += compareRows(before, complete, table.dated, (change) => changes.note(change));
      shares.see(brought, before, complete);
      contradictions?.see(brought, complete, (key) => keys.values(key));
      shrinking.see(before, complete, () => keys.values(before[0]?.key ?? ""));
      for (const row of complete) write(row);
      onRow();
    }
  } finally {
    origins.close();
  }
  const sha256 = file.close();
  return { ...changes.counts, rows: file.rowCount, own, waiting: waiting.list, sha256 };
}

function withHash(hashes: WrittenHashes, table: Table, sha256: string): WrittenHashes {
  return Object.fromEntries(Object.entries({ ...hashes, [titleOf(table)]: sha256 }).sort());
}

interface EditionPlace {
  readonly layer: number;
  readonly edition: number;
}

/**
 * Counts the difference between an edition's rows and the resulting table: equal neighbours are joined to one row there, and rows
 * of other publications stand beside them.
 */
class OwnShares {
  readonly #place: EditionPlace;
  joined = 0;
  unchangedOfOthers = 0;

  constructor(place: EditionPlace) {
    this.#place = place;
  }

  /** Adds one key: the edition's rows, the rows before, and the rows after. */
  see(brought: readonly Piece[], before: readonly Piece[], rows: readonly MergedRow[]): void {
    const own = brought.filter(({ layer, edition }) => layer === this.#place.layer && edition === this.#place.edition);
    const holding = own.flatMap((piece) => rows.find((row) => holds(row, piece)) ?? []);
    this.joined += holding.length - new Set(holding).size;
    this.unchangedOfOthers += rows.filter(
      (row) => !row.origins.some(({ layer }) => layer === this.#place.layer) && before.some((each) => isAs(row, each)),
    ).length;
  }
}

const CONTRADICTIONS_SHOWN = 5;

/** Rows of a table's import without effect, because a publication with precedence contradicts them on their days. */
class Contradictions {
  readonly #place: EditionPlace;
  readonly #layers: readonly Layer[];
  readonly #examples: string[] = [];
  #count = 0;

  constructor(place: EditionPlace, layers: readonly Layer[]) {
    this.#place = place;
    this.#layers = layers;
  }

  see(brought: readonly Piece[], rows: readonly MergedRow[], keyText: (key: string) => string): void {
    for (const piece of brought) {
      if (piece.layer !== this.#place.layer || piece.edition !== this.#place.edition) continue;
      const others = rows.filter((row) => !row.isByHand && isOnDaysOf(row, piece) && saysOtherwise(row, piece));
      const by = others.flatMap(({ origins }) => origins).find(({ layer }) => layer < this.#place.layer);
      if (by === undefined) continue;
      this.#count += 1;
      if (this.#examples.length >= CONTRADICTIONS_SHOWN) continue;
      this.#examples.push(`${piece.place}: ${keyText(piece.key)}, of ${this.#layers[by.layer]?.publication}`);
    }
  }

  /** If accepted, such rows would look imported and never price anything. */
  refuse(table: Table): void {
    if (this.#count === 0) return;
    const rows = plural(this.#count, "a row says", `${this.#count} rows say`);
    const shown = `${this.#examples.join("; ")}${this.#count > this.#examples.length ? "; ..." : ""}`;
    throw failure(
      `${rows} something else than a publication that counts before this file on the same days (${shown}). Leave them out; or write them into ${fileOf(table)} by hand, which counts before all imports`,
    );
  }
}

function isOnDaysOf({ start, end }: MergedRow, piece: Piece): boolean {
  if (start === null || (piece.end !== "" && piece.end < start)) return false;
  return end === null || piece.start <= end;
}

function saysOtherwise({ cells }: MergedRow, piece: Piece): boolean {
  const said = unpacked(cells);
  return unpacked(piece.cells).some((cell, index) => cell !== null && cell !== said[index]);
}

function holds({ cells, start, end }: MergedRow, piece: Piece): boolean {
  if (cells !== piece.cells || start === null) return false;
  return start <= piece.start && (end === null || piece.start <= end);
}

function isAs({ cells, start, end }: MergedRow, before: Piece): boolean {
  return cells === before.cells && (start ?? "") === before.start && (end ?? "") === before.end;
}
