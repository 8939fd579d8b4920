import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { type Day, dayAt } from "../../core/calendar/day.ts";
import { refuseNoFile } from "../../core/files/reading.ts";
import { TemporaryFile } from "../../core/files/replace-file.ts";
import { refuseOverwriting } from "../../core/files/writing.ts";
import { failure } from "../../core/runtime/failure.ts";
import { closestName } from "../../core/text/closest.ts";
import { quoted } from "../../core/text/refusal.ts";
import { bringing, importedAs, published } from "../../dataset/published.ts";
import { titleOf } from "../../dataset/table.ts";
import { type Publication, titleOfPublication } from "../../imports/declaring/publication.ts";
import { asList, limitedTo, titleOfList } from "../../imports/declaring/table-importer.ts";
import { importFile } from "../../imports/import-file.ts";
import { mapped, mappingTemplate } from "../../imports/layout/mapping.ts";
import { CHANGES_LISTED_MAX, CHANGES_SHOWN_MAX } from "../../imports/report/changes.ts";
import { reportJson } from "../../imports/report/report.ts";
import { reportText } from "../../imports/report/text.ts";
import { allPublications } from "../../states/publications.ts";
import { type ExitCode, notify, print, printJson, wrongUsage } from "../command-io.ts";
import { ProgressReport } from "../progress.ts";
import { listPublished } from "./import-list.ts";

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
  if (options.list) return listPublished(title, options.json);
  const publications = await allPublications();
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
  const found = publications.find((each) => titleOfPublication(each) === wanted) ?? listNamed(wanted, publications);
  if (found !== null) return found;
  const names = [...publications.map(titleOfPublication), ...published.flatMap((each) => importedAs(each))];
  const closest = closestName(title, [...new Set(names)]);
  const remedy = closest === null ? '"ratebook import --list" shows what can be imported.' : `Did you mean ${closest}?`;
  throw wrongUsage(`${quoted(title)} is not a publication or table that Ratebook knows. ${remedy}`);
}

/** The importer of a list: a published one, or the rows of a table with a value in a key column. */
function listNamed(wanted: string, publications: readonly Publication[]): Publication | null {
  const importer = publications.find(({ table }) => table !== null && wanted.startsWith(`${titleOf(table)}.`));
  if (importer === undefined || importer.table === null) return null;
  const { table } = importer;
  const chosen = table.key.flatMap((name) => (table.columns[name]?.values ?? []).map((value) => ({ [name]: value })));
  const all = [...bringing([table]).map(({ cells }) => cells), ...chosen];
  const cells = all.find((each) => titleOfList(table, each).toLowerCase() === wanted);
  return cells === undefined ? null : limitedTo(importer, cells);
}
