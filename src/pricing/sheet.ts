import type { Day } from "../core/calendar/day.ts";
import {
  type Dated,
  effective,
  nearestPeriod,
  onlyEffective,
  type Period,
  periodText,
} from "../core/calendar/period.ts";
import { asMoney } from "../core/money/arithmetic.ts";
import { Factor, whole } from "../core/money/factor.ts";
import { dollarText, type Exact, type Money } from "../core/money/money.ts";
import type { KeyOf, RateData, RowPlace, Table } from "../dataset/table.ts";
import { NoRate, type NoRateCode, type NoRateDetails, type Remedy } from "./no-rate.ts";
import { type ProgramTable, parameterOn } from "./program.ts";
import { Readings } from "./readings.ts";
import {
  type Decision,
  Figure,
  type FigureOrigin,
  type Input,
  isComplete,
  type Step,
  type Term,
  type Unit,
  type Wording,
  type Words,
} from "./worksheet/calculation.ts";
import { type Computed, fixed, inDollars, rounded, unrounded } from "./worksheet/computing.ts";
import { type Notation, stepText } from "./worksheet/line.ts";

/** A default that was used, in words. */
export interface Assumption {
  readonly parameter: string;
  readonly value: string;
  readonly reason: string;
}

/** A cell that can be a figure: an amount, a factor or a whole number. */
type FigureCell = Exact | number | null;

/** The figure of a cell; null where the cell may be empty and is. */
type FigureOf<Cell> = Cell extends null
  ? null
  : Cell extends number
    ? Figure<Factor>
    : Cell extends Exact
      ? Figure<Cell>
      : never;

/** Null where a cell may be empty. */
type AbsentIn<Cell> = Cell extends null ? null : never;

type FigureColumn<Row> = { [Name in keyof Row & string]: Row[Name] extends FigureCell ? Name : never }[keyof Row &
  string];

/** Message for a missing row; `nearest`: the nearest published period in words, null without any row of the key. */
type Missing = (nearest: string | null) => string;

/** A step that is computed and explained, but not printed. */
export const UNPRINTED = null;

/**
 * The worksheet of one result. A rule gets everything from it: rows, their figures, the program's parameters, and
 * results of operations. It records all of that. The text, the explanation, the period and the reason for no rate all
 * come from this record.
 */
export class Sheet {
  readonly day: Day;
  readonly steps: Step[] = [];
  readonly readings = new Readings();
  readonly assumptions: Assumption[] = [];
  readonly #data: RateData;
  readonly #dayParameter: string;
  readonly notation: Notation;

  constructor(data: RateData, day: Day, dayParameter: string, notation: Notation) {
    this.#data = data;
    this.day = day;
    this.#dayParameter = dayParameter;
    this.notation = notation;
  }

  /** The rows of a key, of all periods. `otherwise`: the reason shown for unused ones. */
  rows<Row extends RowPlace, ReadBy extends string>(
    table: Table<Row, ReadBy>,
    key: KeyOf<Row, ReadBy>,
    otherwise?: string,
  ): readonly Row[] {
    const rows = this.#data.rows(table, key);
    this.readings.add(table, key, rows, otherwise);
    return rows;
  }

  /** The rows that are effective on the day. */
  effective<Row extends Dated>(rows: readonly Row[]): Row[] {
    this.readings.noteDated(rows);
    return effective(rows, this.day);
  }

  /** The effective row of a key, used for the price; throws a `NoRate` without one. */
  row<Row extends RowPlace & Dated, ReadBy extends string>(
    table: Table<Row, ReadBy>,
    key: KeyOf<Row, ReadBy>,
    code: NoRateCode,
    missing: Missing,
  ): Row {
    return this.only(this.rows(table, key), code, missing);
  }

  /** The effective one of the rows of a key, used for the price; throws a `NoRate` without one. */
  only<Row extends RowPlace & Dated>(rows: readonly Row[], code: NoRateCode, missing: Missing): Row {
    const row = this.#onlyEffective(rows);
    if (row === undefined) throw this.noneEffective(rows, code, missing);
    return this.use(row);
  }

  /** The effective row of a key, not used yet; undefined without one. */
  rowIfAny<Row extends RowPlace & Dated, ReadBy extends string>(
    table: Table<Row, ReadBy>,
    key: KeyOf<Row, ReadBy>,
  ): Row | undefined {
    return this.#onlyEffective(this.rows(table, key));
  }

  #onlyEffective<Row extends Dated>(rows: readonly Row[]): Row | undefined {
    this.readings.noteDated(rows);
    return onlyEffective(rows, this.day);
  }

  /**
   * Whether an edition of a table is loaded for the day. Only then is an absent row not published; otherwise the price
   * is incomplete. Rows written by hand have no edition and count as complete.
   */
  hasEdition(table: Table): boolean {
    const editions = this.#data.editions(table);
    const isLoaded = editions.length === 0 ? this.#data.hasRows(table) : this.effective(editions).length > 0;
    if (!isLoaded) this.readings.lackEdition(table);
    return isLoaded;
  }

  /** Why none of these rows is effective: there are none, or they have other periods. */
  noneEffective(rows: readonly Dated[], code: NoRateCode, missing: Missing): NoRate {
    if (rows.length === 0) return this.noRate(code, missing(null));
    const nearest = nearestPeriod(rows, this.day);
    return this.noRate("not_in_force", missing(periodText(nearest)), { nearest });
  }

  /** Uses a row for the price: its period bounds the price. */
  use<Row extends Dated>(row: Row): Row {
    this.readings.useWithPeriod(row);
    return row;
  }

  /**
   * Uses a row that does not bound the price by its period: the price ends only where another row changes the result.
   */
  consult<Row extends object>(row: Row): Row {
    this.readings.use(row);
    return row;
  }

  /** Records a row of an undated table that was found through a cached index, such as a map of routes. */
  took<Row extends RowPlace, ReadBy extends string>(table: Table<Row, ReadBy>, key: KeyOf<Row, ReadBy>, row: Row): Row {
    this.readings.add(table, key, [row]);
    return this.consult(row);
  }

  /** A value derived from the release once, for all lookups. */
  derived<Value>(derive: (data: RateData) => Value): Value {
    return derive(this.#data);
  }

  /** The rows that fit; `whyNot` is the reason for the others. */
  those<Row extends object>(rows: readonly Row[], fits: (row: Row) => boolean, whyNot: (row: Row) => string): Row[] {
    const fitting = rows.filter(fits);
    this.readings.choose(rows, fitting, whyNot);
    return fitting;
  }

  /** The rows that fit, or all of them when none does. */
  thoseOrAll<Row extends object>(
    rows: readonly Row[],
    fits: (row: Row) => boolean,
    whyNot: (row: Row) => string,
  ): readonly Row[] {
    if (rows.length === 1) return rows;
    const fitting = rows.filter(fits);
    if (fitting.length === 0) return rows;
    this.readings.choose(rows, fitting, whyNot);
    return fitting;
  }

  chosen<Row extends object>(rows: readonly Row[], row: Row, whyNot: (row: Row) => string): Row {
    this.readings.choose(rows, [row], whyNot);
    return row;
  }

  /** The figure in a column of a row, under the name that the page gives it. */
  figure<Row extends object, Column extends FigureColumn<Row>>(
    name: string,
    row: Row,
    column: Column,
    unit?: Unit,
  ): FigureOf<Row[Column]> {
    const cell = row[column] as FigureCell;
    if (cell === null) return null as FigureOf<Row[Column]>;
    this.readings.useFigure(row);
    const value = typeof cell === "number" ? whole(cell) : cell;
    const counts = unit ?? ("cents" in value ? "dollars" : "factor");
    return newFigure(name, value, counts, { row, column }) as FigureOf<Row[Column]>;
  }

  /**
   * A published amount in dollars, printed with two decimals, or with all published digits if there are more
   * (conventions 1.5).
   */
  amount<Column extends string, Row extends { readonly [Name in Column]: Factor | null }>(
    name: string,
    row: Row,
    column: Column,
  ): Figure<Factor> | AbsentIn<Row[Column]> {
    const value: Factor | null = row[column];
    if (value === null) return null as AbsentIn<Row[Column]>;
    this.readings.useFigure(row);
    const { source } = newFigure(name, value, "dollars", { row, column });
    return new Figure(new Factor(value.units, value.scale, dollarText(value)), source, "dollars", name);
  }

  sent<Value extends Exact>(name: string, parameter: string, value: Value, unit: Unit): Figure<Value> {
    return newFigure(name, value, unit, { parameter });
  }

  /** A program parameter on the day; throws a `NoRate` without a value (conventions 7). */
  parameter<Name extends string>(
    program: ProgramTable<Name>,
    name: Name,
    unit: Exclude<Unit, "dollars"> = "factor",
  ): Figure<Factor> {
    const found = parameterOn(program, name, this.#parameterRows(program, name), this.day);
    if (!("value" in found)) throw this.noRate(found.code, found.message, { nearest: found.nearest });
    return newFigure(name, found.value, unit, this.#parameterOrigin(program, name, found.row));
  }

  /** A program parameter in dollars. */
  dollarParameter<Name extends string>(program: ProgramTable<Name>, name: Name): Figure<Money> {
    return inDollarsAs(name, this.parameter(program, name));
  }

  dollarParameterIfAny<Name extends string>(program: ProgramTable<Name>, name: Name): Figure<Money> | null {
    const figure = this.parameterIfAny(program, name);
    return figure === null ? null : inDollarsAs(name, figure);
  }

  /** A program parameter of an optional rule; null without a value. */
  parameterIfAny<Name extends string>(
    program: ProgramTable<Name>,
    name: Name,
    unit: Exclude<Unit, "dollars"> = "factor",
  ): Figure<Factor> | null {
    const found = parameterOn(program, name, this.#parameterRows(program, name), this.day);
    if (!("value" in found)) return null;
    return newFigure(name, found.value, unit, this.#parameterOrigin(program, name, found.row));
  }

  #parameterRows({ table }: ProgramTable<never>, name: string) {
    const rows = this.rows(table, { name });
    this.readings.noteDated(rows);
    return rows;
  }

  #parameterOrigin({ table }: ProgramTable<never>, name: string, row: Dated | null): FigureOrigin {
    if (row === null) return { default: name, section: table.section };
    this.readings.useParameter(row);
    return { row, column: "value" };
  }

  /** Dollars: rounded half-up to cents, once (conventions 1.3). */
  dollars(section: string, formula: Term, wording: Wording | null = {}): Figure<Money> {
    return this.#recorded(inDollars(section, formula, wording));
  }

  /** A factor, rounded to so many decimals; null: exact. */
  factor(section: string, formula: Term, decimals: number | null, wording: Wording | null = {}): Figure<Factor> {
    return this.#recorded(
      decimals === null
        ? unrounded(section, formula, "factor", wording)
        : rounded(section, formula, decimals, "factor", wording),
    );
  }

  /** A factor that is printed with exactly as many decimals as it is rounded to. */
  fixedFactor(section: string, formula: Term, decimals: number, wording: Wording | null = {}): Figure<Factor> {
    return this.#recorded(fixed(section, formula, decimals, "factor", wording));
  }

  count(section: string, formula: Term, unit: "days" | "units", wording: Wording | null = {}): Figure<Factor> {
    return this.#recorded(rounded(section, formula, 0, unit, wording));
  }

  /** A published amount, paid with all its digits (conventions 1.3). */
  published(section: string, amount: Figure<Factor>, wording: Wording | null = {}): Figure<Factor> {
    return this.#recorded(unrounded(section, amount, "dollars", wording));
  }

  /** Adds words to the calculation: a remark, or a formula that could not be evaluated. */
  note(section: string, shown: Words | string): void {
    this.#push(section, null, { lead: shown });
  }

  /** A formula that has no result because one of its values is missing. */
  unfinished(section: string, formula: Term, wording: Wording = {}): void {
    if (isComplete(formula)) throw new Error(`Nothing is missing in the formula of ${section}`);
    this.#push(section, formula, wording);
  }

  #push(section: string, formula: Term | null, wording: Wording): void {
    this.steps.push({
      section,
      formula,
      value: null,
      decimals: null,
      unit: null,
      wording,
      applied: true,
      decision: null,
      remark: null,
    });
  }

  #recorded<Value extends Exact>({ step, figure }: Computed<Value>): Figure<Value> {
    this.steps.push(step);
    return figure;
  }

  /** Records the comparison that a result decided; `remark` is its text in the line. */
  decided(result: Figure, decision: Decision, remark: Words | null = null): void {
    const step = result.source as Step;
    step.decision = decision;
    step.remark = remark;
  }

  /** Records that a result was computed and not used, and the comparison that decided it; null: no comparison. */
  notApplied(result: Figure, decision: Decision | null, remark: Words | null = null): void {
    const step = result.source as Step;
    step.decision = decision;
    step.remark = remark;
    step.applied = false;
  }

  /** Notes a default that the price rests on. */
  assume(parameter: string, value: string, reason: string): void {
    this.assumptions.push({ parameter, value, reason });
  }

  /** Why the calculation ends. `searched` defaults to the last reading. */
  noRate(code: NoRateCode, message: string, details: NoRateDetails = {}): NoRate {
    const { searched = this.readings.last } = details;
    const nearest = details.nearest ?? null;
    const remedy = [...(details.remedy ?? [])];
    if (nearest !== null) remedy.push(this.#withinPeriod(nearest));
    return new NoRate(code, message, { ...details, remedy, searched });
  }

  /** The day of the period that is nearest to the requested one. */
  #withinPeriod(period: Period): Remedy {
    const value = this.day < period.start ? period.start : (period.end ?? period.start);
    return { parameter: this.#dayParameter, value, why: `the nearest published period is ${periodText(period)}` };
  }

  /** `calculation_method`: one line of plain text (conventions 3.8). */
  get line(): string {
    let line = "";
    for (const step of this.steps) {
      const text = stepText(step, this.notation);
      if (text !== null) line += line === "" ? text : `; ${text}`;
    }
    return line;
  }
}

/** A published figure that stands for dollars. */
function inDollarsAs(name: string, { value, source }: Figure<Factor>): Figure<Money> {
  const input: Input = { name, value, unit: "dollars", from: (source as Input).from };
  return new Figure(asMoney(value), input, "dollars", name);
}

function newFigure<Value extends Exact>(name: string, value: Value, unit: Unit, from: FigureOrigin): Figure<Value> {
  return new Figure(value, { name, value, unit, from }, unit, name);
}
