import type { Day } from "../../calendar/day.ts";
import type { Period } from "../../calendar/period.ts";
import type { Table } from "../../dataset/table.ts";

/** The folder of a dataset that keeps what each import took: the tables are derived from it. */
export const EDITIONS = "editions";
/** The folder of `editions` with the rows that were written by hand. */
export const OWN = "own";
export const EDITION_FILE = "edition.json";
/** The column of an edition's rows that says where in the publication they stand. */
export const ORIGIN_HEADER = "origin";

/** What an edition brings to one table. */
export interface EditionTable {
  readonly rows: number;
  /** The file it was read from, and its hash. */
  readonly file: string;
  readonly sha256: string;
  /** The day it was first imported. */
  readonly imported: string;
}

/** One edition of a publication, as it was imported: at once, or file by file. */
export interface Edition {
  /** Such as `ca/medi-cal-rates`. */
  readonly publication: string;
  readonly title: string;
  readonly publisher: string;
  readonly asOf: Day;
  /** The days for which it speaks. */
  readonly period: Period;
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
