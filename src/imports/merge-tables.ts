import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { originsFileOf } from "../dataset/origins/origins-file.ts";
import { fileOf, type Table, titleOf } from "../dataset/table.ts";
import { readWrittenHashes, WRITTEN_FILE, type WrittenHashes } from "../dataset/written-tables.ts";
import { sha256Of } from "../files/file-hash.ts";
import type { Publication } from "./declaring/publication.ts";
import { EDITIONS, type Edition, editionPath, OWN, tableFileName } from "./editions/edition.ts";
import { isSame } from "./editions/shelving.ts";
import { type EditionFile, layersOf } from "./merging/layers.ts";
import { Merge } from "./merging/merge.ts";
import { writeOwnRows } from "./merging/own-rows.ts";
import { isOfWorkStore } from "./merging/work-store.ts";
import type { TableReport } from "./report/report.ts";
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
  readonly onProgress: (table: string, done: number) => void;
}

/** Derives the tables that an edition feeds anew and prepares them. */
export async function mergeTables(input: TablesInput): Promise<readonly TableReport[]> {
  const { dataset, staging, taken } = input;
  let hashes = readWrittenHashes(dataset);
  const reports: TableReport[] = [];
  for (const [table, count] of taken) {
    const { sha256, ...report } = await namingStores(staging, () => mergeTable(table, input, hashes));
    hashes = withHash(hashes, table, sha256);
    reports.push({ table: titleOf(table), taken: count, ...report });
    staging.place(fileOf(table));
    staging.place(originsFileOf(table));
  }
  const text = `${JSON.stringify(hashes, null, 2)}\n`;
  writePrepared(join(staging.newFolder, WRITTEN_FILE), text);
  staging.place(WRITTEN_FILE);
  return reports;
}

async function namingStores<Outcome>(staging: Staging, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    throw isOfWorkStore(error) ? unprepared(staging.workPlace, error) : error;
  }
}

async function mergeTable(table: Table, input: TablesInput, hashes: WrittenHashes) {
  const { dataset, publications, staging, before, imported, onProgress } = input;
  const tablePath = join(dataset, fileOf(table));
  const shelved = before.map((edition) => editionFile(dataset, edition, table));
  const ownPath = await ownRows(table, input, hashes, layersOf(table, publications, shelved), tablePath);
  const others = shelved.filter(({ edition }) => !isSame(edition, imported));
  const layers = layersOf(table, publications, [...others, editionFile(staging.newFolder, imported, table)]);
  const workFolder = staging.workFolder(tableFileName(table));
  const merge = await Merge.of({ table, layers, tablePath, ownPath, workFolder });
  let done = 0;
  try {
    const written = writeTable(table, layers, merge, staging.newFolder, () => {
      done += 1;
      onProgress(titleOf(table), done);
    });
    return { ...written, repeated: merge.repeated };
  } finally {
    merge.close();
    rmSync(workFolder, { recursive: true, force: true });
  }
}

/** Where the rows written by hand are; they are looked for anew when the table is not as the last import left it. */
async function ownRows(
  table: Table,
  { dataset, staging }: TablesInput,
  hashes: WrittenHashes,
  layers: ReturnType<typeof layersOf>,
  tablePath: string,
): Promise<string> {
  const path = `${EDITIONS}/${OWN}/${tableFileName(table)}`;
  const known = join(dataset, path);
  const hash = existsSync(tablePath) ? await sha256Of(tablePath) : null;
  if (hash !== null && hash === hashes[titleOf(table)]) return known;
  const prepared = join(staging.newFolder, path);
  const workFolder = staging.workFolder(`${OWN}-${tableFileName(table)}`);
  const count = await writeOwnRows({ table, layers, tablePath, ownPath: known, workFolder }, prepared);
  rmSync(workFolder, { recursive: true, force: true });
  if (count > 0) staging.place(path);
  else staging.remove(path);
  return prepared;
}

function editionFile(root: string, edition: Edition, table: Table): EditionFile {
  return { edition, path: join(root, editionPath(edition), tableFileName(table)) };
}
