import { setImmediate as nextTurn } from "node:timers/promises";
import type { OnProgress } from "../../runtime/progress.ts";
import { TableHash } from "../content-hash.ts";
import {
  BLOCK_COLUMNS,
  CHAIN_START,
  hashedBlock,
  ORIGIN_BLOCKS,
  type OriginBlock,
  originsHashTitle,
  soundBlock,
} from "../origins/origin-blocks.ts";
import type { SqliteValue, Summed } from "../sqlite.ts";
import type { Findings } from "./findings.ts";

const BLOCKS_PER_TURN = 500;

/** Compares every block of origins with its checksum and each chain with itself; the hashes of those that say anything. */
export async function verifyOrigins(
  database: Summed,
  titles: readonly string[],
  findings: Findings,
  onProgress: OnProgress,
): Promise<readonly TableHash[]> {
  const chains = new Map<string, Chain>(titles.map((title) => [title, new Chain(title)]));
  const batch = database.query(
    `SELECT ${BLOCK_COLUMNS} FROM ${ORIGIN_BLOCKS} WHERE (title, first_line) > (?, ?) ORDER BY title, first_line LIMIT ${BLOCKS_PER_TURN}`,
  );
  const [total] = database.query(`SELECT count(*) FROM ${ORIGIN_BLOCKS}`).first() as [number];
  let done = 0;
  let last: readonly [SqliteValue, SqliteValue] = ["", CHAIN_START];
  for (let rows = batch.all(...last); rows.length > 0; rows = batch.all(...last)) {
    for (const cells of rows) {
      const [title, firstLine] = cells;
      last = [title as SqliteValue, firstLine as SqliteValue];
      const block = soundBlock(database.origin, cells);
      const isExpected = block !== null && chains.get(block.title)?.add(block);
      if (isExpected !== true) findings.add(ORIGIN_BLOCKS, `line ${firstLine} of ${title} is not as it was stored`);
    }
    done += rows.length;
    onProgress({ stage: `reading ${ORIGIN_BLOCKS}`, done, total });
    await nextTurn();
  }
  for (const { title, isComplete } of chains.values()) {
    if (!isComplete) findings.add(ORIGIN_BLOCKS, `the last lines of ${title} are missing`);
  }
  return [...chains.values()].flatMap(({ hasOrigins, hash }) => (hasOrigins ? hash : []));
}

/** The blocks of one table, each beginning where the one before ends. */
class Chain {
  readonly title: string;
  readonly hash: TableHash;
  hasOrigins = false;
  #expected: number | null = CHAIN_START;

  constructor(title: string) {
    this.title = title;
    this.hash = new TableHash(originsHashTitle(title), []);
  }

  /** Whether it is the block that follows. */
  add(block: OriginBlock): boolean {
    const isNext = block.firstLine === this.#expected;
    this.#expected = block.nextLine;
    this.hasOrigins ||= block.runs.length > 0;
    for (const part of hashedBlock(block)) this.hash.add(part);
    return isNext;
  }

  get isComplete(): boolean {
    return this.#expected === null;
  }
}
