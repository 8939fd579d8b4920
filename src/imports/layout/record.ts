import { isFailedFormula, NO_VALUE, quoted, Refusal } from "../../core/text/refusal.ts";
import { hasRestoredZeros } from "../declaring/conversions.ts";
import type { Field } from "../declaring/fields.ts";
import type { SourceRow } from "../sources/row.ts";
import type { Binding, Bound } from "./binding.ts";
import { datedCellsReader } from "./dated-columns.ts";

const REFUSED = "RefusedCell";

/** An invalid cell; the reader of the record adds its place. */
export function refusedCell(heading: string, value: string, expected: string): Error {
  const error = new Error(`${heading === "" ? "" : `${quoted(heading)} is `}${quoted(value)}, expected ${expected}`);
  error.name = REFUSED;
  return error;
}

export function isRefusedCell(error: unknown): error is Error {
  return error instanceof Error && error.name === REFUSED;
}

/** A view of the current row, with a member per field that is decoded and converted on access. */
export interface RecordView {
  readonly fields: Readonly<Record<string, unknown>>;
  show(row: SourceRow): void;
}

/** `onRestored` receives each cell that gets leading zeros back: `100 -> 00100`. */
export function recordView(binding: Binding, onRestored: (example: string) => void): RecordView {
  const converted: Converted = (field, text, heading) => {
    const value = convertedCell(field, text, heading);
    if (value !== null && hasRestoredZeros(text, value)) onRestored(`${text} -> ${value}`);
    return value;
  };
  let current: SourceRow = { number: 0, width: 0, cell: () => "", isBlank: true };
  let turn = 0;
  const fields: Record<string, unknown> = {};
  for (const [name, bound] of Object.entries(binding)) {
    const read = readerOf(bound, converted);
    let value: unknown = null;
    let readInTurn = 0;
    const get = () => {
      // Several states may read the same cell.
      if (readInTurn !== turn) value = read(current);
      readInTurn = turn;
      return value;
    };
    Object.defineProperty(fields, name, { enumerable: true, get });
  }
  return {
    fields,
    show: (row) => {
      current = row;
      turn += 1;
    },
  };
}

type Converted = (field: Field<unknown>, text: string, heading: string) => string | null;

function readerOf({ field, columns, headings, dated }: Bound, converted: Converted): (row: SourceRow) => unknown {
  const { where } = field;
  const [column] = columns;
  switch (where.kind) {
    case "numbered":
      return (row) => listOf(field, row, columns, headings, converted);
    case "dated":
      return dated === undefined ? () => [] : datedCellsReader(where.parts, dated, converted, refusedCell);
    case "characters":
      return (row) =>
        converted(
          field,
          row
            .cell(0)
            .slice(where.from - 1, where.to)
            .trim(),
          headings[0] as string,
        );
    case "value": {
      const [heading = ""] = headings;
      const value = converted(field, where.text, heading);
      if (column === undefined) return () => value;
      return (row) => {
        const said = converted(field, row.cell(column), heading);
        if (said === null || said === value) return value;
        throw refusedCell(heading, row.cell(column), `${where.text}, as the import says of all rows`);
      };
    }
    default:
      if (column === undefined) return () => null;
      return (row) => converted(field, row.cell(column), headings[0] as string);
  }
}

/** The cells of numbered columns, most of which are empty. */
function listOf(
  field: Field<unknown>,
  row: SourceRow,
  columns: readonly number[],
  headings: readonly string[],
  converted: Converted,
): (string | null)[] {
  const values: (string | null)[] = [];
  for (let index = 0; index < columns.length; index += 1) {
    const text = row.cell(columns[index] as number);
    values.push(text === "" ? null : converted(field, text, headings[index] as string));
  }
  return values;
}

function convertedCell(field: Field<unknown>, text: string, heading: string): string | null {
  if (text === "") return null;
  const value = isFailedFormula(text) ? NO_VALUE : field.convert(text);
  if (value instanceof Refusal) throw refusedCell(heading, text, value.expected + teachingAdvice(field, text, value));
  return value === "" ? null : value;
}

/** How to add an unknown word to a legend; a mistyped figure is no word. */
function teachingAdvice({ taught }: Field<unknown>, text: string, refusal: Refusal): string {
  if (taught === undefined || refusal === NO_VALUE || !/^[^0-9]*[a-z][^0-9]*$/i.test(text)) return "";
  return `; if the word means that each claim is priced by hand, add it to the legend "${taught.legend}" in a mapping file: see --template and --map`;
}
