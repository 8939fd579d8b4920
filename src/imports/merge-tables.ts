import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { originsFileOf } from "../dataset/origins/origins-file.ts";
import { fileOf, type Table, titleOf } from "../dataset/table.ts";
import { readWrittenHashes, WRITTEN_FILE, type WrittenHashes } from "../dataset/written-tables.ts";
import { sha256Of } from "../files/file-hash.ts";
import type { Feed, Publication } from "./declaring/publication.ts";
import { EDITIONS, type Edition, editionPath, OWN, tableFileName } from "./editions/edition.ts";
import { isSame } from "./editions/shelving.ts";
import { type EditionFile, type Layer, layersOf } from "./merging/layers.ts";
import { Merge } from "./merging/merge.ts";
import { writeOwnRows } from "./merging/own-rows.ts";
import { OwnShares } from "./merging/own-shares.ts";
import { PartsInRows } from "./merging/parts-in-rows.ts";
import { isTooMuch, ShrinkingCount } from "./merging/shrinking.ts";
import { isOfWorkStore } from "./merging/work-store.ts";
import { ChangeLog, type ListedChange } from "./report/change-log.ts";
import type { TableReport } from "./report/report.ts";
import type { ShrunkTable } from "./report/shrinking-text.ts";
import { ChangesFile } from "./writing/changes-file.ts";
import { unprepared, writePrepared } from "./writing/prepared-file.ts";
import type { Staging } from "./writing/staging.ts";
import { withHash, writeTable } from "./writing/table-output.ts";

interface TablesInput {
  readonly dataset: string;
  readonly publications: readonly Publication[];
  readonly staging: Staging;
  /** The editions on the shelf before the import. */
  readonly before: readonly Edition[];
  /** The edition that is imported, prepared in the staging folder. */
  readonly imported: Edition;
  /** The tables that it feeds, and how many rows it brings to each. */
  readonly taken: ReadonlyMap<Table, number>;
  /** How many changes of each kind a table's report lists. */
  readonly changesListed: number;
  /** A file for all changes; null when nobody wants to know. */
  readonly changesPath: string | null;
  readonly onProgress: (table: string, done: number) => void;
}

/** What became of the tables that an edition feeds. */
interface MergedTables {
  readonly reports: readonly TableReport[];
  readonly changes: readonly ListedChange[];
  /** Those of which the edition takes away too much. */
  readonly shrunk: readonly ShrunkTable[];
  /** The hashes of all tables that imports wrote. */
  readonly hashes: WrittenHashes;
}

/** Derives the tables that an edition feeds anew and prepares them. */
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
  const parts = new PartsInRows(imported.publication, hasPartsOnly((layers[place] as Layer).feed));
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
  let done = 0;
  try {
    const onRow = () => {
      done += 1;
      onProgress(titleOf(table), done);
    };
    const written = writeTable(table, layers, merge, staging.newFolder, { changes, shrinking, shares, onRow });
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

/** Whether the table and the origins of its lines are as the last import left them. */
async function isAsImportLeftIt(table: Table, path: string, dataset: string, hashes: WrittenHashes): Promise<boolean> {
  if (!existsSync(path) || !existsSync(join(dataset, originsFileOf(table)))) return false;
  return (await sha256Of(path)) === hashes[titleOf(table)];
}

/** Whether a publication fills rows of others, or knows some columns of them, and brings no whole rows. */
function hasPartsOnly({ fills, columns }: Feed): boolean {
  return fills !== null || columns !== null;
}

function ownFileOf(table: Table): string {
  return `${EDITIONS}/${OWN}/${tableFileName(table)}`;
}

/** Where the last import put the rows written by hand; its origins tell whose all others are. */
async function knownOwnRows(table: Table, dataset: string, parts: PartsInRows): Promise<string> {
  await parts.readOrigins(join(dataset, originsFileOf(table)));
  return join(dataset, ownFileOf(table));
}

/** Looks for the rows written by hand, and for whose the others are, in a table that is not as the last import left it. */
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
