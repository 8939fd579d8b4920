import type { OriginHandler } from "../dataset/origins.ts";
import { type Table, titleOf } from "../dataset/table.ts";
import { TableHash } from "./metadata.ts";
import {
  blockSum,
  CHAIN_START,
  CREATE_BLOCKS,
  hashedBlock,
  type Label,
  numberOf,
  ORIGIN_BLOCKS,
  type OriginBlock,
  type OriginRun,
  originsHashTitle,
  packRuns,
  textOf,
} from "./origin-blocks.ts";
import type { WritingDatabase } from "./sqlite.ts";

/** Runs per block: one is read and searched in some microseconds, and what it has besides them is a byte per run. */
const RUNS_PER_BLOCK = 64;

/** Stores where the rows of a release come from. */
export class OriginsWriter {
  readonly #tables = new Map<Table, TableOriginsWriter>();
  readonly #insert: (block: OriginBlock) => void;

  constructor(database: WritingDatabase) {
    database.execute(CREATE_BLOCKS);
    const insert = database.insert(`INSERT INTO ${ORIGIN_BLOCKS} VALUES (?, ?, ?, ?, ?, ?)`);
    this.#insert = (block) => {
      const { title, firstLine, nextLine, labels, runs } = block;
      insert([title, firstLine, nextLine, labels, runs, blockSum(database.checksumSalt, block)]);
    };
  }

  /** Takes the origins of a table, lines ascending. */
  handlerOf(table: Table): OriginHandler {
    const writer = this.#writerOf(table);
    return (line, sources, place) => writer.add(line, sources, place);
  }

  /** Completes the chains of all tables of the release; the hashes of those that have origins. */
  finish(tables: readonly Table[]): readonly TableHash[] {
    return tables.flatMap((table) => this.#writerOf(table).finish() ?? []);
  }

  #writerOf(table: Table): TableOriginsWriter {
    const writer = this.#tables.get(table) ?? new TableOriginsWriter(titleOf(table), this.#insert);
    this.#tables.set(table, writer);
    return writer;
  }
}

interface GrowingRun extends OriginRun {
  lineCount: number;
}

class TableOriginsWriter {
  readonly #title: string;
  readonly #insert: (block: OriginBlock) => void;
  readonly #hash: TableHash;
  #firstLine = CHAIN_START;
  #labels: Label[] = [];
  #runs: GrowingRun[] = [];
  #hasOrigins = false;

  constructor(title: string, insert: (block: OriginBlock) => void) {
    this.#title = title;
    this.#insert = insert;
    this.#hash = new TableHash(originsHashTitle(title), []);
  }

  add(line: number, sources: Label["sources"], place: string): void {
    this.#hasOrigins = true;
    const number = numberOf(place);
    const isNumbered = number > 0;
    const text = textOf(place);
    const last = this.#runs.at(-1);
    if (
      last !== undefined &&
      line === last.line + last.lineCount &&
      number === (isNumbered ? last.number + last.lineCount : 0)
    ) {
      const label = this.#labels[last.label] as Label;
      if (isSame(label, sources, text, isNumbered)) {
        last.lineCount += 1;
        return;
      }
    }
    if (this.#runs.length === RUNS_PER_BLOCK) this.#endBlock(line);
    this.#runs.push({ line, lineCount: 1, label: this.#labelOf(sources, text, isNumbered), number });
  }

  finish(): TableHash | null {
    this.#endBlock(null);
    return this.#hasOrigins ? this.#hash : null;
  }

  #labelOf(sources: Label["sources"], text: string, isNumbered: boolean): number {
    const found = this.#labels.findIndex((label) => isSame(label, sources, text, isNumbered));
    return found < 0 ? this.#labels.push({ sources, text, isNumbered }) - 1 : found;
  }

  #endBlock(nextLine: number | null): void {
    const block = {
      title: this.#title,
      firstLine: this.#firstLine,
      nextLine,
      labels: JSON.stringify(this.#labels),
      runs: packRuns(this.#firstLine, this.#runs),
    };
    this.#insert(block);
    for (const part of hashedBlock(block)) this.#hash.add(part);
    this.#labels = [];
    this.#runs = [];
    this.#firstLine = nextLine ?? this.#firstLine;
  }
}

/** The sources of equal origins are the same list, which is looked up once. */
function isSame(label: Label, sources: Label["sources"], text: string, isNumbered: boolean): boolean {
  return label.sources === sources && label.text === text && label.isNumbered === isNumbered;
}
