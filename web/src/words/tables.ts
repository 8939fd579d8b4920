import { capital } from "../../../src/core/text/labels.ts";
import type { Catalogue } from "../../../src/serve/http/catalogue.ts";
import { nameWords } from "./names.ts";

/* Tables, columns and values of datasets as readers call them. The declarations of the tables say it, and the catalogue passes it on. */

let known: Catalogue["tables"] = {};
let stateNames: ReadonlyMap<string, string> = new Map();

export function learnTables({ tables, states }: Pick<Catalogue, "tables" | "states">): void {
  known = tables;
  stateNames = new Map(states.map(({ code, name }) => [code, name]));
}

/** `fl/drg_weights` is "DRG weights", in a sentence. */
export function tableWords(table: string): string {
  return known[table]?.name ?? nameWords(table.slice(table.indexOf("/") + 1));
}

/** The same at the beginning of a line. */
export function tableTitle(table: string): string {
  return capital(tableWords(table));
}

/** "Florida: DRG weights", beside tables of other states. */
export function tableWithState(table: string): string {
  const [code = ""] = table.split("/");
  return `${stateNames.get(code) ?? "All states"}: ${tableWords(table)}`;
}

/** `drg_base_rate` is "DRG base rate", in a sentence. */
export function columnWords(column: string, table: string): string {
  return known[table]?.words[column] ?? nameWords(column);
}

/** A value of a cell: `padl_drug` is "provider administered drug". What is no name of ours stays as it is. */
export function valueWords(value: string, table: string): string {
  const words = known[table]?.words ?? {};
  if (Object.hasOwn(words, value)) return words[value] as string;
  return /^[a-z]+(?:_[a-z0-9]+)+$/.test(value) ? nameWords(value) : value;
}

/** `procedure_code 99213, modifier 26`: the columns of a key that are filled, in words. */
export function keyWords(key: Readonly<Record<string, unknown>>, table: string): string {
  return Object.entries(key)
    .filter(([, value]) => value !== null && value !== "")
    .map(([column, value]) => `${columnWords(column, table)} ${valueWords(String(value), table)}`)
    .join(", ");
}
