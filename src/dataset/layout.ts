import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isMissing, unreadable } from "../core/files/reading.ts";
import { didYouMean } from "../core/text/closest.ts";
import type { FaultList } from "./fault.ts";
import { MEDICARE, sharedTables } from "./medicare-tables.ts";
import type { Obligations } from "./obligations.ts";
import { fileOf, type Table } from "./table.ts";

export interface StateTables extends Obligations {
  readonly code: string;
  readonly tables: readonly Table[];
}

export interface TableFile {
  readonly table: Table;
  readonly path: string;
  readonly bytes: number;
}

interface Layout<State extends StateTables> {
  readonly states: readonly State[];
  readonly files: readonly TableFile[];
}

/**
 * Finds the tables of a dataset and reports unknown ones. A missing table is empty: a dataset may hold the fee schedule
 * alone. A state is held as soon as its folder exists.
 */
export async function findTables<State extends StateTables>(
  dataset: string,
  states: readonly State[],
  readLast: readonly Table[],
  faults: FaultList,
): Promise<Layout<State>> {
  const folders = await foldersOf(dataset);
  if (folders === null) {
    faults.add({ file: dataset, line: null, column: null, value: null, reason: "there is no such folder" });
    return { states: [], files: [] };
  }

  const tablesByFolder = new Map<string, readonly Table[]>(states.map(({ code, tables }) => [code, tables]));
  for (const [folder, tables] of Map.groupBy(sharedTables, ({ folder }) => folder)) tablesByFolder.set(folder, tables);
  const files: TableFile[] = [];
  for (const [folder, names] of folders) {
    const tables = tablesByFolder.get(folder);
    if (tables === undefined && names.length === 0) continue;
    if (tables === undefined) reportUnknownFolder(folder, [...tablesByFolder.keys()], faults);
    else files.push(...(await filesOf(dataset, folder, names, tables, faults)));
  }

  const held = states.filter(({ code }) => folders.has(code));
  // Medicare alone can be priced too.
  if (held.length === 0 && !files.some(({ table }) => table.folder === MEDICARE)) {
    const known = states.map(({ code }) => code).join(", ");
    const reason = `the dataset holds no state; expected at least one of the folders ${known}; "ratebook init" makes them`;
    faults.add({ file: dataset, line: null, column: null, value: null, reason });
  }
  return { states: held, files: inReadingOrder(files, held, readLast) };
}

/** The folders of a dataset with their CSV files, perhaps none; null when there is no dataset. */
async function foldersOf(dataset: string): Promise<Map<string, string[]> | null> {
  const names = await namesIn(dataset);
  if (names === null) return null;
  const folders = new Map<string, string[]>();
  for (const name of names.filter((each) => !each.startsWith("."))) {
    const inside = await namesIn(join(dataset, name));
    if (inside !== null)
      folders.set(
        name,
        inside.filter((file) => /\.csv$/i.test(file)),
      );
  }
  return folders;
}

/** The sorted names in a folder; null when it is no folder. Throws if it cannot be read. */
export async function namesIn(path: string): Promise<string[] | null> {
  try {
    return (await readdir(path)).sort();
  } catch (error) {
    if (isMissing(error)) return null;
    throw unreadable(path, error);
  }
}

async function filesOf(
  dataset: string,
  folder: string,
  names: readonly string[],
  tables: readonly Table[],
  faults: FaultList,
): Promise<TableFile[]> {
  const known = tables.map((table) => `${table.name}.csv`);
  for (const name of names) {
    if (known.includes(name)) continue;
    const reason = `unknown table; ${remedy(name, known, "known tables")}`;
    faults.add({ file: `${folder}/${name}`, line: null, column: null, value: null, reason });
  }

  const files: TableFile[] = [];
  for (const table of tables) {
    if (!names.includes(`${table.name}.csv`)) continue;
    const path = join(dataset, fileOf(table));
    files.push({ table, path, bytes: await sizeOf(path) });
  }
  return files;
}

export async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    throw unreadable(path, error);
  }
}

function reportUnknownFolder(folder: string, known: readonly string[], faults: FaultList): void {
  const reason = `unknown folder; ${remedy(folder, known, "known folders")}`;
  faults.add({ file: folder, line: null, column: null, value: null, reason });
}

function remedy(name: string, known: readonly string[], title: string): string {
  return didYouMean(name, known, `${title}: ${known.join(", ")}`);
}

/**
 * Referenced tables come after those that refer to them: then only the wanted values need to be kept. `readLast` comes
 * after everything.
 */
function inReadingOrder(
  files: readonly TableFile[],
  states: readonly StateTables[],
  readLast: readonly Table[],
): TableFile[] {
  const referenced = new Set(states.flatMap(({ references }) => references.map(({ to }) => to)));
  const placeOf = ({ table }: TableFile) => (readLast.includes(table) ? 2 : referenced.has(table) ? 1 : 0);
  return files.toSorted((a, b) => placeOf(a) - placeOf(b));
}
