import type { StoredCells } from "../dataset/row.ts";
import { headersOf, type Table } from "../dataset/table.ts";
import type { State } from "../pricing/state/state.ts";
import type { ProviderStore } from "../registry/store.ts";
import { columnList, storedName } from "./format.ts";
import { differingDeclaration } from "./metadata.ts";
import { asRefusal, metadataIn, refuseDifference } from "./open.ts";
import { providerRows } from "./provider-store.ts";
import { keysInPages } from "./rate-keys.ts";
import type { ReleaseDescription } from "./release.ts";
import { ReleaseFile } from "./release-file.ts";
import { Soundness } from "./soundness.ts";
import { openForReading, type ReadingDatabase, type Summed } from "./sqlite.ts";

/** Keys of a rate table that are read at once: some thousand rows, a few milliseconds. */
const KEYS_PER_READ = 500;

/** The rows that a rate table has under one key that it is read by. */
export interface RowsOfKey {
  readonly key: string;
  readonly rows: readonly StoredCells[];
}

export type StoredProviders = Pick<ProviderStore, "rowCount" | "repeatedCells" | "readRow">;

/** A release whose tables are read from end to end, one piece at a time; nothing can be looked up in it. */
export interface StoredRelease {
  readonly file: string;
  readonly description: ReleaseDescription;
  /** Those that it holds and this program knows. */
  readonly states: readonly State[];
  /** The rows of a rate table, by ascending key (code points). */
  rowsByKey(table: Table): Iterable<RowsOfKey>;
  providers(state: State): StoredProviders;
  /** Throws when the file was written to, or another was put in its place, while it was read. */
  refuseChanged(): void;
  close(): void;
}

/** Opens a release once every block of its file is proved to be as it was built; throws `ReleaseRefused` otherwise. */
export function openStored(path: string, states: readonly State[]): StoredRelease {
  const file = ReleaseFile.open(path);
  let database: ReadingDatabase | null = null;
  try {
    file.prove();
    database = openForReading(path, new Soundness(path, () => file.isRewritten()));
    file.refuseChanged();
    return storedIn(file, database, states);
  } catch (error) {
    database?.close();
    file.close();
    throw asRefusal(path, error);
  }
}

function storedIn(file: ReleaseFile, opened: ReadingDatabase, states: readonly State[]): StoredRelease {
  const about = metadataIn(file.path, opened);
  const database: Summed = { ...opened, checksumSalt: about.checksumSalt };
  const known = states.filter(({ code }) => about.declarations[code] !== undefined);
  refuseDifference(file.path, differingDeclaration(about, known));
  return {
    file: file.path,
    description: about.description,
    states: known,
    rowsByKey: (table) => rowsByKey(database, table),
    providers: ({ providers }) => providerRows(database, providers.table, file),
    refuseChanged: () => file.refuseChanged(),
    close() {
      opened.close();
      file.close();
    },
  };
}

function* rowsByKey(database: Summed, table: Table): Generator<RowsOfKey> {
  const name = storedName(table);
  const rows = database.query(
    `SELECT lookup, ${columnList(table)} FROM ${name} WHERE lookup BETWEEN ? AND ? ORDER BY lookup, rowid`,
  );
  for (const keys of keysInPages(database, table, KEYS_PER_READ)) {
    yield* grouped(rows.all(keys[0] as string, keys.at(-1) as string) as string[][], headersOf(table).length);
  }
}

function* grouped(rows: readonly (readonly (string | null)[])[], columns: number): Generator<RowsOfKey> {
  let key: string | null = null;
  let group: StoredCells[] = [];
  for (const [lookup, ...cells] of rows) {
    if (lookup !== key) {
      if (key !== null) yield { key, rows: group };
      key = lookup as string;
      group = [];
    }
    group.push(cells.slice(0, columns));
  }
  if (key !== null) yield { key, rows: group };
}

/** Every rate table that a state's releases hold beside those that states share. */
export function ownRateTables({ tables, providers }: State): readonly Table[] {
  return tables.filter((table) => table !== providers.table);
}
