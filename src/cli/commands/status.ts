import { type Day, dayAt, dayNumber, monthsBetween, parseIsoDay } from "../../core/calendar/day.ts";
import { grouped, plainCountText } from "../../core/text/plural.ts";
import { wrapped } from "../../core/text/terminal.ts";
import { readDataset } from "../../dataset/check.ts";
import { commonTables } from "../../dataset/common-tables.ts";
import type { DatasetDescription } from "../../dataset/description.ts";
import { medicareTables } from "../../dataset/medicare-tables.ts";
import { FEDERAL, importedAs, type Published, published } from "../../dataset/published.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import { isListOf } from "../../imports/declaring/table-importer.ts";
import { isLoaded, type RowCounts, rowsIn } from "../../pricing/state/loaded.ts";
import type { State } from "../../pricing/state/state.ts";
import { states } from "../../states/index.ts";
import { type ExitCode, notify, print, printJson } from "../command-io.ts";
import { quotedForShell } from "../shell-words.ts";
import { printFaults, withProgress } from "./dataset.ts";

/** What a dataset has and needs. `check` reports errors in rows; only a folder that is no dataset has no status. */
export async function status(dataset: string, { json }: { readonly json: boolean }): Promise<ExitCode> {
  const reading = await withProgress((onProgress) => readDataset({ dataset, states, onProgress, notify }, "status"));
  const { description, faults, rowCounts } = reading;
  const medicare = description === null ? null : medicareStatus(description, rowCounts);
  if (description === null || (reading.states.length === 0 && medicare === null)) {
    if (json) printJson({ faults: faults.listed, fault_count: faults.count });
    else printFaults({ faults: faults.listed, faultCount: faults.count });
    return 1;
  }
  const today = dayAt(new Date());
  const found = datasetStatus(reading.states, description, rowCounts);
  const { name, version } = description;
  if (json) {
    const shared = medicare === null ? {} : { medicare: partJson(medicare, today) };
    printJson({ name, version, today, fault_count: faults.count, states: statusJson(found, today), ...shared });
    return 0;
  }
  const parts = [statusText(found, today), medicare === null ? "" : partText("Medicare", medicare, today)];
  print([`${name} ${version}, on ${today}`, ...parts.filter((part) => part !== "")].join("\n\n"));
  if (faults.count > 0) print(`\nIt has faults: "ratebook check ${quotedForShell(dataset)}" lists them.`);
  return 0;
}

interface TakenEdition {
  readonly edition: Day;
  readonly file: string | null;
}

/** A publication for a part of a state, or your own file, and what the dataset has of it. */
interface NeededPublication extends Pick<Published, "title" | "page"> {
  /** The name that it is imported as. */
  readonly importer: string;
  /** The tables of which it only fills empty cells. */
  readonly fills: readonly string[];
  /** Newest first. */
  readonly editions: readonly TakenEdition[];
}

/** The providers of a state, one of its settings, or its other tables. */
interface PartStatus {
  readonly name: string;
  readonly isLoaded: boolean;
  /** Whether nothing is priced without it. */
  readonly isNeeded: boolean;
  readonly tables: readonly { readonly table: Table; readonly rows: number }[];
  readonly publications: readonly NeededPublication[];
}

interface StateStatus {
  readonly state: State;
  readonly parts: readonly PartStatus[];
}

/** Figures that have built-in values, lists of codes and the like. */
const OTHER_TABLES = "other tables";
const WORDS_FOR_CODES = "words for codes";

interface Loaded {
  readonly isLoaded: boolean;
  readonly isNeeded?: boolean;
}

/** What a dataset has of each of its states and what it needs: providers first, since nothing is priced without them. */
export function datasetStatus(
  states: readonly State[],
  { sources }: DatasetDescription,
  rowCounts: RowCounts,
): readonly StateStatus[] {
  return states.map((state) => {
    const publications = published.filter(({ group }) => group === state.code || group === FEDERAL);
    const part = (name: string, tables: readonly Table[], loaded: Loaded): PartStatus => ({
      name,
      isNeeded: true,
      ...loaded,
      tables: tables.map((table) => ({ table, rows: rowsIn(table, rowCounts) })),
      publications: neededFor(tables, publications, sources),
    });
    const beside = (name: string, tables: readonly Table[]) =>
      part(name, tables, { isLoaded: hasRows(tables, rowCounts), isNeeded: false });
    const { table } = state.providers;
    const priced = new Set([table, ...state.lookups.flatMap(({ tables }) => tables)]);
    const others = state.tables.filter((each) => !priced.has(each));
    return {
      state,
      parts: [
        part("providers", [table], { isLoaded: rowsIn(table, rowCounts) > 0 }),
        ...state.lookups.map((lookup) =>
          part(lookup.setting, lookup.tables, { isLoaded: isLoaded(lookup, rowCounts) }),
        ),
        ...(others.length === 0 ? [] : [beside(OTHER_TABLES, others)]),
        beside(WORDS_FOR_CODES, commonTables),
      ],
    };
  });
}

function hasRows(tables: readonly Table[], rowCounts: RowCounts): boolean {
  return tables.some((table) => rowsIn(table, rowCounts) > 0);
}

/** What a dataset has of Medicare's schedules, which are no state's; null when it has none. */
function medicareStatus({ sources }: DatasetDescription, rowCounts: RowCounts): PartStatus | null {
  if (!hasRows(medicareTables, rowCounts)) return null;
  return {
    name: "benchmark",
    isLoaded: true,
    isNeeded: false,
    tables: medicareTables.map((table) => ({ table, rows: rowsIn(table, rowCounts) })),
    publications: neededFor(medicareTables, published, sources),
  };
}

/** The publications that feed some tables, and after them your own files that were imported as these tables. */
function neededFor(
  tables: readonly Table[],
  publications: readonly Published[],
  sources: DatasetDescription["sources"],
): readonly NeededPublication[] {
  const isOfThese = (title: string) => tables.some((table) => titleOf(table) === title);
  const known = publications.flatMap((each) => {
    const { title, page } = each;
    const isBringing = each.tables.some(isOfThese);
    const fills = isBringing ? [] : each.fills.filter(isOfThese);
    if (!isBringing && fills.length === 0) return [];
    return importedAs(each, tables).map((importer) => {
      return { importer, title, page, fills, editions: editionsOf(importer, sources) };
    });
  });
  const named = new Set(known.map(({ importer }) => importer));
  const own = sources
    .flatMap(({ importer }) => importer ?? [])
    .filter((title) => tables.some((table) => isListOf(table, title)));
  const others = [...new Set(own)].filter((title) => !named.has(title)).sort();
  return [
    ...known,
    ...others.map((importer) => ({
      importer,
      title: `Table ${importer}`,
      page: null,
      fills: [],
      editions: editionsOf(importer, sources),
    })),
  ];
}

/** Editions by their import name. An edition that feeds several tables counts once. */
function editionsOf(title: string, sources: DatasetDescription["sources"]): readonly TakenEdition[] {
  const taken = new Map<Day, TakenEdition>();
  for (const { importer, edition, file } of sources) {
    const day = importer === title ? parseIsoDay(edition ?? "") : null;
    if (day !== null && !taken.has(day)) taken.set(day, { edition: day, file });
  }
  return [...taken.values()].sort((a, b) => (a.edition < b.edition ? 1 : -1));
}

/** Publications are in columns; the address of its page follows each. */
export function statusText(states: readonly StateStatus[], today: Day): string {
  return states.flatMap(({ state, parts }) => parts.map((part) => partText(state.name, part, today))).join("\n\n");
}

function partText(stateName: string, part: PartStatus, today: Day): string {
  const { name, isLoaded, isNeeded, tables, publications } = part;
  const rows = tables.map(({ table, rows: count }) => `${table.name} ${grouped(count)}`).join(", ");
  return [
    `${stateName} ${name}: ${isLoaded ? "loaded" : isNeeded ? "NOT LOADED" : "empty"}`,
    wrapped("  rows: ", rows),
    ...publicationLines(publications, today),
  ].join("\n");
}

function publicationLines(publications: readonly NeededPublication[], today: Day): readonly string[] {
  const cells = publications.map((each) => ({ ...each, taken: takenText(each.editions, today) }));
  const titleWidth = Math.max(...cells.map(({ importer }) => importer.length), 0);
  return cells.flatMap(({ importer, title, page, fills, taken }) => [
    `  ${importer.padEnd(titleWidth)}  ${taken}`,
    `      ${title}`,
    `      ${page ?? "a list that you write yourself"}`,
    ...fills.map((each) => `      fills empty cells of ${each}`),
  ]);
}

function takenText(editions: NeededPublication["editions"], today: Day): string {
  const [newest, ...older] = editions;
  if (newest === undefined) return "not imported";
  const others = older.length === 0 ? "" : `, ${older.length} before`;
  return `${newest.edition}, ${ageText(newest.edition, today)}${others}`;
}

function statusJson(states: readonly StateStatus[], today: Day): readonly object[] {
  return states.map(({ state, parts }) => ({
    state: state.code,
    name: state.name,
    parts: parts.map((part) => partJson(part, today)),
  }));
}

function partJson({ name, isLoaded, tables, publications }: PartStatus, today: Day): object {
  return {
    part: name,
    loaded: isLoaded,
    row_counts: Object.fromEntries(tables.map(({ table, rows }) => [titleOf(table), rows])),
    publications: publications.map(({ importer, title, page, fills, editions }) => ({
      publication: importer,
      title,
      page,
      fills,
      editions: editions.map(({ edition, file }) => ({ edition, file, age_days: ageDays(edition, today) })),
    })),
  };
}

/** Below this, an age is shown in days. Two months always have fewer, so an age in months is at least two. */
const DAYS_SHOWN_MAX = 63;

/** Below this, an age is shown in months: a year is long for a fee schedule, and "1 year" says too little. */
const MONTHS_SHOWN_MAX = 36;

/** The age of an edition on a day: `12 days old`, `10 months old`, `not in force yet`. */
export function ageText(edition: Day, today: Day): string {
  const days = ageDays(edition, today);
  if (days < 0) return "not in force yet";
  if (days < DAYS_SHOWN_MAX) return `${plainCountText(days, "day")} old`;
  const months = monthsBetween(edition, today);
  return months < MONTHS_SHOWN_MAX ? `${months} months old` : `${Math.floor(months / 12)} years old`;
}

export function ageDays(edition: Day, today: Day): number {
  return dayNumber(today) - dayNumber(edition);
}
