import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Day, parseIsoDay } from "../core/calendar/day.ts";
import type { Period } from "../core/calendar/period.ts";
import { failure, reasonOf } from "../core/runtime/failure.ts";
import type { RowCells } from "../dataset/published.ts";
import { type Table, titleOf } from "../dataset/table.ts";
import { type Staging, writePrepared } from "./writing/staging.ts";

/** The folder of a dataset with what each import brought: the tables are derived from it. */
export const EDITIONS = "editions";
/** The folder of `editions` with rows written by hand. */
export const OWN = "own";
const EDITION_FILE = "edition.json";
/** The column with a row's place in its publication. */
export const ORIGIN_HEADER = "origin";

interface EditionTable {
  readonly rows: number;
  readonly file: string;
  readonly sha256: string;
  /** The day of the first import. */
  readonly imported: string;
}

/** One edition of a publication, imported at once or file by file. */
export interface Edition {
  /** Such as `ca/medi-cal-rates`. */
  readonly publication: string;
  readonly title: string;
  readonly publisher: string;
  readonly asOf: Day;
  /** The days that it covers. */
  readonly period: Period;
  /** Of a list of a table: the cells that its rows share. */
  readonly cells?: RowCells;
  /** By table such as `ca/outpatient_rates`. */
  readonly tables: Readonly<Record<string, EditionTable>>;
}

/** `ca.outpatient_rates.csv`: an edition may feed tables of several folders. */
export function tableFileName({ folder, name }: Table): string {
  return `${folder}.${name}.csv`;
}

/** `editions/ca/medi-cal-rates/2023-03-15` */
export function editionPath({ publication, asOf }: Pick<Edition, "publication" | "asOf">): string {
  return `${EDITIONS}/${publication}/${asOf}`;
}

/** The editions of a dataset, oldest first within a publication. */
export function editionsOf(dataset: string): readonly Edition[] {
  const root = join(dataset, EDITIONS);
  const editions: Edition[] = [];
  for (const folder of foldersIn(root).filter((name) => name !== OWN)) {
    for (const name of foldersIn(join(root, folder))) {
      for (const asOf of foldersIn(join(root, folder, name)))
        editions.push(readEdition(join(root, folder, name, asOf)));
    }
  }
  return editions;
}

function foldersIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

function readEdition(folder: string): Edition {
  const file = join(folder, EDITION_FILE);
  let edition: Edition;
  try {
    edition = JSON.parse(readFileSync(file, "utf8")) as Edition;
  } catch (error) {
    throw failure(`${file} cannot be read (${reasonOf(error)}); remove its folder and import that edition again.`);
  }
  if (
    typeof edition.publication === "string" &&
    typeof edition.tables === "object" &&
    parseIsoDay(String(edition.asOf)) !== null
  )
    return edition;
  throw failure(`${file} is no edition; remove its folder and import that edition again.`);
}

export function isSame(a: Pick<Edition, "publication" | "asOf">, b: Pick<Edition, "publication" | "asOf">): boolean {
  return a.publication === b.publication && a.asOf === b.asOf;
}

/** The tables of an edition: those of this file, and those of an earlier file. */
export function tablesOf(
  brought: ReadonlyMap<Table, number>,
  about: Omit<EditionTable, "rows">,
  earlier: Edition | undefined,
): Edition["tables"] {
  const tables: Record<string, EditionTable> = { ...earlier?.tables };
  for (const [table, rows] of brought) {
    const before = tables[titleOf(table)];
    // A file imported again is the same edition, byte for byte.
    const imported = before?.sha256 === about.sha256 ? before.imported : about.imported;
    tables[titleOf(table)] = { ...about, imported, rows };
  }
  return Object.fromEntries(Object.entries(tables).sort());
}

/** Prepares the editions: adds this one, and removes the undated tables that it replaces from older ones. */
export function shelve(
  imported: Edition,
  brought: readonly Table[],
  before: readonly Edition[],
  staging: Staging,
): readonly Edition[] {
  const shelf = before
    .filter((edition) => !isSame(edition, imported))
    .flatMap((edition) => {
      const isOlder = edition.publication === imported.publication && edition.asOf < imported.asOf;
      const replaced = brought.filter((table) => isOlder && !table.dated && titleOf(table) in edition.tables);
      return replaced.length === 0 ? [edition] : without(edition, replaced, staging);
    });
  if (brought.length === 0) return before;
  for (const table of brought) staging.place(`${editionPath(imported)}/${tableFileName(table)}`);
  prepare(imported, staging);
  return [...shelf, imported];
}

function without(edition: Edition, gone: readonly Table[], staging: Staging): Edition[] {
  const titles = gone.map(titleOf);
  const tables = Object.fromEntries(Object.entries(edition.tables).filter(([table]) => !titles.includes(table)));
  if (Object.keys(tables).length === 0) {
    staging.remove(editionPath(edition));
    return [];
  }
  for (const table of gone) staging.remove(`${editionPath(edition)}/${tableFileName(table)}`);
  prepare({ ...edition, tables }, staging);
  return [{ ...edition, tables }];
}

function prepare(edition: Edition, staging: Staging): void {
  const path = `${editionPath(edition)}/${EDITION_FILE}`;
  writePrepared(join(staging.newFolder, path), `${JSON.stringify(edition, null, 2)}\n`);
  staging.place(path);
}
