import { closestName } from "../../core/text/closest.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { RowReader } from "../../dataset/row.ts";
import {
  headersOf,
  keyOf,
  NO_LINE,
  type RateData,
  type RowPlace,
  START_HEADER,
  type Table,
  titleOf,
} from "../../dataset/table.ts";
import type { RequestFault } from "../../pricing/request/read.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { State } from "../../pricing/state/state.ts";
import { Figure, type Input, Operation, type Step, type Term, type Unit } from "../../pricing/worksheet/calculation.ts";
import type { StateInRelease } from "../../release/release.ts";
import { termsInWords } from "../explanation/explain-result.ts";

/** The caller's figure in place of a published one, as it was sent: `ga/parameters/outlier_payment_percentage` and `0.9`. */
export interface SentFigure {
  readonly cell: string;
  readonly value: string;
}

/** A published or built-in figure that a price is computed from: a cell of a table. */
export interface PublishedFigure {
  readonly table: Table;
  readonly column: string;
  /** `NO_LINE` if the value is built in. */
  readonly line: number;
  /** The row in the CSV file, by header. */
  readonly cells: Readonly<Record<string, string | null>>;
  /** The section of the page that has a built-in value; null if the file has it. */
  readonly section: string | null;
  readonly name: string;
  readonly unit: Unit;
  readonly value: string;
  /** Three names: with the key that finds its row, with the whole key, and without a key. */
  readonly names: readonly string[];
}

export interface Replacement {
  readonly figure: PublishedFigure;
  readonly sent: SentFigure;
}

const NAMES_LISTED_MAX = 20;

/** A value that is built in is effective on every day. */
const FIRST_DAY = "0001-01-01";

export class SettableFigures {
  readonly #source: StateInRelease;
  readonly #figures = new Map<string, PublishedFigure>();
  /** Reading the cells of a row takes longer than pricing, so each row is read once. */
  readonly #cells = new Map<string, PublishedFigure["cells"]>();

  constructor(source: StateInRelease) {
    this.#source = source;
  }

  /** Adds the figures that results are computed from, as their explanations name them. */
  add(results: readonly ProviderResult[]): this {
    for (const result of results) {
      for (const input of inputsOf(result)) {
        const figure = this.#figureOf(input, result);
        if (figure === null) continue;
        const { table, column } = figure;
        const place = `${titleOf(table)} ${rowName(figure)} ${column}`;
        if (!this.#figures.has(place)) this.#figures.set(place, figure);
      }
    }
    return this;
  }

  get all(): readonly PublishedFigure[] {
    return [...this.#figures.values()];
  }

  /** The figures that a name fits: one, unless it leaves out the key of a row and the price reads several rows. */
  named(name: string): readonly PublishedFigure[] {
    return this.all.filter(({ names }) => names.includes(name));
  }

  /** The figure to replace; none if the name does not fit exactly one. */
  only(sent: SentFigure): readonly Replacement[] {
    const [figure, ...others] = this.named(sent.cell);
    return figure === undefined || others.length > 0 ? [] : [{ figure, sent }];
  }

  /** The shortest name with a key that fits no other figure. */
  nameOf({ names }: PublishedFigure): string {
    const withKey = names.slice(0, -1);
    return withKey.find((name) => this.named(name).length === 1) ?? (withKey.at(-1) as string);
  }

  /** Whether a name can never work: it fits several figures, or none in any table. */
  isNeverRead({ cell }: SentFigure): boolean {
    const fitting = this.named(cell).length;
    return fitting > 1 || (fitting === 0 && ["key", "nothing"].includes(this.#inTables(cell)));
  }

  /** Why a name is refused that does not fit exactly one figure. */
  refusalOf(sent: SentFigure): RequestFault {
    const several = this.named(sent.cell).map((figure) => this.nameOf(figure));
    if (several.length > 0) return refused(sent, `the name of one figure: ${listed(several)}`);
    const expected = "a figure that this price reads";
    const names = this.all.map((figure) => this.nameOf(figure));
    const reads = `it reads ${names.length === 0 ? "none" : listed(names)}`;
    const inTables = this.#inTables(sent.cell);
    if (inTables === "cell")
      return refused(sent, `${expected}; this one exists, but this price does not read it: ${reads}`);
    if (inTables === "key")
      return refused(sent, `${expected}; rows are found by this one, so it cannot be set: ${reads}`);
    const closest = closestName(sent.cell, names);
    if (closest !== null) return refused(sent, `${expected}; did you mean ${closest}?`);
    const alike = this.#withMostWordsOf(sent.cell);
    return refused(
      sent,
      `${expected}; ${alike === null ? reads : `did you mean ${alike}? This price reads ${listed(names)}`}`,
    );
  }

  #inTables(name: string): NamedCell {
    return namedCell(name, this.#source.state, this.#source.data);
  }

  /**
   * The figure of the same table that begins with the same word and has the most words of a name: `outlier_payment_percentage` of
   * `outlier_share`. Null for none or several.
   */
  #withMostWordsOf(name: string): string | null {
    const words = lastWords(name);
    const counted = this.all
      .filter(({ table }) => name.startsWith(`${titleOf(table)}/`))
      .map((figure) => ({ known: this.nameOf(figure), its: lastWords(this.nameOf(figure)) }))
      .filter(({ its }) => its[0] === words[0])
      .map(({ known, its }) => ({ known, count: its.filter((word) => words.includes(word)).length }));
    const most = Math.max(...counted.map(({ count }) => count));
    const [alike, ...others] = counted.filter(({ count }) => count === most);
    return alike === undefined || others.length > 0 ? null : alike.known;
  }

  #figureOf({ name, unit, value, from }: Input, { outcome: { sheet } }: ProviderResult): PublishedFigure | null {
    if ("default" in from) {
      const table = sheet.readings.tablesRead.find(isParameterTable);
      if (table === undefined) return null;
      const cells = { name: from.default, [START_HEADER]: FIRST_DAY };
      const names = namesOf(table, "value", cells);
      return {
        table,
        column: "value",
        line: NO_LINE,
        cells,
        section: from.section,
        name,
        unit,
        value: value.text,
        names,
      };
    }
    // A row that is in no file was set by the caller: its figure is known.
    if (!("row" in from) || (from.row as RowPlace).line === NO_LINE) return null;
    const row = from.row as RowPlace;
    const table = sheet.readings.of(row)?.table;
    // With another key it would be another row.
    if (table === undefined || table.key.includes(from.column)) return null;
    const column = snakeCase(from.column);
    const cells = this.#cellsOf(table, row);
    const cell = cells[column] ?? null;
    const section = cell === null ? table.section : null;
    const names = namesOf(table, column, cells);
    return { table, column, line: row.line, cells, section, name, unit, value: cell ?? value.text, names };
  }

  #cellsOf(table: Table, row: RowPlace): PublishedFigure["cells"] {
    const place = `${titleOf(table)} ${row.line}`;
    const cells = this.#cells.get(place) ?? this.#source.origins.cellsOf(table, row);
    this.#cells.set(place, cells);
    return cells;
  }
}

/** Identifies the row of a figure in its table: by its line, or by the name of a parameter that is built in. */
function rowName({ line, cells }: PublishedFigure): string {
  return line === NO_LINE ? String(cells.name) : String(line);
}

/** The words of the last part of a name: of a column, or of a parameter. */
function lastWords(name: string): readonly string[] {
  return name.slice(name.lastIndexOf("/") + 1).split("_");
}

function namesOf(table: Table, column: string, cells: PublishedFigure["cells"]): readonly string[] {
  const title = titleOf(table);
  if (isParameterTable(table)) return [`${title}/${cells.name}`, `${title}/${cells.name}/${column}`];
  const parts = (names: readonly string[]) => names.map((name) => encodedCell(cells[snakeCase(name)] ?? ""));
  const found = parts(table.readBy.length === 0 ? table.key : table.readBy).filter((part) => part !== "");
  return [
    [title, ...found, column],
    [title, ...parts(table.key), column],
    [title, column],
  ].map((each) => each.join("/"));
}

export function figuresOf(step: Step): readonly Figure[] {
  const { formula, decision } = step;
  return [...termsInWords(step), ...(formula === null ? [] : [formula]), ...(decision?.of ?? [])].flatMap(figuresIn);
}

function figuresIn(term: Term): readonly Figure[] {
  if (term instanceof Operation) return term.of.flatMap(figuresIn);
  return term instanceof Figure ? [term] : [];
}

/** The inputs of a calculation by their names in formulas, and an amount that is paid as published. */
function inputsOf({ outcome: { sheet, payment } }: ProviderResult): readonly Input[] {
  const figures = [...sheet.steps.flatMap(figuresOf), ...(payment === null ? [] : [payment])];
  return figures.flatMap(({ source, name }) => ("from" in source ? [{ ...source, name: name ?? source.name }] : []));
}

/** The rates of a release with figures replaced; or why a cell cannot hold a value. */
export function withFigures(
  data: RateData,
  replacements: readonly Replacement[],
): { readonly data: RateData } | { readonly ok: false; readonly faults: readonly RequestFault[] } {
  const faults: RequestFault[] = [];
  const rowsOf = new Map<Table, Map<string, RowPlace>>();
  for (const [table, ofTable] of Map.groupBy(replacements, ({ figure }) => figure.table)) {
    const reader = new RowReader(table);
    const rows = new Map<string, RowPlace>();
    for (const [name, ofRow] of Map.groupBy(ofTable, ({ figure }) => rowName(figure))) {
      const { line, cells } = (ofRow[0] as Replacement).figure;
      const set = new Map(ofRow.map(({ figure, sent }) => [figure.column, sent]));
      const again = ofRow.filter(({ figure, sent }) => set.get(figure.column) !== sent);
      faults.push(...again.map(({ sent }) => refused(sent, "each figure once, but it is set twice")));
      const written = headersOf(table).map((header) => set.get(header)?.value ?? cells[header] ?? null);
      const row = reader.check(written, line, (header, _, reason) => {
        faults.push(refused(set.get(header) ?? (ofRow[0] as Replacement).sent, reason.replace(/^expected /, "")));
      });
      if (row !== null) rows.set(name, row);
    }
    rowsOf.set(table, rows);
  }
  return faults.length > 0 ? { ok: false, faults } : { data: new ReplacedRates(data, rowsOf) };
}

/** Rates with some published rows replaced. */
class ReplacedRates implements RateData {
  readonly #data: RateData;
  /** By line; a built-in parameter by name. */
  readonly #rowsOf: ReadonlyMap<Table, ReadonlyMap<string, RowPlace>>;
  readonly hasRows: RateData["hasRows"];
  readonly editions: RateData["editions"];

  constructor(data: RateData, rowsOf: ReadonlyMap<Table, ReadonlyMap<string, RowPlace>>) {
    this.#data = data;
    this.#rowsOf = rowsOf;
    this.hasRows = (table, cell) => data.hasRows(table, cell);
    this.editions = (table) => data.editions(table);
  }

  readonly rows: RateData["rows"] = (table, key) => {
    const published = this.#data.rows(table, key);
    const replaced = this.#rowsOf.get(table) as ReadonlyMap<string, (typeof published)[number]> | undefined;
    if (replaced === undefined) return published;
    if (published.length > 0) return published.map((row) => replaced.get(String(row.line)) ?? row);
    const builtIn = replaced.get(String((key as Readonly<Record<string, unknown>>).name));
    return builtIn === undefined ? published : [builtIn];
  };
}

function refused({ cell, value }: SentFigure, expected: string): RequestFault {
  return invalidSet(`${quoted(cell)} to ${quoted(value)}`, expected);
}

export function invalidSet(sent: string, expected: string): RequestFault {
  const message = `set ${sent} is not valid: expected ${expected.replace(/(?<!\?)$/, ".")}`;
  return { field: "set", code: "invalid_parameter", message };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_LISTED_MAX).join(", ");
  return names.length > NAMES_LISTED_MAX ? `${shown} and ${names.length - NAMES_LISTED_MAX} others` : shown;
}

/** `parameters.csv` of a state. */
function isParameterTable({ key }: Table): boolean {
  return key.length === 1 && key[0] === "name";
}

/** A cell of a key, with the separators of figures, cells and values encoded. */
function encodedCell(cell: string): string {
  return cell.replaceAll(/[%,/=]/g, encodeURIComponent);
}

function decodedCell(part: string): string {
  return part.replaceAll(/%(25|2c|2f|3d)/gi, decodeURIComponent);
}

/**
 * What a name means in the tables of a state: a cell of a row; a cell of a key, which cannot be set; a column without a
 * row of this key; or nothing.
 */
type NamedCell = "cell" | "key" | "column" | "nothing";

function namedCell(name: string, { tables, lookups }: State, data: RateData): NamedCell {
  const table = tables.find((each) => name.startsWith(`${titleOf(each)}/`));
  if (table === undefined) return "nothing";
  const parts = name.slice(titleOf(table).length + 1).split("/");
  if (isParameterTable(table)) return namesParameter(table, parts) ? "cell" : "nothing";
  const column = parts.at(-1) as string;
  if (!headersOf(table).includes(column)) return "nothing";
  const figures = Object.keys(table.columns).filter((each) => !table.key.includes(each));
  if (!figures.map(snakeCase).includes(column)) return "key";
  if (parts.length === 1) return "cell";
  const isPriced = lookups.some((lookup) => lookup.tables.includes(table));
  return isPriced && hasRow(table, parts.slice(0, -1).map(decodedCell), data) ? "cell" : "column";
}

function namesParameter({ columns }: Table, [name = "", column = "value", ...others]: readonly string[]): boolean {
  return others.length === 0 && column === "value" && !(columns.name?.read(name) instanceof Refusal);
}

/** Whether a row has these cells: the columns it is read by, or the whole key. */
function hasRow(table: Table, cells: readonly string[], data: RateData): boolean {
  return [table.readBy, table.key].some((names) => {
    if (names.length !== cells.length) return false;
    const values = names.map((name, place) => cellValue(table, name, cells[place] as string));
    if (values.some((value) => value instanceof Refusal)) return false;
    const sent = Object.fromEntries(names.map((name, place) => [name, values[place]]));
    const readBy = Object.fromEntries(table.readBy.map((name) => [name, sent[name]]));
    const rows = data.rows(table, readBy as never) as readonly (RowPlace & Readonly<Record<string, unknown>>)[];
    return rows.some((row) => keyOf(names.map((name) => row[name])) === keyOf(values));
  });
}

function cellValue({ columns }: Table, name: string, cell: string): unknown {
  return cell === "" ? columns[name]?.absent : columns[name]?.read(cell);
}
