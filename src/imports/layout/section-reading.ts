import type { Section } from "../declaring/publication.ts";
import { placeOf, type RowSource, type SourceRow } from "../sources/row.ts";
import { bind, hasHeadings } from "./binding.ts";
import { HeaderSearch } from "./header-search.ts";
import { LastRow } from "./last-row.ts";
import { type RecordView, recordView } from "./record.ts";

/** What is done with the records of a section. */
export interface RecordConsumer {
  record(fields: Readonly<Record<string, unknown>>, place: () => string): "more" | "enough";
  /** A list ended without the row that ends the table in other editions. */
  lacksLastRow(lastRow: string, place: string): void;
}

export type ListOutcome = { readonly isRead: true } | { readonly isRead: false; readonly search: HeaderSearch };

/** Reads the records of a section from one list of rows; tells when the list is none of the section's. */
export async function readList(section: Section, list: RowSource, consumer: RecordConsumer): Promise<ListOutcome> {
  const { fields, firstRow, lastRow, captionRows } = section;
  const search = new HeaderSearch(fields, captionRows);
  const last = new LastRow(lastRow !== null);
  let view: RecordView | null = hasHeadings(fields) ? null : recordView(bind(fields, []).binding);
  let hasEnded = false;
  let number = 0;
  const place = () => placeOf(list, number);

  await list.read((row) => {
    if (view === null) {
      const found = search.look(row, placeOf(list, row.number));
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
  if (hasEnded) return { isRead: true };
  if (list.name === "") last.refuseIfCutOff();
  if (lastRow !== null && number > 0) consumer.lacksLastRow(lastRow, place());
  return { isRead: true };
}

/** Whether a list of rows has the headings of a section. */
export async function hasHeadingsOf({ fields }: Section, list: RowSource): Promise<boolean> {
  const search = new HeaderSearch(fields);
  let isFound = false;
  await list.read((row) => {
    isFound = search.look(row, null) !== null;
    return isFound || search.isOver ? "enough" : "more";
  });
  return isFound;
}

function hasCell(row: SourceRow, text: string): boolean {
  for (let index = 0; index < row.width; index += 1) {
    if (row.cell(index).toLowerCase() === text.toLowerCase()) return true;
  }
  return false;
}
