import { createReadStream, statSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { TemporaryFile } from "../core/files/replace-file.ts";
import { unwritable } from "../core/files/writing.ts";
import { failure } from "../core/runtime/failure.ts";
import type { OnProgress } from "../core/runtime/progress.ts";
import { type DatasetConsumer, readDataset } from "../dataset/check.ts";
import { DESCRIPTION_FILE } from "../dataset/description.ts";
import type { Fault } from "../dataset/fault.ts";
import { completeImport } from "../dataset/import-journal.ts";
import { sharedTables } from "../dataset/medicare-tables.ts";
import { type OriginHandler, originsFileOf } from "../dataset/origins.ts";
import { fileOf, type Table, titleOf } from "../dataset/table.ts";
import { notLoadedMessages } from "../pricing/state/loaded.ts";
import type { State } from "../pricing/state/state.ts";
import { derivationsOf } from "./derivations.ts";
import { APPLICATION_ID, FORMAT_VERSION, rateTablesOf, rowText } from "./format.ts";
import { contentHash, type Metadata, TableHash, writeMetadata } from "./metadata.ts";
import { openReleaseInSlices } from "./open.ts";
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
import { storedProviders } from "./provider-store.ts";
import { ProviderTableWriter } from "./provider-table-writer.ts";
import { RateTablesWriter } from "./rate-tables.ts";
import type { ReleaseDescription } from "./release.ts";
import { sealFile } from "./seal.ts";
import { ReleaseRefused } from "./soundness.ts";
import { createForWriting, isOfSqlite, type WritingDatabase } from "./sqlite.ts";

/** What is read of a dataset at once for its salt. */
const READ_BYTES = 1024 * 1024;

interface BuildRequest {
  /** The folder of the canonical dataset. */
  readonly dataset: string;
  /** The release file; an earlier one is replaced when the new one is complete. */
  readonly out: string;
  readonly states: readonly State[];
  readonly onProgress?: OnProgress;
  /** Says what is worth knowing besides the outcome. */
  readonly notify?: (text: string) => void;
}

type BuildOutcome =
  | { readonly ok: true; readonly description: ReleaseDescription; readonly states: readonly State[] }
  | { readonly ok: false; readonly faults: readonly Fault[]; readonly faultCount: number };

/** Checks a dataset and compiles it to a release. A dataset with any fault leaves nothing behind. */
export async function buildRelease(request: BuildRequest): Promise<BuildOutcome> {
  const file = new TemporaryFile(request.out, "build");
  try {
    // What the checksums begin with is taken from the files that are compiled, not from half of an import.
    completeImport(request.dataset, { command: "build", notify: request.notify ?? (() => undefined) });
    const stamp = { applicationId: APPLICATION_ID, formatVersion: FORMAT_VERSION };
    const database = createForWriting(file.path, stamp, await checksumSaltOf(request.dataset, request.states));
    let outcome: BuildOutcome;
    try {
      outcome = await compile(request, database);
    } finally {
      database.close();
    }
    if (outcome.ok) {
      seal(file.path, request.out);
      // A release that cannot be opened is never delivered: the file is read back from end to end.
      (await openReleaseInSlices(file.path, request.states)).close();
      file.keep();
    }
    return outcome;
  } catch (error) {
    // The release is the only file that SQLite writes here, and it does not say which one it was.
    if (isOfSqlite(error)) throw unwritable(request.out, error);
    throw error instanceof ReleaseRefused ? unproved(request.out, file.path, error) : error;
  } finally {
    file.discard();
  }
}

function seal(written: string, out: string): void {
  try {
    sealFile(written);
  } catch (error) {
    throw unwritable(out, error);
  }
}

function unproved(out: string, written: string, { message }: ReleaseRefused): Error {
  const reason = message.replace(written, "what was read back");
  return failure(`${out} was not written: ${reason} Look after the disk and the memory of this machine.`);
}

async function compile(request: BuildRequest, database: WritingDatabase): Promise<BuildOutcome> {
  const compiler = new Compiler(request.states, database);
  const { description: dataset, faults, rowCounts, states } = await readDataset(request, "build", compiler);
  if (dataset === null || faults.count > 0) return { ok: false, faults: faults.listed, faultCount: faults.count };

  await compiler.finish(states, (progress) => request.onProgress?.(progress));
  const derivations = compiler.derivations(states);
  const description = { ...dataset, contentHash: contentHash(dataset, compiler.hashes, derivations), rowCounts };
  const messages = states.map((state) => [state.code, notLoadedMessages(state, rowCounts)] as const);
  writeMetadata(database, description, states, { derivations, notLoaded: Object.fromEntries(messages) });
  database.finish();
  return { ok: true, description, states };
}

/** Takes the sound rows of a dataset into a release. */
class Compiler implements DatasetConsumer<State> {
  readonly hashes: TableHash[] = [];
  /** What decides about a provider may stand in any other table: these must all be there. */
  readonly readLast: readonly Table[];
  readonly #database: WritingDatabase;
  readonly #states: readonly State[];
  readonly #rates: RateTablesWriter;
  readonly #origins: OriginsWriter;
  readonly #providers = new Map<Table, { readonly writer: ProviderTableWriter; readonly hash: TableHash }>();

  constructor(states: readonly State[], database: WritingDatabase) {
    this.#states = states;
    this.#database = database;
    this.readLast = states.map(({ providers }) => providers.table);
    this.#rates = new RateTablesWriter(database);
    this.#origins = new OriginsWriter(database);
  }

  /** A release holds the tables of the states of its dataset, and no empty ones of others. */
  start(states: readonly State[]): void {
    this.#rates.create(rateTablesOf(states));
  }

  startTable(table: Table): ReturnType<DatasetConsumer["startTable"]> {
    const hash = TableHash.of(table);
    this.hashes.push(hash);
    const definition = this.#states.find(({ providers }) => providers.table === table)?.providers;
    if (definition === undefined) {
      const add = this.#rates.rowWriter(table);
      return (row, cells) => {
        const text = rowText(cells, row.line);
        hash.add(text);
        add(row, cells, text);
      };
    }
    const writer = new ProviderTableWriter(definition, this.#rates.finished());
    this.#providers.set(table, { writer, hash });
    return (row, cells) => writer.add(row, cells);
  }

  startOrigins(table: Table): OriginHandler {
    return this.#origins.handlerOf(table);
  }

  /** Completes what some states are compiled to. */
  async finish(states: readonly State[], onProgress: OnProgress): Promise<void> {
    this.hashes.push(
      ...this.#origins.finish([...rateTablesOf(states), ...states.map(({ providers }) => providers.table)]),
    );
    for (const [table, { writer, hash }] of this.#providers) {
      for (const part of writer.content()) hash.add(part);
      const stage = `writing ${titleOf(table)}`;
      await writer.write(this.#database, (done, total) => onProgress({ stage, done, total }));
    }
    // A state without a table of providers has none: lookups look for them all the same.
    for (const { providers } of states) {
      if (this.#providers.has(providers.table)) continue;
      await new ProviderTableWriter(providers, this.#rates.finished()).write(this.#database, () => undefined);
    }
  }

  /** What the rules of some states made of their providers, once all tables are written. */
  derivations(states: readonly State[]): Metadata["derivations"] {
    const data = this.#rates.finished();
    return Object.fromEntries(
      states.map(({ code, providers }) => {
        const store = storedProviders(this.#database, providers.table, new Map(), null);
        return [code, derivationsOf(store, providers, data)];
      }),
    );
  }
}

/**
 * Which dataset a release was compiled from, as a number that all of its checksums begin with (a salt): the CRC-32 of its
 * files. Rows of another release, as when one is copied over the file that is being served, are sound in themselves. Only
 * the salt distinguishes them. Equal files give an equal salt, and so the same bytes.
 */
async function checksumSaltOf(dataset: string, states: readonly State[]): Promise<number> {
  const tables = [...sharedTables, ...states.flatMap((state) => state.tables)];
  let salt = 0;
  for (const name of [DESCRIPTION_FILE, ...tables.map(fileOf), ...tables.map(originsFileOf)]) {
    salt = crc32(name, salt);
    const path = join(dataset, name);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue;
    const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: READ_BYTES });
    for await (const chunk of chunks) salt = crc32(chunk, salt);
  }
  return salt;
}

/** Runs per block: one is read and searched in some microseconds, and what it has besides them is a byte per run. */
const RUNS_PER_BLOCK = 64;

/** Stores where the rows of a release come from. */
class OriginsWriter {
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
