import type { Factor } from "../../money/factor.ts";
import { quoted, Refusal } from "../../reading/refusal.ts";
import { cellsOf } from "../csv/records.ts";
import type { InputColumns } from "../reading/columns.ts";
import { type LineFault, malformed } from "./line-fault.ts";
import type { Line } from "./lines.ts";
import { readPaid } from "./paid.ts";

/** A line as a lookup: its parameters as text, and what was paid. */
export interface ReadLine {
  readonly line: number;
  readonly record: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly paid: Factor | null;
}

/** Reads a line; a fault says why it is no lookup. Whether its parameters are well formed is the lookup's to say. */
export function readLine({ number, record }: Line, columns: InputColumns): ReadLine | LineFault {
  if (record === null) return malformed("The line has bytes that are not UTF-8. Save the file as CSV UTF-8.");
  const cells = cellsOf(record);
  if (cells instanceof Refusal) return malformed(`The line is not CSV: expected ${cells.expected}.`);
  if (cells.length !== columns.count) return malformed(otherCellCount(record, cells.length, columns.count));
  const paid = columns.paid === null ? null : readPaid(cells[columns.paid.index] as string);
  if (paid instanceof Refusal) return invalidAmount(columns, cells, paid);
  return { line: number, record, fields: parametersIn(cells, columns), paid };
}

/** Empty cells are kept, since they count as absent: objects of one shape are read faster. */
function parametersIn(cells: readonly string[], { parameters }: InputColumns): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { name, index } of parameters) fields[name] = cells[index] as string;
  return fields;
}

function otherCellCount(record: string, count: number, expected: number): string {
  const further = record.split("\n").length - 1;
  const reach = further === 0 ? "" : ` A quote makes it ${further + 1} lines long.`;
  return `The line has ${count} ${count === 1 ? "cell" : "cells"}, the header ${expected}.${reach} Put cells that contain commas in quotes.`;
}

function invalidAmount({ paid }: InputColumns, cells: readonly string[], { expected }: Refusal): LineFault {
  const { name, index } = paid as NonNullable<InputColumns["paid"]>;
  return {
    field: name,
    code: "invalid_amount",
    message: `${name} ${quoted(cells[index])} is not valid: expected ${expected}.`,
  };
}
