import { setImmediate as nextTurn } from "node:timers/promises";
import { reasonOf } from "../core/runtime/failure.ts";
import type { OnProgress } from "../core/runtime/progress.ts";
import type { State } from "../pricing/state/state.ts";
import {
  compiledHeaders,
  contentHash,
  declaredTables,
  heldStates,
  type Metadata,
  readMetadata,
  TableHash,
} from "./about.ts";
import { quotedName, withoutSum } from "./format.ts";
import { openReleaseInSlices } from "./open.ts";
import { PARTS } from "./provider-parts.ts";
import { KEYS } from "./rate-keys.ts";
import type { ReleaseDescription } from "./release.ts";
import { ReleaseFile } from "./release-file.ts";
import { Soundness } from "./soundness.ts";
import { openForReading, type ReadingDatabase, type Summed } from "./sqlite.ts";
import {
  Findings,
  inBatches,
  type ReleaseFinding,
  verifyOrigins,
  verifyProviderRows,
  verifyRateRows,
} from "./verify-tables.ts";

/** What came of verifying a release. */
export interface ReleaseVerification {
  /** What the release says of itself; null when it cannot be asked. */
  readonly description: ReleaseDescription | null;
  readonly findings: readonly ReleaseFinding[];
  /** All of them, those that are not listed included. */
  readonly findingCount: number;
  /** The states whose rules for providers were compared with those of this program. */
  readonly comparedStates: readonly string[];
  /** The states that this program does not know: their rows are verified, their rules cannot be. */
  readonly unknownStates: readonly string[];
}

/** Proves everything about a release that can be proved, and goes on after a finding as far as that makes sense. */
export async function verifyRelease(
  path: string,
  states: readonly State[],
  onProgress: OnProgress,
): Promise<ReleaseVerification> {
  const findings = new Findings();
  const about = await noting(findings, path, async () => {
    const file = ReleaseFile.open(path);
    try {
      await verifyBlocks(file, findings, onProgress);
    } finally {
      file.close();
    }
    return await verifyTables(path, findings, onProgress);
  });
  // Derivations are compared by opening the release; a file that was found to be damaged cannot be opened anyway.
  if (findings.count === 0) {
    await noting(findings, path, async () => (await openReleaseInSlices(path, states)).close());
  }
  const held = about === null ? [] : heldStates(about);
  const isKnown = (code: string) => states.some((state) => state.code === code);
  return {
    description: about?.description ?? null,
    findings: findings.listed,
    findingCount: findings.count,
    comparedStates: findings.count === 0 ? held.filter(isKnown) : [],
    unknownStates: held.filter((code) => !isKnown(code)),
  };
}

/** What SQLite cannot read, and what is refused, are findings; null then. */
async function noting<Outcome>(
  findings: Findings,
  path: string,
  work: () => Promise<Outcome>,
): Promise<Outcome | null> {
  try {
    return await work();
  } catch (error) {
    const reason = reasonOf(error).replace(`${path} `, "");
    findings.add(path, reason.replace(/\.$/, ""), "");
    return null;
  }
}

async function verifyBlocks(file: ReleaseFile, findings: Findings, onProgress: OnProgress): Promise<void> {
  for (let block = 0; block < file.blockCount; block += 1) {
    if (!file.isSound(block)) findings.add(file.path, `${file.extentText(block)} are not those that were built`);
    onProgress({ stage: "reading blocks", done: block + 1, total: file.blockCount });
    await nextTurn();
  }
}

async function verifyTables(path: string, findings: Findings, onProgress: OnProgress): Promise<Metadata | null> {
  const opened = openForReading(path, new Soundness(path));
  try {
    verifyPages(opened, findings, onProgress);
    const about = readMetadata(opened);
    if (about === null) {
      findings.add("about", "the release does not say what it is");
      return null;
    }
    await verifyRows({ ...opened, origin: about.origin }, about, findings, onProgress);
    return about;
  } finally {
    opened.close();
  }
}

/** SQLite's own look at its pages, b-trees and indexes. */
function verifyPages(database: ReadingDatabase, findings: Findings, onProgress: OnProgress): void {
  onProgress({ stage: "checking pages", done: 0, total: 1 });
  for (const [text] of database.query("PRAGMA integrity_check").all()) {
    if (text !== "ok") findings.add("SQLite's integrity_check", String(text).replaceAll("\n", " "));
  }
}

async function verifyRows(
  database: Summed,
  about: Metadata,
  findings: Findings,
  onProgress: OnProgress,
): Promise<void> {
  const names = database.query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
  const tables = new Set(names.map(([name]) => name as string));
  const isProviders = (stored: string) => tables.has(stored + PARTS.rows);
  for (const name of tables) {
    if (name.endsWith(PARTS.rows)) {
      await verifyProviderRows(database, name.slice(0, -PARTS.rows.length), findings, onProgress);
    } else if (name.endsWith(KEYS)) {
      const rates = name.slice(0, -KEYS.length);
      const headers = compiledHeaders(about, rates.replace("_", "/"));
      if (headers === null) findings.add(rates, "is stored and not declared");
      else await verifyRateRows(database, rates, headers, findings, onProgress);
    }
  }
  const originHashes = await verifyOrigins(database, declaredTables(about), findings, onProgress);
  await verifyContent(database, about, isProviders, originHashes, findings, onProgress);
}

const ROWS_PER_TURN = 2_000;

/** Computes the content hash of a release from the rows that it stores, as `build` did from those that it read. */
async function verifyContent(
  database: Summed,
  about: Metadata,
  isProviders: (stored: string) => boolean,
  originHashes: readonly TableHash[],
  findings: Findings,
  onProgress: OnProgress,
): Promise<void> {
  const { description } = about;
  const hashes: TableHash[] = [...originHashes];
  for (const [title, rowCount] of Object.entries(description.rowCounts)) {
    const headers = compiledHeaders(about, title);
    if (headers === null) {
      findings.add(title, "is counted and not declared");
      continue;
    }
    const hash = new TableHash(title, headers);
    const stored = title.replace("/", "_");
    const found = isProviders(stored)
      ? await addProviders(database, stored, headers, hash, onProgress)
      : await addRates(database, stored, headers, hash, onProgress);
    if (found !== rowCount) findings.add(title, `${found} rows are there and ${rowCount} were compiled`);
    hashes.push(hash);
  }
  const content = contentHash(description, hashes, about.derivations);
  if (content === description.contentHash) return;
  findings.add("content_hash", `the stored rows give ${content} and the release says ${description.contentHash}`);
}

function addRates(
  database: Summed,
  stored: string,
  headers: readonly string[],
  hash: TableHash,
  onProgress: OnProgress,
): Promise<number> {
  const columns = [...headers.map(quotedName), "line"].join(", ");
  return inBatches(database, stored, columns, onProgress, (row) => hash.add(JSON.stringify(row.slice(0, -1))));
}

/** Providers are stored in result order, and were read in the order of their lines. */
async function addProviders(
  database: Summed,
  stored: string,
  headers: readonly string[],
  hash: TableHash,
  onProgress: OnProgress,
): Promise<number> {
  const rows = stored + PARTS.rows;
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
  const repeated = database.query(`SELECT texts FROM ${stored}${PARTS.repeated} WHERE header = ?`);
  for (const header of headers) hash.add(String(repeated.first(header)?.[0]));
  return lines.length;
}
