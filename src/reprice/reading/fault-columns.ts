import { withoutCells } from "../../text/csv.ts";
import { FAULT_COLUMNS } from "../writing/output-columns.ts";
import type { Header } from "./header.ts";

/** The header of a file of claims, and how many cells stand before each of its lines. */
export interface ClaimsHeader {
  readonly header: Header;
  readonly leadingCells: number;
}

/** A file of faults that was corrected is the file of claims that it came from, without what was said about its lines. */
export function withoutFaultColumns(header: Header): ClaimsHeader {
  const { text, names } = header;
  const count = FAULT_COLUMNS.length;
  const own = FAULT_COLUMNS.every((name, place) => names[place] === name) ? withoutCells(text, count) : null;
  if (own === null) return { header, leadingCells: 0 };
  return { header: { ...header, text: own, names: names.slice(count) }, leadingCells: count };
}
