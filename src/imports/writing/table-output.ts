import { join } from "node:path";
import { ORIGIN_HEADERS, originsFileOf } from "../../dataset/origins/origins-file.ts";
import { fileOf, headersOf, type Table, titleOf } from "../../dataset/table.ts";
import type { WrittenHashes } from "../../dataset/written-tables.ts";
import type { Layer } from "../merging/layers.ts";
import type { Merge } from "../merging/merge.ts";
import type { MergedRow } from "../merging/merged-row.ts";
import type { OwnShares } from "../merging/own-shares.ts";
import { compareRows, type RowChangeCounts } from "../merging/row-changes.ts";
import type { ShrinkingCount } from "../merging/shrinking.ts";
import type { ChangeLog } from "../report/change-log.ts";
import { type Counted, ImportTally } from "../report/tally.ts";
import { faultOf, KeyReader, rowReader, unpacked, withDates } from "./canonical-row.ts";
import { CsvFile } from "./csv-file.ts";

interface WrittenTable extends Readonly<RowChangeCounts> {
  readonly rows: number;
  readonly own: number;
  readonly waiting: readonly Counted[];
  readonly sha256: string;
}

/** Who looks on while a table is written. */
interface TableWatch {
  readonly changes: ChangeLog;
  readonly shrinking: ShrinkingCount;
  readonly shares: OwnShares;
  readonly onRow: () => void;
}

/** Writes a merged table and the origins of its rows under a folder. */
export function writeTable(
  table: Table,
  layers: readonly Layer[],
  merge: Merge,
  folder: string,
  { changes, shrinking, shares, onRow }: TableWatch,
): WrittenTable {
  const file = new CsvFile(join(folder, fileOf(table)), headersOf(table));
  const origins = new CsvFile(join(folder, originsFileOf(table)), ORIGIN_HEADERS);
  const waiting = new ImportTally();
  const reader = rowReader(table);
  const keys = new KeyReader(table);
  let own = 0;

  function write(row: MergedRow): void {
    file.row(withDates(unpacked(row.cells), row.start, row.end, table));
    own += row.isByHand ? 1 : 0;
    if (row.isByHand) return;
    const line = String(file.line);
    for (const { layer, edition, place } of row.origins) {
      const { publication, editions } = layers[layer] as Layer;
      origins.row([line, publication, editions[edition]?.edition.asOf ?? "", place]);
    }
  }
  try {
    for (const { before, brought, rows } of merge.groups()) {
      const complete = rows.filter((row) => {
        const fault = table.dated || row.isByHand ? null : faultOf(reader, unpacked(row.cells));
        if (fault !== null) waiting.add(fault, keys.text(row.key));
        return fault === null;
      });
      changes.counts.unchanged += compareRows(before, complete, table.dated, (change) => changes.note(change));
      shares.see(brought, before, complete);
      shrinking.see(before, complete, () => keys.values(before[0]?.key ?? ""));
      for (const row of complete) write(row);
      onRow();
    }
  } finally {
    origins.close();
  }
  const sha256 = file.close();
  return { ...changes.counts, rows: file.rowCount, own, waiting: waiting.list, sha256 };
}

export function withHash(hashes: WrittenHashes, table: Table, sha256: string): WrittenHashes {
  return Object.fromEntries(Object.entries({ ...hashes, [titleOf(table)]: sha256 }).sort());
}
