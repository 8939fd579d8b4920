import type { Factor } from "../../money/factor.ts";
import { Refusal } from "../../reading/refusal.ts";
import { cellsOf } from "../csv/records.ts";
import type { Column, InputColumns, ParameterColumn } from "../reading/columns.ts";
import { DAY_BEFORE_MONTH } from "../values/days.ts";
import { readPaid, readUnits } from "../values/figures.ts";
import { modifiersOf } from "../values/modifiers.ts";
import type { ValueReader, WayOfReading } from "../values/read-value.ts";
import { invalidCell, type LineFault, malformed } from "./line-fault.ts";
import type { Line } from "./lines.ts";

/** A line of a claim: what is looked up, and what is worked out of the rate. */
export interface ReadLine {
  readonly line: number;
  readonly record: string;
  /** The parameters but for the modifier, as a request has them; a cell that cannot be read as it is. */
  readonly fields: Readonly<Record<string, string>>;
  /** Upper-cased, each once. */
  readonly modifiers: readonly string[];
  readonly units: Factor | null;
  /** Negative when money was taken back. */
  readonly paid: Factor | null;
  /** How cells were read that a request would have refused. */
  readonly ways: readonly WayOfReading[];
  /** What is wrong with its parameters before they are looked at as a request. */
  readonly faults: readonly LineFault[];
  /** What leaves it priced, though not compared: units or an amount paid that cannot be read. */
  readonly doubts: readonly LineFault[];
}

/** Reads the lines of an input whose columns are known. */
export class LineReader {
  readonly #columns: InputColumns;
  readonly #parameters: readonly (ParameterColumn & { readonly read: ValueReader })[];

  constructor(columns: InputColumns, readerOf: (parameter: string) => ValueReader) {
    this.#columns = columns;
    this.#parameters = columns.parameters.map((column) => ({ ...column, read: readerOf(column.name) }));
  }

  /** A line; or why it is none at all. */
  read({ number, record }: Line): ReadLine | LineFault {
    if (record === null) return malformed("The line has bytes that are not UTF-8. Save the file as CSV UTF-8.");
    const cells = cellsOf(record);
    if (cells instanceof Refusal) return malformed(`The line is not CSV: expected ${cells.expected}.`);
    const { count } = this.#columns;
    return cells.length === count
      ? this.#claimLine(number, record, cells)
      : malformed(otherCellCount(record, cells.length, count));
  }

  #claimLine(line: number, record: string, cells: readonly string[]): ReadLine {
    const { modifiers, units, paid } = this.#columns;
    const ways: WayOfReading[] = [];
    const faults: LineFault[] = [];
    const doubts: LineFault[] = [];
    const fields: Record<string, string> = {};
    // Empty cells are kept, since they count as absent: objects of one shape are read faster.
    for (const { name, heading, index, read } of this.#parameters) {
      const cell = cells[index] as string;
      const value = read(cell);
      if (value instanceof Refusal) {
        const code = value === DAY_BEFORE_MONTH ? "day_before_month" : "invalid_parameter";
        faults.push(invalidCell(code, heading, cell, value));
      } else if (value.way !== null) ways.push(value.way);
      fields[name] = value instanceof Refusal ? cell : value.text;
    }
    const figureIn = (column: Column | null, read: typeof readUnits): Factor | null => {
      if (column === null) return null;
      const cell = cells[column.index] as string;
      const value = read(cell);
      if (value instanceof Refusal) {
        doubts.push(invalidCell("invalid_amount", column.name, cell, value));
        return null;
      }
      if (value.way !== null) ways.push(value.way);
      return value.figure;
    };
    const found = modifiersOf(modifiers.map(({ index }) => cells[index] as string));
    if (found instanceof Refusal) faults.push(tooManyModifiers(modifiers, found));
    return {
      line,
      record,
      fields,
      modifiers: found instanceof Refusal ? [] : found,
      units: figureIn(units, readUnits),
      paid: figureIn(paid, readPaid),
      ways,
      faults,
      doubts,
    };
  }
}

function tooManyModifiers(columns: readonly Column[], { expected }: Refusal): LineFault {
  const field = columns.map(({ name }) => name).join(", ");
  return { field, code: "invalid_parameter", message: `${field}: expected ${expected}.` };
}

function otherCellCount(record: string, count: number, expected: number): string {
  const further = record.split("\n").length - 1;
  const reach = further === 0 ? "" : ` A quote makes it ${further + 1} lines long.`;
  return `The line has ${count} ${count === 1 ? "cell" : "cells"}, the header ${expected}.${reach} Put cells that contain commas in quotes.`;
}
