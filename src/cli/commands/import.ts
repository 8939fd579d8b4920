import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { type Day, dayAt } from "../../core/calendar/day.ts";
import { refuseNoFile } from "../../core/files/reading.ts";
import { TemporaryFile } from "../../core/files/replace-file.ts";
import { refuseOverwriting } from "../../core/files/writing.ts";
import { failure } from "../../core/runtime/failure.ts";
import { closestName } from "../../core/text/closest.ts";
import { quoted } from "../../core/text/refusal.ts";
import { commonTables } from "../../dataset/common-tables.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import { type Publication, titleOfPublication } from "../../imports/declaring/publication.ts";
import { importFile } from "../../imports/import-file.ts";
import { mapped, mappingTemplate } from "../../imports/layout/mapping.ts";
import { CHANGES_LISTED_MAX, CHANGES_SHOWN_MAX } from "../../imports/report/changes.ts";
import { reportJson } from "../../imports/report/report.ts";
import { reportText } from "../../imports/report/text.ts";
import { states } from "../../states/index.ts";
import { allPublications } from "../../states/publications.ts";
import { type ExitCode, print, printJson, tell, wrongUsage } from "../command-io.ts";
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

/** Imports a publication; or lists what can be imported, or writes the template of a mapping file. */
export async function importPublication(
  title: string | undefined,
  file: string | undefined,
  options: ImportOptions,
): Promise<ExitCode> {
  const publications = await allPublications();
  if (options.list) return listPublications(listedFor(title, publications), options.json);
  if (options.template !== null) {
    print(mappingTemplate(publicationNamed(options.template, publications)).trimEnd());
    return 0;
  }
  if (title === undefined || file === undefined) {
    throw wrongUsage("Name a publication and its file, or ask for --list to see what can be imported.");
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
  const publication = map === null ? declared : mapped(declared, readMapping(map), map);
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
      onProgress: (step) => progress.tell(step),
      tell,
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

/** The list of changes takes the place of what is there: not of what is read, and not of a table. */
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

function publicationNamed(title: string, publications: readonly Publication[]): Publication {
  const publication = publications.find((each) => titleOfPublication(each) === title.toLowerCase());
  if (publication !== undefined) return publication;
  const closest = closestName(title, publications.map(titleOfPublication));
  const remedy = closest === null ? '"ratebook import --list" shows what can be imported.' : `Did you mean ${closest}?`;
  throw wrongUsage(`${quoted(title)} is not a publication that Ratebook knows. ${remedy}`);
}

/** A state's own and federal ones that feed its tables or those of all states; every one without a state. */
function listedFor(code: string | undefined, publications: readonly Publication[]): readonly Publication[] {
  if (code === undefined) return publications;
  const state = stateNamed(code, states);
  const tables: readonly Table[] = [...state.tables, ...commonTables];
  // Another state's list of words for codes is that state's business.
  const isAnothers = (folder: string) => states.some((each) => each !== state && each.code === folder);
  return publications.filter(
    ({ folder, sections }) =>
      !isAnothers(folder) && sections.some(({ feeds }) => feeds.some(({ table }) => tables.includes(table))),
  );
}

function listPublications(publications: readonly Publication[], json: boolean): ExitCode {
  if (json) {
    printJson(publications.map(listed));
    return 0;
  }
  for (const each of publications) {
    print(`${titleOfPublication(each)}: ${each.title}`);
    print(`    ${each.publisher}; ${each.published}`);
    print(`    ${each.page ?? "a list that you write yourself"}`);
    print(`    ${each.form} -> ${feedsOf(each).join(", ")} (layout ${each.confidence})`);
  }
  return 0;
}

function listed(publication: Publication): unknown {
  const { title, publisher, published, page, form, confidence } = publication;
  const feeds = feedsOf(publication);
  return { publication: titleOfPublication(publication), title, publisher, published, page, form, confidence, feeds };
}

function feedsOf({ sections }: Publication): string[] {
  return [...new Set(sections.flatMap(({ feeds }) => feeds.map(({ table }) => titleOf(table))))];
}
