import type { ReadColumn, ReadField, ReadFrom } from "../layout/binding.ts";
import { count } from "./counts.ts";

/** Enough lists to see how a workbook is read; the sheets of one publication are laid out alike. */
const LISTS_SHOWN = 12;
/** As much of a heading as tells which one it is. */
const HEADING_CHARACTERS_MAX = 60;
/** Fields of more columns are told by their first and last. */
const COLUMNS_SHOWN = 3;

/** Enough columns that were not read to notice one that was meant. */
const NOT_READ_SHOWN = 12;

/** `read from line 5: code "HCPCS" (B), rate "RATE" (F); no column for modifier; not read: "OLD RATE" (G)`, a line for each list. */
export function readFromText(lists: readonly ReadFrom[]): string[] {
  const shown = lists.slice(0, LISTS_SHOWN).map(listText);
  const more = lists.length > LISTS_SHOWN ? [`  read from ${count(lists.length - LISTS_SHOWN)} more lists`] : [];
  return [...shown, ...more];
}

function listText({ place, fields, notRead }: ReadFrom): string {
  const there = fields.filter(({ columns }) => columns.length > 0).map(fieldText);
  const lacking = fields.filter(({ columns }) => columns.length === 0).map(({ field }) => field);
  const without = lacking.length === 0 ? "" : `; no column for ${lacking.join(", ")}`;
  return `  read from ${place}: ${there.join(", ")}${without}${notReadText(notRead)}`;
}

function notReadText(columns: readonly ReadColumn[]): string {
  if (columns.length === 0) return "";
  const more = columns.length > NOT_READ_SHOWN ? ` and ${count(columns.length - NOT_READ_SHOWN)} more` : "";
  return `; not read: ${columns.slice(0, NOT_READ_SHOWN).map(columnText).join(", ")}${more}`;
}

function fieldText({ field, columns }: ReadField): string {
  if (columns.length <= COLUMNS_SHOWN) return `${field} ${columns.map(columnText).join(" and ")}`;
  const [first, last] = [columns[0], columns.at(-1)] as [ReadColumn, ReadColumn];
  return `${field} ${columnText(first)} to ${columnText(last)}, ${columns.length} columns`;
}

function columnText({ column, heading }: ReadColumn): string {
  if (heading === null) return column.includes(" ") ? column : `column ${column}`;
  const text = heading.replace(/\s+/g, " ");
  const isLong = text.length > HEADING_CHARACTERS_MAX;
  return `${JSON.stringify(isLong ? `${text.slice(0, HEADING_CHARACTERS_MAX)}...` : text)} (${column})`;
}
