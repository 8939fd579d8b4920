import { setImmediate as nextTurn } from "node:timers/promises";
import { reasonOf } from "../core/runtime/failure.ts";
import type { OnProgress } from "../core/runtime/progress.ts";
import type { State } from "../pricing/state/state.ts";
import { quotedName, withoutSum } from "./format.ts";
import { compiledHeaders, contentHash, heldStates, type Metadata, readMetadata, TableHash } from "./metadata.ts";
import { openReleaseInSlices } from "./open.ts";
import { BLOCK_COLUMNS, blockIn, hashedBlock, ORIGIN_BLOCKS, originsHashTitle } from "./origin-blocks.ts";
import { storedNames } from "./provider-store.ts";
import type { ReleaseDescription } from "./release.ts";
import { ReleaseFile } from "./release-file.ts";
import { Soundness } from "./soundness.ts";
import { openForReading, type Queryable, type SqliteValue } from "./sqlite.ts";

/** What is not as it was built, where, and what helps. */
interface ReleaseFinding {
  readonly where: string;
  readonly what: string;
  readonly remedy: string;
}

/** Findings that are listed. A file of random bytes has one per block; the first ones say as much. */
const LISTED_MAX = 100;

const COPY_AGAIN = 'Copy the file again, or rebuild it with "ratebook build".';

/** Rows read between two turns of the event loop, so that signals and progress are not kept waiting. */
const ROWS_PER_TURN = 2_000;

/** The outcome of verifying a release. */
export interface ReleaseVerification {
  /** What the release says of itself; null when it cannot be read. */
  readonly description: ReleaseDescription | null;
  readonly findings: readonly ReleaseFinding[];
  /** All of them, those that are not listed included. */
  readonly findingCount: number;
  /** The states whose rules for providers were compared with those of this program. */
  readonly comparedStates: readonly string[];
  /** The states that this program does not know: their rows are verified, their rules cannot be. */
  readonly unknownStates: readonly string[];
}

/**
 * Verifies a release: every block with its seal; then, of a file whose blocks are sound, SQLite's pages, the content hash
 * computed from the stored rows, and the rules of this program. Damage to a file shows in its blocks. The other steps find
 * what was changed before the seal was put on.
 */
export async function verifyRelease(
  path: string,
  states: readonly State[],
  onProgress: OnProgress,
): Promise<ReleaseVerification> {
  const findings: ReleaseFinding[] = [];
  const add: AddFinding = (where, what, remedy = COPY_AGAIN) => findings.push({ where, what, remedy });
  let about: Metadata | null = null;
  try {
    await verifyBlocks(path, add, onProgress);
    about = await verifyContent(path, findings.length === 0, add, onProgress);
    // Opening compares the derivations. A file with findings would be refused for these.
    if (findings.length === 0) (await openReleaseInSlices(path, states)).close();
  } catch (error) {
    add(path, reasonOf(error).replace(`${path} `, "").replace(/\.$/, ""), "");
  }
  const held = about === null ? [] : heldStates(about);
  const isKnown = (code: string) => states.some((state) => state.code === code);
  return {
    description: about?.description ?? null,
    findings: findings.slice(0, LISTED_MAX),
    findingCount: findings.length,
    comparedStates: findings.length === 0 ? held.filter(isKnown) : [],
    unknownStates: held.filter((code) => !isKnown(code)),
  };
}

export function findingText({ where, what, remedy }: ReleaseFinding): string {
  return `${where}: ${what}. ${remedy}`.trimEnd();
}

type AddFinding = (where: string, what: string, remedy?: string) => void;

async function verifyBlocks(path: string, add: AddFinding, onProgress: OnProgress): Promise<void> {
  const file = ReleaseFile.open(path);
  try {
    for (let block = 0; block < file.blockCount; block += 1) {
      if (!(await file.isSound(block))) add(path, `${file.extentText(block)} are not those that were built`);
      onProgress({ stage: "reading blocks", done: block + 1, total: file.blockCount });
    }
  } finally {
    file.close();
  }
}

/** What the release says of itself, and whether its content is as it says, if all blocks are sound. */
async function verifyContent(
  path: string,
  isSound: boolean,
  add: AddFinding,
  onProgress: OnProgress,
): Promise<Metadata | null> {
  const database = openForReading(path, new Soundness(path));
  try {
    const about = readMetadata(database);
    if (about === null) add("about", "the release has no description");
    else if (isSound) await verifyRows(database, about, add, onProgress);
    return about;
  } finally {
    database.close();
  }
}

/** Computes the content hash of a release from the rows that it stores, as `build` did from those that it read. */
async function verifyRows(
  database: Queryable,
  about: Metadata,
  add: AddFinding,
  onProgress: OnProgress,
): Promise<void> {
  onProgress({ stage: "checking pages", done: 0, total: 1 });
  for (const [text] of database.query("PRAGMA integrity_check").all()) {
    if (text !== "ok") add("SQLite's integrity_check", String(text).replaceAll("\n", " "));
  }
  const { description } = about;
  const hashes = originHashes(database);
  for (const [title, rowCount] of Object.entries(description.rowCounts)) {
    const headers = compiledHeaders(about, title);
    if (headers === null) {
      add(title, "is counted and not declared");
      continue;
    }
    const hash = new TableHash(title, headers);
    const found = await addRows(database, title.replace("/", "_"), headers, hash, onProgress);
    if (found !== rowCount) add(title, `${found} rows are there and ${rowCount} were compiled`);
    hashes.push(hash);
  }
  const content = contentHash(description, hashes, about.derivations);
  if (content === description.contentHash) return;
  add("content_hash", `the stored rows give ${content} and the release says ${description.contentHash}`);
}

/** The hashes of the origins of all tables that have any. */
function originHashes(database: Queryable): TableHash[] {
  const hashes = new Map<string, TableHash>();
  const withOrigins = new Set<TableHash>();
  const blocks = database.query(`SELECT ${BLOCK_COLUMNS} FROM ${ORIGIN_BLOCKS} ORDER BY title, first_line`);
  for (const block of blocks.all().map(blockIn)) {
    const hash = hashes.get(block.title) ?? new TableHash(originsHashTitle(block.title), []);
    hashes.set(block.title, hash);
    if (block.runs.length > 0) withOrigins.add(hash);
    for (const part of hashedBlock(block)) hash.add(part);
  }
  return [...withOrigins];
}

/** Adds the rows of a table to its hash, in the order in which `build` read them; how many there are. */
async function addRows(
  database: Queryable,
  stored: string,
  headers: readonly string[],
  hash: TableHash,
  onProgress: OnProgress,
): Promise<number> {
  const { rows, repeated } = storedNames(stored);
  const isProviders = database.query("SELECT 1 FROM sqlite_master WHERE name = ?").first(rows) !== undefined;
  if (!isProviders) {
    const columns = [...headers.map(quotedName), "line"].join(", ");
    return await inBatches(database, stored, columns, onProgress, (row) => hash.add(JSON.stringify(row.slice(0, -1))));
  }
  // Providers are stored in result order, and were read in the order of their lines.
  const lines: { readonly line: number; readonly place: number }[] = [];
  await inBatches(database, rows, `cells ->> ${headers.length}`, onProgress, ([line, place]) => {
    lines.push({ line: Number(line), place: place as number });
  });
  lines.sort((a, b) => a.line - b.line);
  const query = database.query(`SELECT cells FROM ${rows} WHERE place = ?`);
  for (const [index, { place }] of lines.entries()) {
    hash.add(withoutSum(query.value(place) as string));
    if (index % ROWS_PER_TURN !== 0) continue;
    onProgress({ stage: `hashing ${stored}`, done: index, total: lines.length });
    await nextTurn();
  }
  const texts = database.query(`SELECT texts FROM ${repeated} WHERE header = ?`);
  for (const header of headers) hash.add(String(texts.first(header)?.[0]));
  return lines.length;
}

/** Passes on the rows of a table in the order of their places, each with its place as the last column. */
async function inBatches(
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
