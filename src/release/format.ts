import { headersOf, type Table } from "../dataset/table.ts";

/** `RTBK`: what the file's header says this SQLite file is. */
export const APPLICATION_ID = 0x5254424b;

/** Raised whenever a release written before can no longer be read; releases are rebuilt, never migrated. */
export const FORMAT_VERSION = 1;

/** What the release says about itself, by name. */
export const ABOUT_TABLE = "about";

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
