import { failure } from "../../reading/failure.ts";
import type { Section } from "../declaring/publication.ts";
import { placeOf, type RowSource, type SourceRow } from "../sources/row.ts";
import { bind, hasHeadings } from "./binding.ts";
import { HeaderSearch } from "./header-search.ts";
import { type RecordView, recordView } from "./record.ts";

/** What is done with the records of a section. */
export interface RecordConsumer {
  record(fields: Readonly<Record<string, unknown>>, place: () => string): "more" | "enough";
}

export type ListOutcome = { readonly isRead: true } | { readonly isRead: false; readonly search: HeaderSearch };

/** Reads the records of a section from one list of rows; tells when the list is none of the section's. */
export async function readList(section: Section, list: RowSource, consumer: RecordConsumer): Promise<ListOutcome> {
  const { fields, firstRow, lastRow } = section;
  const search = new HeaderSearch(fields);
  const last = new LastRow();
  let view: RecordView | null = hasHeadings(fields) ? null : recordView(bind(fields, []).binding);
  let hasEnded = false;
  let number = 0;
  const place = () => placeOf(list, number);

  await list.read((row) => {
    if (view === null) {
      const found = search.look(row);
      if (found !== null) view = recordView(found.binding);
      return found === null && search.isOver ? "enough" : "more";
    }
    if (row.number < (firstRow ?? 0) || row.isBlank) return "more";
    if (lastRow !== null && hasCell(row, lastRow)) {
      hasEnded = true;
      return "enough";
    }
    number = row.number;
    last.see(row);
    view.show(row);
    return consumer.record(view.fields, place);
  });

  if (view === null) return { isRead: false, search };
  if (lastRow !== null && !hasEnded) {
    throw failure(
      `the row ${JSON.stringify(lastRow)} that ends the table is missing: the file is cut off; download it again`,
    );
  }
  if (list.name === "" && !hasEnded) last.refuseIfCutOff();
  return { isRead: true };
}

function hasCell(row: SourceRow, text: string): boolean {
  for (let index = 0; index < row.width; index += 1) {
    if (row.cell(index).toLowerCase() === text.toLowerCase()) return true;
  }
  return false;
}

/** Notices a text that ends in the middle of a row: its last row is narrower than all rows before it. */
class LastRow {
  #narrowest = Number.POSITIVE_INFINITY;
  #width = 0;
  #line = 0;
  #count = 0;

  see({ width, number }: SourceRow): void {
    if (this.#count > 0) this.#narrowest = Math.min(this.#narrowest, this.#width);
    this.#width = width;
    this.#line = number;
    this.#count += 1;
  }

  refuseIfCutOff(): void {
    if (this.#count < 2 || this.#width >= this.#narrowest) return;
    throw failure(
      `line ${this.#line}, the last one, has ${this.#width} cells where all others have ${this.#narrowest} or more: the file is cut off; download it again`,
    );
  }
}
