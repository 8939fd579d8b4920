import { type Day, parseIsoDay } from "../core/calendar/day.ts";
import type { Period } from "../core/calendar/period.ts";
import { recordMaker } from "../core/runtime/records.ts";
import { isLongerThan } from "../core/text/encoding.ts";
import { Refusal } from "../core/text/refusal.ts";
import { snakeCase } from "../core/text/spelling.ts";
import type { Column } from "./column.ts";
import { END_HEADER, headersOf, type RowFault, type RowPlace, START_HEADER, type Table } from "./table.ts";

/** The trimmed cells of a row in the order of `headersOf`; null when empty. */
export type StoredCells = readonly (string | null)[];

type ReportCell = (header: string, value: string, reason: string) => void;

/**
 * Characters of a cell: ten times the longest published description, or nine hundred NPIs. Building a release folds
 * names and cuts them into words, so cells need a limit.
 */
const CELL_CHARACTERS_MAX = 10_000;

const SHOWN_CHARACTERS = 100;

const NOT_EMPTY = "expected a value";
const A_SHORTER_CELL = `expected at most ${CELL_CHARACTERS_MAX} characters`;
const A_DAY = "expected a calendar day as YYYY-MM-DD";

export class RowReader<Row extends RowPlace = RowPlace> {
  readonly #names: readonly string[];
  readonly #columns: readonly Column<unknown>[];
  readonly #values: readonly RepeatedValues<NonNullable<unknown>>[];
  readonly #headers: readonly string[];
  readonly #isDated: boolean;
  readonly #periods = new Periods();
  readonly #rules: readonly ((row: Row) => RowFault | null)[];
  readonly #rowOf: (values: readonly unknown[]) => Record<string, unknown>;

  constructor(table: Table<Row>) {
    this.#names = Object.keys(table.columns);
    this.#columns = Object.values(table.columns);
    this.#values = this.#columns.map(({ read }) => new RepeatedValues((cell) => read(cell) as NonNullable<unknown>));
    this.#headers = headersOf(table);
    this.#isDated = table.dated;
    this.#rules = table.rules;
    this.#rowOf = recordMaker([...this.#names, ...(table.dated ? ["period"] : []), "line"]);
  }

  /** The row of cells that were checked when the release was built. */
  read(cells: StoredCells, line: number): Row {
    const values: unknown[] = [];
    for (let index = 0; index < this.#names.length; index += 1) {
      const cell = cells[index] as string | null;
      values.push(cell === null ? this.#columns[index]?.absent : this.#values[index]?.of(cell));
    }
    return this.#completed(values, cells, line);
  }

  /** The row of cells that come from outside; null after reporting everything wrong with them. */
  check(cells: StoredCells, line: number, report: ReportCell): Row | null {
    const values: unknown[] = [];
    let isSound = true;
    for (let index = 0; index < this.#names.length; index += 1) {
      const cell = cells[index] as string | null;
      if (cell !== null && isLongerThan(cell, CELL_CHARACTERS_MAX)) {
        report(this.#headers[index] as string, cell.slice(0, SHOWN_CHARACTERS), A_SHORTER_CELL);
        isSound = false;
        continue;
      }
      const column = this.#columns[index] as Column<unknown>;
      const value = cell === null ? column.absent : column.read(cell);
      values.push(value);
      const reason =
        cell === null
          ? column.required
            ? NOT_EMPTY
            : null
          : value instanceof Refusal
            ? `expected ${value.expected}`
            : null;
      if (reason === null) continue;
      report(this.#headers[index] as string, cell ?? "", reason);
      isSound = false;
    }
    if (this.#isDated && !this.#checkPeriod(cells, report)) isSound = false;
    return isSound ? this.#checkRules(this.#completed(values, cells, line), cells, report) : null;
  }

  #completed(values: unknown[], cells: StoredCells, line: number): Row {
    if (this.#isDated) values.push(this.#periods.of(this.#start(cells) as Day, this.#end(cells) as Day | null));
    values.push(line);
    return this.#rowOf(values) as unknown as Row;
  }

  #start(cells: StoredCells): string | null {
    return cells[this.#names.length] as string | null;
  }

  #end(cells: StoredCells): string | null {
    return cells[this.#names.length + 1] as string | null;
  }

  #checkPeriod(cells: StoredCells, report: ReportCell): boolean {
    const start = this.#start(cells);
    const end = this.#end(cells);
    const startReason = start === null ? NOT_EMPTY : parseIsoDay(start) === null ? A_DAY : null;
    if (startReason !== null) report(START_HEADER, start ?? "", startReason);
    if (end === null) return startReason === null;

    const endReason = parseIsoDay(end) === null ? A_DAY : endBeforeStart(startReason === null ? start : null, end);
    if (endReason !== null) report(END_HEADER, end, endReason);
    return startReason === null && endReason === null;
  }

  #checkRules(row: Row, cells: StoredCells, report: ReportCell): Row | null {
    let isSound = true;
    for (const rule of this.#rules) {
      const fault = rule(row);
      if (fault === null) continue;
      const header = snakeCase(fault.column);
      report(header, cells[this.#headers.indexOf(header)] ?? "", fault.reason);
      isSound = false;
    }
    return isSound ? row : null;
  }
}

function endBeforeStart(start: string | null, end: string): string | null {
  return start !== null && end < start ? `expected a day not before the start date ${start}` : null;
}

/**
 * Interns the periods of a table. Thousands of rows share a few periods, and a search for the effective row reads their
 * days: shared, they stay in the processor's caches.
 */
export class Periods {
  readonly #ending = new RepeatedValues((end) => this.#startingWithEnd(end as Day));
  readonly #active = this.#startingWithEnd(null);

  of(start: Day, end: Day | null): Period {
    return (end === null ? this.#active : this.#ending.of(end)).of(start);
  }

  #startingWithEnd(end: Day | null): RepeatedValues<Period> {
    return new RepeatedValues((start) => ({ start: start as Day, end }));
  }
}

/** Values kept per column; a column with repeated values seldom has more. */
const VALUES_KEPT_MAX = 2_000;

/**
 * Interns the values of a column: codes, days and factors repeat all over a table, and thousands of rows share them. A
 * column with few repeated values, such as street addresses, is not interned.
 */
export class RepeatedValues<Value extends NonNullable<unknown>> {
  readonly #make: (text: string) => Value;
  #known: Map<string, Value> | null = new Map();
  #repetitions = 0;

  constructor(make: (text: string) => Value) {
    this.#make = make;
  }

  of(text: string): Value {
    const known = this.#known?.get(text);
    if (known !== undefined) {
      this.#repetitions += 1;
      return known;
    }
    const made = this.#make(text);
    this.#keep(text, made);
    return made;
  }

  #keep(text: string, made: Value): void {
    if (this.#known === null) return;
    if (this.#known.size < VALUES_KEPT_MAX) this.#known.set(text, made);
    else if (this.#repetitions < VALUES_KEPT_MAX) this.#known = null;
  }
}
