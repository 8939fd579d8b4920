import { failure } from "../../core/runtime/failure.ts";
import { quoted } from "../../core/text/refusal.ts";
import { RESTORED_ZEROS } from "../declaring/conversions.ts";
import type { DeclaredFields } from "../declaring/fields.ts";
import type { CellText, Section } from "../declaring/publication.ts";
import { placeOf, type RowSource, type SourceRow } from "../sources/row.ts";
import { type Binding, bind, hasHeadings, type ReadFrom, readFrom } from "./binding.ts";
import { BelowTable, LastRow, PrintedTotal } from "./end-of-table.ts";
import { HeaderSearch, stacked } from "./header-search.ts";
import { columnLetters } from "./headings.ts";
import { cellWords } from "./plain-words.ts";
import { type RecordView, recordView } from "./record.ts";

export interface RecordConsumer {
  record(fields: Readonly<Record<string, unknown>>, place: () => string): "more" | "enough";
  /** A list ended without the final row of other editions. */
  lacksLastRow(lastRow: string, place: string): void;
  /** The columns of a list's fields, before its first record. */
  bound(from: ReadFrom, headings: readonly string[]): void;
  /** A finding about the list for the report. */
  found(title: string, place: string, count?: number): void;
}

type ListOutcome = { readonly isRead: true } | { readonly isRead: false; readonly search: HeaderSearch };

/** Reads the records of a section from one list of rows; reports when the list is not the section's. */
export async function readList(section: Section, list: RowSource, consumer: RecordConsumer): Promise<ListOutcome> {
  const { fields, firstRow, lastRow, totalOf } = section;
  const search = new HeaderSearch(section);
  const last = new LastRow(lastRow !== null);
  const viewOf = (bound: Binding) =>
    recordView(bound, (example) => consumer.found(RESTORED_ZEROS, `${place()}: ${example}`));
  let binding: Binding | null = hasHeadings(fields) ? null : bind(fields, []).binding;
  let view: RecordView | null = binding === null ? null : viewOf(binding);
  let repeated: RepeatedHeadings | null = null;
  let below: BelowTable | null = null;
  const total = totalOf === null ? null : new PrintedTotal(totalOf);
  let number = 0;
  const place = () => placeOf(list, number);
  const reportBound = (bound: Binding, captions: readonly string[], row: number) =>
    consumer.bound(readFrom(section, bound, captions, placeOf(list, row)), captions);
  let above: AboveTable | null = binding === null ? null : new AboveTable();

  await list.read((row) => {
    if (view === null || binding === null) {
      const found = search.look(row, placeOf(list, row.number));
      if (found !== null) {
        binding = found.binding;
        view = viewOf(binding);
        reportBound(binding, found.captions, row.number);
        repeated = new RepeatedHeadings(fields, binding, row);
      }
      return found === null && search.isOver ? "enough" : "more";
    }
    if (below !== null) {
      below.see(row, placeOf(list, row.number));
      return "more";
    }
    if (row.number < (firstRow ?? 0) || row.isBlank) {
      above?.see(row);
      return "more";
    }
    if (above !== null) {
      reportBound(binding, above.captions, row.number);
      above = null;
    }
    const ending = lastRow === null ? null : cellWith(row, lastRow);
    if (ending !== null) {
      below = new BelowTable(ending, binding);
      if (total === null) below.refuseAsLast(row, placeOf(list, row.number));
      else if (isThere(totalOf, binding)) {
        view.show(row);
        total.compare(view.fields, placeOf(list, row.number));
      }
      return "more";
    }
    if (repeated?.isAgain(row, () => placeOf(list, row.number))) {
      consumer.found("the headings come again and are passed over", placeOf(list, row.number));
      return "more";
    }
    number = row.number;
    last.see(row);
    view.show(row);
    const wants = consumer.record(view.fields, place);
    total?.add(view.fields, place);
    return wants;
  });

  if (view === null) return { isRead: false, search };
  const { count = 0, lastRow: ending = "" } = (below as BelowTable | null) ?? {};
  if (count > 0) consumer.found(`below the row ${quoted(ending)} that ends the table, not read`, "", count);
  if (below !== null) return { isRead: true };
  if (list.name === "") last.refuseIfCutOff();
  if (list.endsInFigure?.()) {
    consumer.found("the last line has no line end: if the file was cut off there, its last figure is too", place());
  }
  if (lastRow === null || number === 0) return { isRead: true };
  if (total !== null && binding !== null && isThere(totalOf, binding)) total.refuseMissing(cellWords(lastRow), place());
  consumer.lacksLastRow(cellWords(lastRow), place());
  return { isRead: true };
}

/** The most rows of captions above a table found by column letters. */
const ROWS_ABOVE_MAX = 3;
const HEADING_CHARACTERS_MAX = 500;

/** The texts over the columns of a table that is found without headings. */
class AboveTable {
  #rows: readonly (readonly string[])[] = [];

  see(row: SourceRow): void {
    if (row.isBlank) return;
    const cells = Array.from({ length: row.width }, (_, index) => row.cell(index).slice(0, HEADING_CHARACTERS_MAX));
    this.#rows = [...this.#rows, cells].slice(-ROWS_ABOVE_MAX);
  }

  get captions(): readonly string[] {
    return this.#rows.length === 0 ? [] : stacked(this.#rows);
  }
}

/** An edition may lack an optional column, and a mapping file may exclude it. */
function isThere(field: string | null, binding: Binding): boolean {
  return (binding[field ?? ""]?.columns.length ?? 0) > 0;
}

/** The columns of a section's fields by the headings of a list; null when the list lacks them. */
export async function headingsOf(section: Section, list: RowSource): Promise<Binding | null> {
  const search = new HeaderSearch(section);
  let found: Binding | null = null;
  await list.read((row) => {
    found = search.look(row, null)?.binding ?? null;
    return found !== null || search.isOver ? "enough" : "more";
  });
  return found;
}

/** The text that identifies a row, as declared, or as printed for a pattern; null when no cell has it. */
function cellWith(row: SourceRow, text: CellText): string | null {
  for (let index = 0; index < row.width; index += 1) {
    const cell = row.cell(index);
    if (typeof text === "string" ? cell.toLowerCase() === text.toLowerCase() : text.test(cell)) {
      return typeof text === "string" ? text : cell;
    }
  }
  return null;
}

/** Recognises headings that are repeated inside a table, as on each page of a printed list. */
class RepeatedHeadings {
  readonly #fields: DeclaredFields;
  readonly #binding: Binding;
  readonly #firstColumn: number | undefined;
  readonly #texts: ReadonlySet<string>;

  /** `row`: the first occurrence of the headings. */
  constructor(fields: DeclaredFields, binding: Binding, row: SourceRow) {
    this.#fields = fields;
    this.#binding = binding;
    this.#firstColumn = Object.values(binding).find(({ columns }) => columns.length > 0)?.columns[0];
    const printed = cellsOf(row).filter((text) => text !== "");
    this.#texts = new Set(printed.map((text) => text.toLowerCase()));
  }

  /** Whether a row repeats the headings. In other columns they are refused: the rows below would be misread. */
  isAgain(row: SourceRow, place: () => string): boolean {
    // One cell decides for millions of rows: headings in any order have one of them there.
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
