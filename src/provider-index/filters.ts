import type { SearchFilter } from "../providers/definition.ts";
import { soughtZip, storedZip } from "../providers/zip-code.ts";
import { foldName } from "../text/folding.ts";
import type { Ranks } from "./ranking.ts";
import type { ProviderIndexWriter, ProviderStore } from "./store.ts";
import { type RowCondition, ValueColumn, ValueColumnBuilder } from "./value-column.ts";

type Match = SearchFilter<unknown>["match"];

/** Compiles the values of one search filter. */
export interface FilterBuilder {
  /** Adds the value of the next row. */
  add(value: string | null): void;
  write(writer: ProviderIndexWriter, ranks: Ranks): void;
}

export function filterBuilder(name: string, match: Match): FilterBuilder {
  if (match === "zip") return zipBuilder(name);
  return new ValueColumnBuilder(`${name}_filter`, match === "partial" ? foldName : (value) => value.toUpperCase());
}

/** A search filter of an open release: the conditions that a row with what is sought fulfils. */
export type Filter = (sought: string) => readonly RowCondition[];

export async function loadFilter(store: ProviderStore, name: string, match: Match): Promise<Filter> {
  if (match === "zip") return await loadZipFilter(store, name);
  const column = await ValueColumn.load(store, `${name}_filter`);
  if (match === "partial") return (sought) => [column.condition((value) => value.includes(sought))];
  return (sought) => {
    const compared = sought.toUpperCase();
    return [column.condition((value) => value === compared)];
  };
}

function zipBuilder(name: string): FilterBuilder {
  const five = new ValueColumnBuilder(`${name}_five_filter`, asItIs);
  const plusFour = new ValueColumnBuilder(`${name}_plus_four_filter`, asItIs);
  return {
    add(value) {
      const zip = value === null ? null : storedZip(value);
      five.add(zip?.five ?? null);
      plusFour.add(zip?.plusFour ?? null);
    },
    write(writer, ranks) {
      five.write(writer, ranks);
      plusFour.write(writer, ranks);
    },
  };
}

async function loadZipFilter(store: ProviderStore, name: string): Promise<Filter> {
  const five = await ValueColumn.load(store, `${name}_five_filter`);
  const plusFour = await ValueColumn.load(store, `${name}_plus_four_filter`);
  return (sought) => {
    const zip = soughtZip(sought);
    if (zip === null) return [five.condition(() => false)];
    const hasFive = five.condition((value) => value === zip.five);
    return zip.plusFour === null ? [hasFive] : [hasFive, plusFour.condition((value) => value === zip.plusFour)];
  };
}

function asItIs(value: string): string {
  return value;
}
