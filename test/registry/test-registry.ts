import { list, required, text } from "../../src/dataset/column.ts";
import { RowReader, type StoredCells } from "../../src/dataset/row.ts";
import { type RateData, type RowOf, undatedTable } from "../../src/dataset/table.ts";
import type { ProviderDefinition } from "../../src/registry/definition.ts";
import { ProviderIndexBuilder } from "../../src/registry/index-builder.ts";
import { Ranking } from "../../src/registry/ranking.ts";
import { SharedRowCache } from "../../src/registry/row-cache.ts";
import { StoredDirectory } from "../../src/registry/stored-directory.ts";
import { MemoryStore } from "./memory-store.ts";

const table = undatedTable({
  folder: "zz",
  name: "providers",
  columns: {
    name: required(text()),
    npi: text(),
    otherNpis: list(text()),
    id: text(),
    type: text(),
    city: text(),
    zipCode: text(),
  },
  key: ["npi"],
});

export type Provider = RowOf<typeof table>;

export const definition: ProviderDefinition<Provider> = {
  table,
  name: (row) => row.name,
  order: (row) => [row.name, row.npi, row.id],
  identity: (row) => [row.npi, row.id],
  identifiers: {
    npi: { of: (row) => [row.npi, ...row.otherNpis], fold: (value) => value },
    id: { of: (row) => [row.id], fold: (value) => value.toUpperCase() },
  },
  classes: {
    outpatient: (row) => row.type,
    inpatient: (row) => (row.type === "hospital" ? (row.id ?? "") : null),
  },
  filters: {
    city: { match: "partial", of: (row) => row.city },
    type: { match: "exact", of: (row) => row.type },
    zipCode: { match: "zip", of: (row) => row.zipCode },
  },
};

/** What a provider of a test says about itself; the rest is empty. */
export interface Described {
  readonly name: string;
  readonly npi?: string | null | undefined;
  readonly otherNpis?: string | null | undefined;
  readonly id?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly zipCode?: string | null | undefined;
}

/** Few, so that larger registries of tests outgrow it. */
const ROWS_KEPT_MAX = 100;

const NO_DATA: RateData = { rows: () => [], hasRows: () => false, editions: () => [] };

export interface Registry {
  readonly directory: StoredDirectory<Provider>;
  readonly store: MemoryStore;
  /** All rows in result order. */
  readonly rows: readonly Provider[];
}

/** Compiles a registry the way a release does, in memory. */
export function registryOf(described: readonly Described[]): Registry {
  const reader = new RowReader(table);
  const ranking = new Ranking();
  const indexes = new ProviderIndexBuilder(definition, NO_DATA);
  const stored = described.map((each, index) => {
    const cells: StoredCells = [
      each.name,
      each.npi ?? null,
      each.otherNpis ?? null,
      each.id ?? null,
      each.type ?? null,
      each.city ?? null,
      each.zipCode ?? null,
    ];
    return { cells, line: index + 2 };
  });
  for (const { cells, line } of stored) {
    const row = reader.read(cells, line);
    ranking.add(definition.order(row));
    indexes.add(row);
  }
  const ranks = ranking.ranks();
  const ordered = Array.from(ranks.order, (row) => stored[row] as (typeof stored)[number]);
  const store = new MemoryStore(ordered);
  indexes.write(store, ranks);
  const rows = ordered.map(({ cells, line }) => reader.read(cells, line));
  return { directory: new StoredDirectory(store, definition, new SharedRowCache(ROWS_KEPT_MAX)), store, rows };
}
