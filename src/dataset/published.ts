import json from "./published.json" with { type: "json" };
import { type Table, titleOf } from "./table.ts";

/** Cells that rows share, by column name in code. */
export type RowCells = Readonly<Record<string, string>>;

/** A publication: where it is published, and which tables it brings. `published.json` lists all of them, each once. */
export interface Published {
  /** The state's code, `federal` or `medicare`. */
  readonly group: string;
  /** The name by which its file is imported as it is published; null: only as tidy files of its tables. */
  readonly name: string | null;
  readonly title: string;
  readonly publisher: string;
  /** Where on the page, and how often. */
  readonly published: string;
  /** The page that publishes it, or the program's page that leads there; null where the user writes it. */
  readonly page: string | null;
  readonly form: string;
  /** The tables to which it brings rows, such as `ca/outpatient_rates`. */
  readonly tables: readonly string[];
  /** The tables of which it only fills empty cells. */
  readonly fills: readonly string[];
  /** The cells that all its rows share, in the order of the table's key: it is only a part of the table. */
  readonly cells: RowCells;
}

/** The group of publications of federal agencies that feed tables of states, or tables that all states share. */
export const FEDERAL = "federal";

export const TIDY_FORM = "any tidy file: CSV, XLSX, XLS, a page with a table, or a ZIP with one of them";

interface Entry extends Pick<Published, "title" | "publisher" | "published" | "page" | "tables"> {
  readonly name?: string | undefined;
  readonly form?: string | undefined;
  readonly fills?: readonly string[] | undefined;
  readonly cells?: RowCells | undefined;
}

const ENTRIES: Readonly<Record<string, readonly Entry[]>> = json;

/** All publications. Within a group, the first that brings a row counts. */
export const published: readonly Published[] = Object.entries(ENTRIES).flatMap(([group, entries]) =>
  entries.map(({ name = null, form = "a tidy file", fills = [], cells = {}, ...entry }) => ({
    group,
    ...entry,
    name,
    form,
    fills,
    cells,
  })),
);

/** What the declaration of a layout takes from the list: `ca/medi-cal-rates`. */
export function listed(title: string) {
  const found = published.find(({ group, name }) => `${group}/${name}` === title);
  if (found === undefined) throw new Error(`published.json has no ${title}`);
  return { folder: found.group, name: found.name as string, title: found.title, publisher: found.publisher };
}

/** The names to import a publication by: without a layout it is imported table by table. */
export function importedAs({ group, name, tables, cells }: Published, only?: readonly Table[]): readonly string[] {
  if (name !== null) return [`${group}/${name}`];
  const wanted = tables.filter((title) => only === undefined || only.some((table) => titleOf(table) === title));
  return wanted.map((title) => listTitle(title, Object.values(cells)));
}

/** `ga/fee_schedule.padl_drug`: a part of a table, by the cells that its rows share in key columns. */
export function listTitle(table: string, values: readonly string[]): string {
  return [table, ...values.map((value) => value.replace(/[^A-Za-z0-9_-]+/g, "-"))].join(".");
}

/** The publications that bring rows to some of the tables. */
export function bringing(tables: readonly Table[]): readonly Published[] {
  const titles = tables.map(titleOf);
  return published.filter((each) => each.tables.some((title) => titles.includes(title)));
}
