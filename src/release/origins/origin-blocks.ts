import { checksum, placeSum } from "../checksum.ts";
import type { SqliteValue } from "../sqlite.ts";

/*
 * The origins of a table are stored in blocks, a chain from line 0 to the end: each is responsible for its lines up to the
 * first one of the next, so that a line without an origin is proved to have none. A table without origins has one block.
 */

export const ORIGIN_BLOCKS = "origin_blocks";
export const BLOCK_COLUMNS = "title, first_line, next_line, labels, runs, checksum";
export const CREATE_BLOCKS = `CREATE TABLE ${ORIGIN_BLOCKS} (title TEXT, first_line INTEGER, next_line INTEGER,
  labels TEXT NOT NULL, runs BLOB NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (title, first_line)) WITHOUT ROWID`;

/** Where the chain of every table begins: before its header. */
export const CHAIN_START = 0;

/** A stored block: the cells of `BLOCK_COLUMNS`. */
export interface OriginBlock {
  readonly title: string;
  readonly firstLine: number;
  /** Null at the end of the chain. */
  readonly nextLine: number | null;
  /** JSON of its labels. */
  readonly labels: string;
  readonly runs: Uint8Array;
}

export function blockSum(origin: number, { title, firstLine, nextLine, labels, runs }: OriginBlock): number {
  const place = placeSum(origin, ORIGIN_BLOCKS, title, firstLine, nextLine ?? "");
  return checksum(runs, checksum(labels, place));
}

/** The block that was read; null when it is not as it was stored. */
export function soundBlock(origin: number, cells: readonly SqliteValue[]): OriginBlock | null {
  const [title, firstLine, nextLine, labels, runs, sum] = cells;
  if (typeof labels !== "string" || !(runs instanceof Uint8Array)) return null;
  const block = { title, firstLine, nextLine, labels, runs } as OriginBlock;
  return blockSum(origin, block) === sum ? block : null;
}

/** What the content hash takes of a block. */
export function hashedBlock({ firstLine, labels, runs }: OriginBlock): readonly [string, Buffer] {
  return [JSON.stringify([firstLine, labels, runs.length]), Buffer.from(runs)];
}

/** How the hash of a table's origins is called among those of the tables. */
export function originsHashTitle(title: string): string {
  return `origins of ${title}`;
}
