import { type Dirent, existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Day } from "../core/calendar/day.ts";
import { sha256Of } from "../core/files/reading.ts";
import { isFolder } from "../core/files/writing.ts";
import { failure, isOutside } from "../core/runtime/failure.ts";
import type { OnProgress } from "../core/runtime/progress.ts";
import { plural } from "../core/text/plural.ts";
import { COMMON } from "../dataset/common-tables.ts";
import { DESCRIPTION_FILE } from "../dataset/description.ts";
import { isHalfInPlace } from "../dataset/import-journal.ts";
import { fileOf, headersOf, type RowPlace, type Table, titleOf } from "../dataset/table.ts";
import { asOfDay, latestStart, refuseFarEdition } from "./as-of.ts";
import type { EarlierRow, Known, RowValue } from "./declaring/intake.ts";
import { type Publication, titleOfPublication } from "./declaring/publication.ts";
import { bringing } from "./declaring/registry.ts";
import { isListOf } from "./declaring/table-importer.ts";
import { type Edition, editionPath, editionsOf, isSame, shelve, tableFileName, tablesOf } from "./editions.ts";
import { mergeTables } from "./merge-tables.ts";
import { isOutdated } from "./merging/layers.ts";
import { readSound } from "./merging/merge.ts";
import { refuseShrinking } from "./merging/shrinking.ts";
import { CHANGES_SHOWN_MAX } from "./report/changes.ts";
import type { ImportReport } from "./report/report.ts";
import { ReadingTally } from "./report/tally.ts";
import { type OpenFile, openFile } from "./sources/open.ts";
import { takeEdition } from "./taking/take-edition.ts";
import { readCsvRows } from "./writing/csv-file.ts";
import { describedWith } from "./writing/description.ts";
import { Staging, writePrepared } from "./writing/staging.ts";

interface ImportRequest {
  /** All publications, in order of precedence. */
  readonly publications: readonly Publication[];
  /** The publication to import, with the layout of a mapping file if there is one. */
  readonly publication: Publication;
  readonly file: string;
  /** The dataset's folder; created when it is missing. */
  readonly dataset: string;
  /** Null: the file's headings or name give it. */
  readonly asOf: Day | null;
  readonly dryRun: boolean;
  /** Whether the edition may remove more than a fifth of its publication's effective rows in a table. A single row may always go. */
  readonly acceptShrink?: boolean;
  /** How many changes of each kind and table the report lists; the usual number when absent. */
  readonly changesListed?: number;
  /** A file for all changes, kept once they are made. */
  readonly changesFile?: { readonly path: string; readonly keep: () => void } | null;
  readonly today: Day;
  readonly onProgress?: OnProgress;
  /** Reports messages besides the report. */
  readonly notify?: (text: string) => void;
}

/** Imports an edition of a publication into a dataset, atomically. */
export async function importFile(request: ImportRequest): Promise<ImportReport> {
  const { file, dataset } = request;
  let opened: OpenFile | null = null;
  let staging: Staging | null = null;
  let report: ImportReport;
  try {
    const onProgress = request.onProgress ?? (() => undefined);
    opened = await openFile(file, (part, done, total) => onProgress({ stage: `reading ${part}`, done, total }));
    const edition = await asOfDay(request.asOf, request.publication, opened, request.today);
    refuseFarEdition(edition, request.today);
    const sha256 = await fingerprint(file, onProgress);
    refuseOtherFolder(dataset);
    staging = new Staging(dataset, request.notify ?? (() => undefined));
    report = await importOpened({ ...request, onProgress }, opened, edition.day, sha256, staging);
    if (request.dryRun) staging.discard();
    else staging.commit();
  } catch (error) {
    staging?.discard();
    if (!isOutside(error)) throw error;
    const left = staging?.isPrepared ? prepared(dataset) : untouched(dataset);
    throw failure(`${basename(file)}: ${error.message.replace(/\.$/, "")}.${left}`);
  } finally {
    opened?.close();
  }
  keepChanges(request);
  return report;
}

/** The list of changes is kept last: it exists only when the changes do. */
function keepChanges({ changesFile, dataset, dryRun }: ImportRequest): void {
  try {
    changesFile?.keep();
  } catch (error) {
    if (!isOutside(error)) throw error;
    const left = dryRun ? untouched(dataset) : ` The import itself is done: ${dataset} has the edition.`;
    throw failure(`${error.message.replace(/\.$/, "")}.${left}`);
  }
}

function untouched(dataset: string): string {
  return ` Nothing was changed in ${dataset}.`;
}

function prepared(dataset: string): string {
  return ` Everything is prepared in ${dataset}: the next import, check or build completes it first.`;
}

/** A folder with other content is most likely a mistake. */
function refuseOtherFolder(dataset: string): void {
  if (existsSync(dataset) && !isFolder(dataset)) throw failure(`${dataset} is no folder; name another one`);
  if (!existsSync(dataset) || existsSync(join(dataset, DESCRIPTION_FILE))) return;
  // A first import that was interrupted before it put that file in place.
  if (isHalfInPlace(dataset)) return;
  if (readdirSync(dataset, { withFileTypes: true }).every((entry) => isHidden(entry) || isEmptyFolder(entry))) return;
  throw failure(
    `${dataset} is no dataset: it has no ${DESCRIPTION_FILE}; name another folder, or one that is not there yet`,
  );
}

function isHidden({ name }: Dirent): boolean {
  return name.startsWith(".");
}

/** An empty folder named after a state requests the state's tables. */
function isEmptyFolder(entry: Dirent): boolean {
  return entry.isDirectory() && readdirSync(join(entry.parentPath, entry.name)).length === 0;
}

async function fingerprint(file: string, onProgress: OnProgress): Promise<string> {
  const total = statSync(file).size;
  let done = 0;
  return await sha256Of(file, (count) => {
    done += count;
    onProgress({ stage: "taking the file's fingerprint", done, total });
  });
}

async function importOpened(
  request: ImportRequest & { readonly onProgress: OnProgress },
  file: OpenFile,
  asOf: Day,
  sha256: string,
  staging: Staging,
): Promise<ImportReport> {
  const { publication, publications, dataset, onProgress } = request;
  const title = titleOfPublication(publication);
  const notHeld = tablesNotHeld(dataset, publication);
  const before = editionsOf(dataset);
  refuseSameRows(publication, before);
  const tally = new ReadingTally();
  const reportNone = (table: Table) => {
    const first = importedFirst(table, publication, publications);
    if (first !== null) tally.needFirst(first);
  };
  const {
    rows: taken,
    notTaken,
    period,
  } = await takeEdition({
    publication,
    publications,
    file,
    opening: {
      asOf,
      period: publication.period(asOf),
      fileName: file.name,
      legends: publication.legends,
      known: (table, value) => knownRows(dataset, table, value, () => reportNone(table as unknown as Table)),
      earlier: (table, value) => earlierValues(dataset, title, before, table, value),
    },
    isHeld: heldIn(dataset, publication),
    latestStart: latestStart(request.today),
    folder: join(staging.newFolder, editionPath({ publication: title, asOf })),
    tally,
  });

  const brought = new Map([...taken].filter(([table]) => !isOutdated(table, title, asOf, before)));
  const earlier = before.find((edition) => isSame(edition, { publication: title, asOf }));
  const about = { file: file.name, sha256, imported: request.today };
  const imported: Edition = {
    publication: title,
    title: publication.title,
    publisher: publication.publisher,
    asOf,
    period,
    ...(Object.keys(publication.cells).length === 0 ? {} : { cells: publication.cells }),
    tables: tablesOf(brought, about, earlier),
  };
  const total = [...brought.values()].reduce((sum, count) => sum + count, 0);
  const { reports, changes, shrunk, hashes } = await mergeTables({
    dataset,
    publications,
    staging,
    before,
    imported,
    taken: brought,
    changesListed: request.changesListed ?? CHANGES_SHOWN_MAX,
    changesPath: request.changesFile?.path ?? null,
    onProgress: (table, done) => onProgress({ stage: `merging ${table}`, done: Math.min(done, total), total }),
  });
  const acceptShrink = request.acceptShrink ?? false;
  if (!acceptShrink && !request.dryRun) refuseShrinking(shrunk, title);
  const shelf = shelve(imported, [...brought.keys()], before, staging);
  const rateTables = rateTablesOf(publications);
  const { text, version } = describedWith(dataset, shelf, hashes, (table) => rateTables.has(table));
  writePrepared(join(staging.newFolder, DESCRIPTION_FILE), text);
  staging.place(DESCRIPTION_FILE);
  return {
    publication: title,
    title: publication.title,
    publisher: publication.publisher,
    edition: asOf,
    file: file.name,
    sha256,
    dataset,
    dryRun: request.dryRun,
    readFrom: tally.readFrom,
    rowsRead: tally.rowsRead,
    rowsLeftOut: tally.rowsLeftOut,
    leftOut: tally.leftOut.list,
    findings: tally.findings.list,
    sums: tally.sums,
    tables: reports,
    outdated: [...taken.keys()].filter((table) => !brought.has(table)).map(titleOf),
    notHeld,
    changes,
    shrunk,
    acceptShrink,
    version,
    notTaken,
  };
}

/**
 * Refuses a list of a table when another list covers the same rows, such as the whole table: the later one would leave rows of the
 * other in place.
 */
function refuseSameRows(publication: Publication, before: readonly Edition[]): void {
  const { table, cells } = publication;
  if (table === null) return;
  const title = titleOfPublication(publication);
  for (const other of before.filter((edition) => isListOf(table, edition.publication))) {
    const isApart = Object.entries(cells).some(([column, value]) => (other.cells?.[column] ?? value) !== value);
    if ((other.publication === title) !== isApart) continue;
    throw failure(
      `${title} and ${other.publication}, which the dataset has as of ${other.asOf}, are for the same rows of ${titleOf(table)}: import the table as a whole or list by list, not both; or remove editions/${other.publication} to go on without it`,
    );
  }
}

/** What to import first when a list joins rows of an empty table; null when the list brings such rows itself. */
function importedFirst(table: Table, publication: Publication, publications: readonly Publication[]): string | null {
  const bringers = bringing(table, publications).map(titleOfPublication);
  if (table.dated || bringers.includes(titleOfPublication(publication))) return null;
  const bring = plural(bringers.length, "brings", "bring");
  return `import ${table.name} first: ${titleOf(table)} has no rows to join (${bringers.join(", ")} ${bring} them)`;
}

/** The titles of the tables with effective periods. */
function rateTablesOf(publications: readonly Publication[]): ReadonlySet<string> {
  const feeds = publications.flatMap(({ sections }) => sections.flatMap((section) => section.feeds));
  return new Set(feeds.filter(({ table }) => table.dated).map(({ table }) => titleOf(table)));
}

/** The dataset's rows of a table, found by a value. `onNone`: the table has no rows at all. */
async function knownRows<Row extends RowPlace>(
  dataset: string,
  table: Table<Row>,
  value: (row: Row) => RowValue,
  onNone: () => void,
): Promise<Known<Row>> {
  let hasRows = false;
  const rowsByValue = new Map<string, Row[]>();
  await readSound(table as unknown as Table, join(dataset, fileOf(table)), (row) => {
    hasRows = true;
    for (const key of [value(row as Row) ?? []].flat()) {
      const rows = rowsByValue.get(key);
      if (rows === undefined) rowsByValue.set(key, [row as Row]);
      else rows.push(row as Row);
    }
  });
  if (!hasRows) onNone();
  return (wanted) => (wanted === null ? [] : (rowsByValue.get(wanted) ?? []));
}

/** The values of the rows that a publication's newest edition brought to a table; none when there is no edition. */
async function earlierValues<Row extends RowPlace>(
  dataset: string,
  publication: string,
  editions: readonly Edition[],
  table: Table<Row>,
  value: (row: EarlierRow<Row>) => string | null,
): Promise<ReadonlySet<string>> {
  const values = new Set<string>();
  const own = editions.filter((each) => each.publication === publication && titleOf(table) in each.tables);
  const [newest] = own.sort((a, b) => (a.asOf < b.asOf ? 1 : -1));
  if (newest === undefined) return values;
  const path = join(dataset, editionPath(newest), tableFileName(table));
  const names = Object.keys(table.columns);
  await readCsvRows(path, headersOf(table), (cells) => {
    const found = value((column) => cells[names.indexOf(column)] || null);
    if (found !== null) values.add(found);
  });
  return values;
}

/**
 * Whether the dataset has a table: the publisher's own tables and the common ones always, those of a state only when the dataset
 * has the state. A federal file must not create half a state that the user does not want.
 */
function heldIn(dataset: string, publication: Publication): (table: Table) => boolean {
  const folders = publication.sections.flatMap(({ feeds }) => feeds.map(({ table }) => table.folder));
  const held = new Set(folders.filter((folder) => existsSync(join(dataset, folder))));
  return ({ folder }) => folder === publication.folder || folder === COMMON || held.has(folder);
}

/** The tables that the publication could feed but the dataset does not have; fails when these are all. */
function tablesNotHeld(dataset: string, publication: Publication): readonly string[] {
  const isHeld = heldIn(dataset, publication);
  const tables = publication.sections.flatMap(({ feeds }) => feeds.map(({ table }) => table));
  const skipped = [...new Set(tables.filter((table) => !isHeld(table)))];
  if (tables.length > 0 && tables.some(isHeld)) return skipped.map(titleOf);
  const folders = [...new Set(skipped.map(({ folder }) => folder))];
  throw failure(
    folders.length === 0
      ? "no table takes anything from this publication yet"
      : `it feeds the tables of ${folders.join(", ")}, and ${dataset} holds none of these; import a publication of the state first, or make its folder, as with mkdir -p ${join(dataset, folders[0] as string)}`,
  );
}
