import { setImmediate as nextTurn } from "node:timers/promises";
import type { OnProgress } from "../../runtime/progress.ts";
import { quotedName } from "../format.ts";
import { entrySum, keysTable, rowsSum } from "../rate-keys.ts";
import type { SqliteValue, Summed } from "../sqlite.ts";
import type { Findings } from "./findings.ts";

const KEYS_PER_TURN = 500;

/** Compares every row of a rate table with the checksum of its key, and the chain of keys with itself. */
export async function verifyRateRows(
  database: Summed,
  rates: string,
  headers: readonly string[],
  findings: Findings,
  onProgress: OnProgress,
): Promise<void> {
  const { origin } = database;
  const keys = keysTable(rates);
  const entries = database.query(`SELECT lookup, rows_checksum, next, checksum FROM ${keys} ORDER BY lookup`).all();
  const columns = [...headers.map(quotedName), "line"].join(", ");
  const rowsOf = database.query(`SELECT ${columns} FROM ${rates} WHERE lookup = ? ORDER BY rowid`);
  let rowCount = 0;
  for (const [place, [key, sum, next, own]] of entries.entries()) {
    const rows = rowsOf.all(key as SqliteValue);
    rowCount += rows.length;
    const following = entries[place + 1]?.[0] ?? null;
    if (own !== entrySum(origin, rates, key as string, sum as number, next as string | null) || next !== following) {
      findings.add(keys, `entry ${place + 1} is not as it was stored`);
    }
    if (rowsSum(origin, rates, key as string, rows) !== sum) {
      findings.add(rates, `the rows of line ${rows[0]?.at(-1) ?? "?"} are not those that were stored`);
    }
    if (place % KEYS_PER_TURN !== 0) continue;
    onProgress({ stage: `reading ${rates}`, done: place, total: entries.length });
    await nextTurn();
  }
  const [stored] = database.query(`SELECT count(*) FROM ${rates} NOT INDEXED`).first() as [number];
  if (stored !== rowCount) findings.add(rates, `${stored} rows are stored and ${rowCount} are found by their keys`);
}
