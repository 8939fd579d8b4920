import { commonTables } from "../dataset/common-tables.ts";
import { headersOf, type Table } from "../dataset/table.ts";
import type { State } from "../state/state.ts";

/** `RTBK`: what the file's header says this SQLite file is. */
export const APPLICATION_ID = 0x5254424b;

/** Raised whenever a release written before can no longer be read; releases are rebuilt, never migrated. */
export const FORMAT_VERSION = 6;

/** `ca_outpatient_rates` */
export function storedName(table: Table): string {
  return `${table.folder}_${table.name}`;
}

/** The CSV headers as column names. */
export function columnList(table: Table): string {
  return headersOf(table).map(quotedName).join(", ");
}

/** Headers such as `drg` or `value` may be words of SQL. */
export function quotedName(name: string): string {
  return `"${name}"`;
}

/** Every table of some states but the providers', which are stored in a form of their own, and the common ones. */
export function rateTablesOf(states: readonly State[]): readonly Table[] {
  const own = states.flatMap(({ tables, providers }) => tables.filter((table) => table !== providers.table));
  return [...(commonTables as readonly Table[]), ...own];
}
