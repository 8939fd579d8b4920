import { headersOf, type Table } from "../dataset/table.ts";
import type { ProviderStore } from "../provider-index/store.ts";
import { numberedPlaceSum, placeSum } from "./checksum.ts";
import { storedNames } from "./provider-parts.ts";
import { readRepeatedTexts } from "./repeated-texts.ts";
import { isSoundText } from "./row-text.ts";
import type { Summed } from "./sqlite.ts";
import { type PageSource, TablePages, type TablePlace } from "./table-pages.ts";

type ProviderRows = Pick<ProviderStore, "rowCount" | "repeatedCells" | "readRow">;

/** The rows of a provider table, read from the pages of its file, or by SQLite while there is none that is complete. */
export function providerRows(database: Summed, table: Table, file: PageSource | null): ProviderRows {
  const { rows, repeated } = storedNames(table);
  const { soundness, origin } = database;
  const pages = file === null ? null : new TablePages(file, placeOf(database, rows));
  const query = database.query(`SELECT CAST(cells AS BLOB) FROM ${rows} WHERE place = ?`);
  const [lastPlace] = database.query(`SELECT max(place) FROM ${rows}`).first() as [number | null];
  const rowsSum = placeSum(origin, rows);
  return {
    rowCount: lastPlace ?? 0,
    repeatedCells: readRepeatedTexts(database, repeated, headersOf(table)),
    readRow(number) {
      const text = pages?.find(number + 1) ?? query.value(number + 1);
      if (isSoundText(text, numberedPlaceSum(rowsSum, number))) return text.toString("utf8");
      throw soundness.damaged(rows, `row ${number} is not as it was stored`);
    },
  };
}

function placeOf(database: Summed, table: string): TablePlace {
  const number = (sql: string, ...parameters: string[]) => database.query(sql).first(...parameters)?.[0] as number;
  return {
    pageBytes: number("PRAGMA page_size"),
    pageCount: number("PRAGMA page_count"),
    rootPage: number("SELECT rootpage FROM sqlite_master WHERE name = ?", table),
  };
}
