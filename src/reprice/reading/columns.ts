import type { Day } from "../../calendar/day.ts";
import { closestName } from "../../names/closest.ts";
import { nearMiss } from "../../names/near-miss.ts";
import { snakeCase } from "../../names/spelling.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { quoted } from "../../reading/refusal.ts";

/** A column of the input by its place in a line. */
export interface Column {
  readonly name: string;
  readonly index: number;
}

/** What the columns of an input are for. Those that are for nothing are passed through like the others. */
export interface InputColumns {
  readonly count: number;
  readonly parameters: readonly Column[];
  /** The amount that was paid, when results are compared with it. */
  readonly paid: Column | null;
}

interface ColumnsRequest {
  readonly names: readonly string[];
  readonly lookup: RateLookup;
  readonly compare: string | null;
  /** Columns that are no parameters although they look like one. */
  readonly passThrough: readonly string[];
}

/** Columns that make sense, with what is worth knowing about them; or everything that is wrong with them. */
export type ColumnsRead =
  | { readonly ok: true; readonly columns: InputColumns; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Finds the parameters among the columns of an input, before any line of it is read. */
export function readColumns({ names, lookup, compare, passThrough }: ColumnsRequest): ColumnsRead {
  const parameters = lookup.reader.names.flatMap((name) => {
    const index = names.indexOf(name);
    return index < 0 ? [] : [{ name, index }];
  });
  const suspects = nearMisses(names, lookup.reader.names, passThrough);
  const faults = [
    ...suspects.filter(({ meant }) => !names.includes(meant)).map(misspelt),
    ...twice(names, [...lookup.reader.names, ...(compare === null ? [] : [compare])]),
    ...missing(names, lookup),
    ...(compare === null || names.includes(compare) ? [] : [noSuchColumn("--compare", compare, names)]),
    ...passThrough.filter((name) => !names.includes(name)).map((name) => noSuchColumn("--pass-through", name, names)),
  ];
  if (faults.length > 0) return { ok: false, faults };
  const paid = compare === null ? null : { name: compare, index: names.indexOf(compare) };
  const warnings = suspects.map(({ name, meant }) => `${quoted(name)} is passed through: the parameter is ${meant}.`);
  return { ok: true, columns: { count: names.length, parameters, paid }, warnings };
}

interface Suspect {
  readonly name: string;
  readonly meant: string;
}

/** Columns that are a slip away from a parameter: one that is silently ignored would misprice every line. */
function nearMisses(names: readonly string[], known: readonly string[], passThrough: readonly string[]): Suspect[] {
  return names.flatMap((name) => {
    const meant = known.includes(name) || passThrough.includes(name) ? null : nearMiss(name, known);
    return meant === null ? [] : [{ name, meant }];
  });
}

function misspelt({ name, meant }: Suspect): string {
  return `The column ${quoted(name)} looks like the parameter ${meant}. Rename it to ${meant}, or say --pass-through ${quoted(name)} when it is none.`;
}

function twice(names: readonly string[], read: readonly string[]): string[] {
  return read
    .filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
    .map((name) => `There are two columns ${name}. Leave one of them.`);
}

function missing(names: readonly string[], { parameters }: RateLookup): string[] {
  const all = Object.entries(parameters).map(([key, parameter]) => ({ name: snakeCase(key), parameter }));
  const required = all.filter(({ name, parameter }) => parameter.required && !names.includes(name));
  const group = all.filter(({ parameter }) => parameter.identifiesProvider).map(({ name }) => name);
  const faults = required.map(({ name, parameter }) => `There is no column ${name}: ${parameter.description}`);
  if (group.length > 0 && !group.some((name) => names.includes(name))) {
    faults.push(`There is no column that identifies the provider: one of ${group.join(", ")} is needed.`);
  }
  const [only = ""] = names;
  if (faults.length > 0 && names.length === 1 && /[;\t|]/.test(only)) {
    faults.push("The columns are not separated by commas. Save the file as CSV with commas.");
  }
  return faults;
}

function noSuchColumn(option: string, name: string, names: readonly string[]): string {
  const closest = closestName(name, names);
  const remedy = closest === null ? `the columns are ${names.join(", ")}` : `did you mean ${closest}?`;
  return `There is no column ${quoted(name)} for ${option}; ${remedy}`;
}

/** The parameters that mean today when they are absent and have no column: no line can say otherwise. */
export function daysLeftToToday(lookup: RateLookup, columns: InputColumns, today: Day): string[] {
  return Object.entries(lookup.parameters)
    .filter(([, parameter]) => parameter.absent({ today }) === today)
    .map(([key]) => snakeCase(key))
    .filter((name) => !columns.parameters.some((column) => column.name === name));
}
