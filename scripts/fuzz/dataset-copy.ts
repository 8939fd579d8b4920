import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { csvCell } from "../../src/core/text/csv.ts";
import { type DatasetReading, readDataset } from "../../src/dataset/check.ts";
import { fileOf, headersOf } from "../../src/dataset/table.ts";
import type { State } from "../../src/pricing/state/state.ts";
import { states } from "../../src/states/index.ts";

/** A dataset that was read, with its sound rows as CSV. */
interface Read {
  readonly reading: DatasetReading<State>;
  /** Every table as it is written again: the header as declared, one line per row. */
  readonly tables: ReadonlyMap<string, string>;
}

/** Reads a dataset as `check` and `build` do. */
export async function readTables(dataset: string): Promise<Read> {
  const lines = new Map<string, string[]>();
  const reading = await readDataset({ dataset, states }, "check", {
    start: () => undefined,
    readLast: [],
    startOrigins: () => () => undefined,
    startTable(table) {
      const ofTable = [headersOf(table).join(",")];
      lines.set(fileOf(table), ofTable);
      return (_row, cells) => void ofTable.push(cells.map((cell) => csvCell(cell ?? "")).join(","));
    },
  });
  const tables = new Map([...lines].map(([file, ofTable]) => [file, `${ofTable.join("\n")}\n`]));
  return { reading, tables };
}

/** A hash of everything that a dataset says; the lines on which it says so, and the order of columns, do not count. */
export function contentOf({ reading, tables }: Read): string {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([reading.description, sorted]))
    .digest("hex");
}

/** Writes a dataset that was read into another folder. */
export function writeAgain({ reading, tables }: Read, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [file, text] of [...tables, ["dataset.json", JSON.stringify(reading.description)] as const]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}
