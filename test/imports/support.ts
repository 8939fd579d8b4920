import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "csv-parse/sync";
import { onTestFinished } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { type Publication, titleOfPublication } from "../../src/imports/declaring/publication.ts";
import { gathered } from "../../src/imports/declaring/registry.ts";
import { asList } from "../../src/imports/declaring/table-importer.ts";
import { importFile } from "../../src/imports/import-file.ts";
import { mapped } from "../../src/imports/layout/mapping.ts";
import type { ImportReport } from "../../src/imports/report/report.ts";

export interface FixtureFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

interface Options {
  readonly asOf?: string;
  /** The text of a mapping file. */
  readonly map?: string;
  /** The other publications that there are. */
  readonly others?: readonly Publication[];
  /** Those among them that count less than the one that is imported. */
  readonly after?: readonly Publication[];
  /** Files that the dataset has already, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** The dataset of an earlier import. */
  readonly into?: string;
  readonly dryRun?: boolean;
  readonly acceptShrink?: boolean;
  readonly changesListed?: number;
  readonly changesFile?: { readonly path: string; readonly keep: () => void };
}

export interface Imported {
  readonly dataset: string;
  readonly report: ImportReport;
  /** The rows of a table such as `ca/providers`, by header; empty when there is no such table. */
  readonly rows: (table: string) => Record<string, string>[];
  /** Where the rows of a table come from. */
  readonly origins: (table: string) => Record<string, string>[];
}

/** Imports a file into a dataset that is thrown away after the test. */
export async function importing(publication: Publication, file: FixtureFile, options: Options = {}): Promise<Imported> {
  const dataset = options.into ?? newDataset({ ...statesFedBy(publication), ...options.files });
  const publications = gathered([...(options.others ?? []), publication, ...(options.after ?? [])]);
  const whole = publications.find(
    (each) => titleOfPublication(each) === titleOfPublication(publication),
  ) as Publication;
  const report = await importFile({
    publications,
    publication: asList(options.map === undefined ? whole : mapped(whole, options.map, "map.json")),
    file: writeFixture(file),
    dataset,
    asOf: (options.asOf as Day | undefined) ?? null,
    dryRun: options.dryRun ?? false,
    acceptShrink: options.acceptShrink ?? false,
    ...(options.changesListed === undefined ? {} : { changesListed: options.changesListed }),
    changesFile: options.changesFile ?? null,
    today: "2026-11-15" as Day,
  });
  return {
    dataset,
    report,
    rows: (table) => csvRows(join(dataset, `${table}.csv`)),
    origins: (table) => csvRows(join(dataset, "origins", `${table}.csv`)),
  };
}

/** A federal publication feeds the states that a dataset holds; here it holds those that it feeds. */
function statesFedBy({ folder, sections }: Publication): Record<string, string> {
  const folders = sections.flatMap(({ feeds }) => feeds.map(({ table }) => table.folder));
  const others = folders.filter((each) => each !== folder && each !== "common");
  return Object.fromEntries(others.map((each) => [`${each}/README.md`, "a state"]));
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-import-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function writeFixture({ name, content }: FixtureFile): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

export function newDataset(files: Readonly<Record<string, string>>): string {
  const dataset = join(temporaryFolder(), "dataset");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dataset, path)), { recursive: true });
    writeFileSync(join(dataset, path), text);
  }
  if (Object.keys(files).length > 0 && !("dataset.json" in files)) {
    writeFileSync(join(dataset, "dataset.json"), '{"name":"test","version":"1"}');
  }
  return dataset;
}

function csvRows(path: string): Record<string, string>[] {
  try {
    return parse(readFileSync(path), { columns: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Every file of a folder with its text, to compare datasets byte for byte. */
export function snapshot(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(files.sort().map((file) => [file.slice(folder.length + 1), readFileSync(file, "latin1")]));
}
