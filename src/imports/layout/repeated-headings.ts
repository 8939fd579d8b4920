import { failure } from "../../runtime/failure.ts";
import type { DeclaredFields } from "../declaring/fields.ts";
import type { SourceRow } from "../sources/row.ts";
import { type Binding, bind } from "./binding.ts";
import { columnLetters } from "./headings.ts";

/** Recognises the row of headings where it comes again inside a table, as on each page of a printed list. */
export class RepeatedHeadings {
  readonly #fields: DeclaredFields;
  readonly #binding: Binding;
  readonly #firstColumn: number | undefined;
  readonly #texts: ReadonlySet<string>;

  /** `row`: the headings as they came first. */
  constructor(fields: DeclaredFields, binding: Binding, row: SourceRow) {
    this.#fields = fields;
    this.#binding = binding;
    this.#firstColumn = Object.values(binding).find(({ columns }) => columns.length > 0)?.columns[0];
    const printed = cellsOf(row).filter((text) => text !== "");
    this.#texts = new Set(printed.map((text) => text.toLowerCase()));
  }

  /** Whether a row is the headings again. In other columns they are refused: the rows below would be read in the wrong order. */
  isAgain(row: SourceRow, place: () => string): boolean {
    // Of millions of rows one cell is looked at: headings in whatever order have one of them there.
    if (this.#firstColumn === undefined || !this.#texts.has(row.cell(this.#firstColumn).toLowerCase())) return false;
    const { binding, missing } = bind(this.#fields, cellsOf(row));
    if (missing.length > 0) return false;
    for (const [name, { columns }] of Object.entries(this.#binding)) {
      const [now, heading] = [binding[name]?.columns ?? [], binding[name]?.headings[0]];
      const moved = now.findIndex((column, index) => column !== columns[index]);
      if (moved < 0) continue;
      throw failure(
        `${place()}: the headings come again in other columns (${JSON.stringify(heading)} in ${columnLetters(now[moved] as number)}); these are two tables: import each from a file of its own`,
      );
    }
    return true;
  }
}

function cellsOf(row: SourceRow): string[] {
  return Array.from({ length: row.width }, (_, index) => row.cell(index));
}
