import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { type Day, dayAt } from "../../core/calendar/day.ts";
import { refuseNoFile } from "../../core/files/reading.ts";
import { TemporaryFile } from "../../core/files/replace-file.ts";
import { refuseOverwriting } from "../../core/files/writing.ts";
import { failure } from "../../core/runtime/failure.ts";
import { closestName } from "../../core/text/closest.ts";
import { quoted } from "../../core/text/refusal.ts";
import { sharedTables } from "../../dataset/medicare-tables.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import { type Publication, TIDY_FORM, titleOfPublication } from "../../imports/declaring/publication.ts";
import { asList, limitedTo, titleOfList } from "../../imports/declaring/table-importer.ts";
import { importFile } from "../../imports/import-file.ts";
import { mapped, mappingTemplate } from "../../imports/layout/mapping.ts";
import { CHANGES_LISTED_MAX, CHANGES_SHOWN_MAX } from "../../imports/report/changes.ts";
import { reportJson } from "../../imports/report/report.ts";
import { reportText } from "../../imports/report/text.ts";
import { states } from "../../states/index.ts";
import { allPublications } from "../../states/publications.ts";
import { type ExitCode, notify, print, printJson, wrongUsage } from "../command-io.ts";
import { stateNamed } from "../lookup-arguments.ts";
import { ProgressReport } from "../progress.ts";

interface ImportOptions {
  readonly list: boolean;
  readonly template: string | null;
  readonly into: string | null;
  readonly asOf: Day | null;
  readonly map: string | null;
  readonly changes: string | null;
  readonly acceptShrink: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Imports a publication or a table, lists what can be imported, or writes the template of a mapping file. */
export async function importPublication(
  title: string | undefined,
  file: string | undefined,
  options: ImportOptions,
): Promise<ExitCode> {
  const publications = await allPublications();
  if (options.list) return listTables(title, publications, options.json);
  if (options.template !== null) {
    print(mappingTemplate(publicationNamed(options.template, publications)).trimEnd());
    return 0;
  }
  if (title === undefined || file === undefined) {
    throw wrongUsage("Name a publication or a table and its file; --list shows what can be imported.");
  }
  const publication = publicationNamed(title, publications);
  if (options.into === null) throw wrongUsage("Name the dataset with --into; a folder that is not there yet is made.");
  refuseNoFile(file);
  refuseMistakenChanges(options, file, options.into);
  return await runImport(publications, publication, file, { ...options, into: options.into });
}

async function runImport(
  publications: readonly Publication[],
  declared: Publication,
  file: string,
  { into, asOf, map, changes, acceptShrink, dryRun, json }: ImportOptions & { readonly into: string },
): Promise<ExitCode> {
  const publication = asList(map === null ? declared : mapped(declared, readMapping(map), map));
  const progress = new ProgressReport();
  const changesFile = changes === null ? null : new TemporaryFile(changes, "import");
  try {
    const report = await importFile({
      publications,
      publication,
      file,
      dataset: into,
      asOf,
      dryRun,
      acceptShrink,
      changesListed: json ? CHANGES_LISTED_MAX : CHANGES_SHOWN_MAX,
      changesFile,
      today: dayAt(new Date()),
      onProgress: (step) => progress.notify(step),
      notify,
    });
    progress.end();
    if (json) printJson(reportJson(report));
    else print(reportText(report));
    return 0;
  } finally {
    changesFile?.discard();
    progress.end();
  }
}

/** The list of changes replaces an existing file: never the input, and never a table. */
function refuseMistakenChanges({ changes, map }: ImportOptions, file: string, into: string): void {
  if (changes === null) return;
  refuseOverwriting(
    [{ path: changes, option: "--changes" }],
    [
      { path: file, what: "the file that is imported" },
      ...(map === null ? [] : [{ path: map, what: "the mapping file" }]),
    ],
  );
  if (relative(resolve(into), resolve(changes)).startsWith("..")) return;
  throw wrongUsage(`${changes} lies in the dataset ${into}; name another file with --changes.`);
}

function readMapping(map: string): string {
  if (!existsSync(map)) throw failure(`There is no mapping file ${map}.`);
  refuseNoFile(map);
  return readFileSync(map, "utf8");
}

/** A publication, the importer of a table, or of a list of a table such as `ga/fee_schedule.padl_drug`. */
function publicationNamed(title: string, publications: readonly Publication[]): Publication {
  const wanted = title.toLowerCase();
  const publication = publications.find((each) => titleOfPublication(each) === wanted);
  if (publication?.confidence === "unseen") throw neverSeen(publication);
  const found = publication ?? listNamed(wanted, publications);
  if (found !== null) return found;
  const known = publications.filter(({ confidence }) => confidence !== "unseen");
  const closest = closestName(title, known.map(titleOfPublication));
  const remedy = closest === null ? '"ratebook import --list" shows what can be imported.' : `Did you mean ${closest}?`;
  throw wrongUsage(`${quoted(title)} is not a publication or table that Ratebook knows. ${remedy}`);
}

function neverSeen(publication: Publication): Error {
  const lists = tablesFedBy(publication).map((table) => titleOfList(table, publication.cells));
  return wrongUsage(
    `The layout of ${titleOfPublication(publication)} (${publication.title}) was never seen, so Ratebook does not read it as it is published. Make a file with the columns of the table and import it as ${lists.join(" and ")}; see --template ${lists[0]}.`,
  );
}

/** The importer of a list: a published one, or the rows of a table with a value in a key column. */
function listNamed(wanted: string, publications: readonly Publication[]): Publication | null {
  const importer = publications.find(({ table }) => table !== null && wanted.startsWith(`${titleOf(table)}.`));
  if (importer === undefined || importer.table === null) return null;
  const { table } = importer;
  const published = publications.filter((each) => tablesFedBy(each).includes(table)).map(({ cells }) => cells);
  const chosen = table.key.flatMap((name) => (table.columns[name]?.values ?? []).map((value) => ({ [name]: value })));
  const cells = [...published, ...chosen].find((each) => titleOfList(table, each).toLowerCase() === wanted);
  return cells === undefined ? null : limitedTo(importer, cells);
}

function tablesFedBy({ sections }: Publication): readonly Table[] {
  const feeds = sections.flatMap((section) => section.feeds).filter(({ fills }) => fills === null || fills.adds);
  return [...new Set(feeds.map(({ table }) => table))];
}

/** A publication that feeds a table, as the list of tables shows it. */
interface ListedPublication {
  /** The name that the file is imported as. */
  readonly publication: string;
  readonly title: string;
  readonly publisher: string;
  readonly published: string;
  readonly page: string | null;
  readonly form: string;
  readonly confidence: Publication["confidence"];
  /** Whether it only fills empty cells of rows that others bring. */
  readonly fills: boolean;
}

function listedFor(table: Table, publications: readonly Publication[]): readonly ListedPublication[] {
  return publications.flatMap((each) => {
    const feeds = each.sections.flatMap((section) => section.feeds).filter((feed) => feed.table === table);
    if (each.table !== null || feeds.length === 0) return [];
    const { title, publisher, published, page, form, confidence } = each;
    const publication = confidence === "unseen" ? titleOfList(table, each.cells) : titleOfPublication(each);
    const fills = feeds.every((feed) => feed.fills !== null && !feed.fills.adds);
    if (fills && confidence === "unseen") return [];
    return [{ publication, title, publisher, published, page, form, confidence, fills }];
  });
}

/** Lists for each table of a state, or of all, which publication brings it, where that is published and whether its layout was seen. */
function listTables(code: string | undefined, publications: readonly Publication[], json: boolean): ExitCode {
  const shown = code === undefined ? states : [stateNamed(code, states)];
  const tables: readonly Table[] = [...shown.flatMap((state) => state.tables), ...sharedTables];
  // Lists of words for codes belong to one state.
  const isOfOthers = ({ folder }: Publication) => states.some((each) => each.code === folder && !shown.includes(each));
  const known = publications.filter((each) => !isOfOthers(each));
  const listed = tables.map((table) => ({ table: titleOf(table), publications: listedFor(table, known) }));
  if (json) {
    printJson(listed);
    return 0;
  }
  for (const { table, publications: feeding } of listed) {
    print(table);
    if (feeding.length === 0) print(`    no publication of it is known; ${TIDY_FORM}, as ${table}`);
    for (const each of feeding) {
      print(`    ${each.publication}: ${each.title}${each.fills ? " (fills empty cells)" : ""}`);
      print(`        ${each.publisher}; ${each.published}`);
      print(`        ${each.page ?? "a list that you write yourself"}`);
      print(`        ${each.form} (layout ${each.confidence})`);
    }
  }
  print(
    `Every table takes ${TIDY_FORM}: "ratebook import ${tables[0] === undefined ? "STATE/TABLE" : titleOf(tables[0])} FILE".`,
  );
  return 0;
}
