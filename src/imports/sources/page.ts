import { failure } from "../../runtime/failure.ts";
import { allBytes, type ByteSource } from "./bytes.ts";
import { decoded } from "./decoding.ts";
import { readMarkup } from "./page/markup.ts";
import { PageTables } from "./page/tables.ts";
import { type RowSource, rowsInMemory } from "./row.ts";

/** A page is read whole; one with rate tables has some hundred kilobytes. */
const PAGE_BYTES_MAX = 32 * 1024 * 1024;

/** The tables of a web page; a cell that spans several places stands in each of them. */
export async function pageTables(source: ByteSource): Promise<readonly RowSource[]> {
  const bytes = await allBytes(source, PAGE_BYTES_MAX);
  if (bytes === null) {
    throw failure(`the page has more than ${PAGE_BYTES_MAX} bytes; save its table as CSV and use that`);
  }
  const tables = new PageTables();
  readMarkup(decoded(bytes, 0, bytes.length), tables);
  return tables.end().map(({ rows }, index) => rowsInMemory(`table ${index + 1}`, rows));
}
