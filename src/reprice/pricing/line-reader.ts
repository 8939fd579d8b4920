import type { RateLookup } from "../../pricing/lookup.ts";
import { csvCell, lineFeedsIn, cellsOf } from "../../text/csv.ts";
import { Refusal } from "../../text/refusal.ts";
import { CHARGES } from "../reading/column-words.ts";
import {
  daysMeaningToday,
  type InputColumn,
  type InputColumns,
  type ParameterColumn,
  roleByIndex,
} from "../reading/input-columns.ts";
import { BILLING_CODE, codeAndModifier } from "../values/billing-code.ts";
import type { CellForm } from "../values/cell-form.ts";
import { modifiersOf } from "../values/modifiers.ts";
import type { ValueReader } from "../values/read-value.ts";
import { readersOf } from "../values/readers.ts";
import { CellReading } from "./cell-reading.ts";
import { type LineFault, malformed } from "./line-fault.ts";
import type { Line } from "./lines.ts";
import type { ReadLine } from "./read-line.ts";
import { type SkippedRow, STRAY_ROW, TOTAL_OR_CLAIM, TOTALS_ROW } from "./skipped-row.ts";
import { isStrayRow, withoutFarCells } from "./stray-cells.ts";
import { totalsReading } from "./totals-row.ts";

const NONE: readonly string[] = [];

/** Reads the lines of an input whose columns are known. */
export class LineReader {
  readonly #columns: InputColumns;
  readonly #isOutpatient: boolean;
  readonly #hasSemicolons: boolean;
  readonly #parameters: readonly (ParameterColumn & { readonly read: ValueReader; readonly isNeededDay: boolean })[];
  /** The column of a parameter that says what was billed. */
  readonly #charges: ParameterColumn | null;
  /** Where it is said what was done, and by whom. */
  readonly #telling: readonly number[];
  /** Where anything is read. */
  readonly #read: readonly number[];

  constructor(columns: InputColumns, lookup: RateLookup, form: CellForm) {
    const readerOf = readersOf(lookup, form, columns.codeSystem);
    const neededDays = daysMeaningToday(lookup, form.today);
    const identifiers = lookup.reader.names.filter(
      (_, place) => Object.values(lookup.parameters)[place]?.identifiesProvider,
    );
    this.#columns = columns;
    this.#read = [...roleByIndex(columns).keys()];
    this.#hasSemicolons = form.hasSemicolons;
    this.#isOutpatient = lookup.setting === "outpatient";
    this.#parameters = columns.parameters.map((column) => ({
      ...column,
      read: readerOf(column.name),
      isNeededDay: neededDays.includes(column.name),
    }));
    this.#charges = columns.parameters.find(({ name }) => CHARGES.includes(name)) ?? null;
    this.#telling = columns.parameters
      .filter(({ name }) => name === BILLING_CODE || identifiers.includes(name))
      .map(({ index }) => index);
  }

  /** A line; or why it is none at all. */
  read({ number, record }: Line): ReadLine | LineFault | SkippedRow {
    if (record === null) return malformed("The line has bytes that are not UTF-8. Save the file as CSV UTF-8.");
    const cells = cellsOf(record);
    if (cells instanceof Refusal) return malformed(`The line is not CSV: expected ${cells.expected}.`);
    const { count } = this.#columns;
    const telling = this.#telling.map((index) => cells[index] ?? "");
    const isWide = cells.length >= count;
    const totals = isWide ? totalsReading(cells, telling) : null;
    if (totals !== null) return totals === "total" ? TOTALS_ROW : TOTAL_OR_CLAIM;
    if (isStrayRow(cells, count, this.#read)) return STRAY_ROW;
    if (cells.length === count) return this.#claimLine(number, record, cells);
    const inTable = isWide ? withoutFarCells(cells, count) : null;
    if (inTable === null) return malformed(otherCellCount(record, cells.length, count));
    const line = this.#claimLine(number, inTable.map(csvCell).join(","), inTable);
    return { ...line, ways: [...line.ways, "farCells"] };
  }

  #claimLine(line: number, record: string, cells: readonly string[]): ReadLine {
    const reading = new CellReading(cells, this.#hasSemicolons);
    const fields: Record<string, string> = {};
    // Empty cells are kept, since they count as absent: objects of one shape are read faster.
    for (const column of this.#parameters) fields[column.name] = reading.parameter(column);
    const charges = this.#charges;
    if (charges !== null) fields[charges.name] = reading.charges(charges, fields[charges.name] ?? "", this.#columns);
    const behindCode = this.#codeOf(fields, reading);
    const { modifiers } = this.#columns;
    const found = modifiersOf([...behindCode, ...modifiers.map(({ index }) => cells[index] as string)]);
    if (found instanceof Refusal) reading.faults.push(tooManyModifiers(modifiers, found));
    return {
      line,
      record,
      fields,
      modifiers: found instanceof Refusal ? [] : found,
      ...reading.amounts(this.#columns),
      ways: reading.ways,
      faults: reading.faults,
      doubts: reading.doubts,
    };
  }

  /** Puts the code together, or takes it apart, as a request has it; the modifiers that stood behind it are handed back. */
  #codeOf(fields: Record<string, string>, reading: CellReading): readonly string[] {
    const code = fields[BILLING_CODE] ?? "";
    const { severity } = this.#columns;
    if (severity !== null) fields[BILLING_CODE] = reading.withSeverity(code, severity);
    const parts = this.#isOutpatient && code.includes("-") ? codeAndModifier(code) : null;
    if (parts === null) return NONE;
    fields[BILLING_CODE] = parts.code;
    reading.ways.push("codeModifier");
    return [parts.modifier];
  }
}

function tooManyModifiers(columns: readonly InputColumn[], { expected }: Refusal): LineFault {
  const field = columns.map(({ name }) => name).join(", ");
  return { field, code: "invalid_parameter", message: `${field}: expected ${expected}.` };
}

function otherCellCount(record: string, count: number, expected: number): string {
  const further = lineFeedsIn(record);
  const reach = further === 0 ? "" : ` A quote makes it ${further + 1} lines long.`;
  return `The line has ${count} ${count === 1 ? "cell" : "cells"}, the header ${expected}.${reach} Put cells that contain commas in quotes.`;
}
