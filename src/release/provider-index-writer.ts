import type { Table } from "../dataset/table.ts";
import { RowSet } from "../provider-index/row-set.ts";
import type { ProviderIndexWriter } from "../provider-index/store.ts";
import { checksum, placeSum } from "./checksum.ts";
import { FRAGMENT_WORDS, LISTED_NUMBERS, ListedNumbersWriter } from "./listed-numbers.ts";
import { listPlace, PART_BYTES, partPlace, storedNames } from "./provider-parts.ts";
import type { WritingDatabase } from "./sqlite.ts";

interface FinishedIndexWriter extends ProviderIndexWriter {
  /** Writes down which lists there are, after the last one. */
  finish(): void;
}

/** Stores the indexes of a provider table. */
export function providerIndexWriter(database: WritingDatabase, table: Table): FinishedIndexWriter {
  const { origin } = database;
  const { indexes, words, lists } = storedNames(table);
  const sum = "checksum INTEGER NOT NULL";
  const partColumns = `name TEXT, part INTEGER, data BLOB NOT NULL, ${sum}, PRIMARY KEY (name, part)`;
  database.execute(`CREATE TABLE ${indexes} (${partColumns})`);
  database.execute(`CREATE TABLE ${words} (fragment INTEGER PRIMARY KEY, words BLOB NOT NULL, ${sum})`);
  const listColumns =
    "of TEXT, number INTEGER, row_count INTEGER NOT NULL, is_set INTEGER NOT NULL, data BLOB NOT NULL";
  database.execute(`CREATE TABLE ${lists} (${listColumns}, ${sum}, PRIMARY KEY (of, number))`);
  const insertPart = database.insert(`INSERT INTO ${indexes} VALUES (?, ?, ?, ?)`);
  const insertWords = database.insert(`INSERT INTO ${words} VALUES (?, ?, ?)`);
  const insertList = database.insert(`INSERT INTO ${lists} VALUES (?, ?, ?, ?, ?, ?)`);
  const listed = new ListedNumbersWriter();
  // An index without numbers has a part, too: what is not there at all was lost.
  const writeIndex: ProviderIndexWriter["writeIndex"] = (name, numbers) => {
    const bytes = bytesOf(numbers);
    for (let part = 0; part === 0 || part * PART_BYTES < bytes.length; part += 1) {
      const data = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
      insertPart([name, part, data, checksum(data, partPlace(origin, indexes, name, part, bytes.length))]);
    }
  };
  return {
    writeIndex,
    writeFragmentWords(fragment, numbers) {
      const data = bytesOf(numbers);
      insertWords([fragment, data, checksum(data, placeSum(origin, words, fragment))]);
      listed.add(FRAGMENT_WORDS, fragment);
    },
    writeRows(of, number, rows) {
      const isSet = rows instanceof RowSet ? 1 : 0;
      const rowCount = rows instanceof RowSet ? rows.size : rows.length;
      const data = bytesOf(rows instanceof RowSet ? rows.words : rows);
      insertList([
        of,
        number,
        rowCount,
        isSet,
        data,
        checksum(data, listPlace(origin, lists, of, number, rowCount, isSet)),
      ]);
      listed.add(of, number);
    },
    finish: () => writeIndex(LISTED_NUMBERS, listed.bytes()),
  };
}

function bytesOf(numbers: Uint8Array | Uint16Array | Uint32Array | Int32Array): Buffer {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
