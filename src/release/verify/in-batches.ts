import { setImmediate as nextTurn } from "node:timers/promises";
import type { OnProgress } from "../../runtime/progress.ts";
import type { Queryable, SqliteValue } from "../sqlite.ts";

/** Rows read between two turns of the event loop, so that signals and progress are not kept waiting. */
const ROWS_PER_TURN = 2_000;

/** Hands on the rows of a table in the order of their places, each with its place as the last column. */
export async function inBatches(
  database: Queryable,
  table: string,
  columns: string,
  onProgress: OnProgress,
  use: (row: readonly SqliteValue[]) => void,
): Promise<number> {
  const batch = database.query(
    `SELECT ${columns}, rowid FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_PER_TURN}`,
  );
  const [total] = database.query(`SELECT count(*) FROM ${table}`).first() as [number];
  let done = 0;
  let last = Number.MIN_SAFE_INTEGER;
  for (let rows = batch.all(last); rows.length > 0; rows = batch.all(last)) {
    for (const row of rows) use(row);
    last = rows.at(-1)?.at(-1) as number;
    done += rows.length;
    onProgress({ stage: `reading ${table}`, done, total });
    await nextTurn();
  }
  return done;
}
