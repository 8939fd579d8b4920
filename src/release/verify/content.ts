import { setImmediate as nextTurn } from "node:timers/promises";
import type { OnProgress } from "../../runtime/progress.ts";
import { type About, compiledHeaders } from "../about.ts";
import { contentHash, TableHash } from "../content-hash.ts";
import { quotedName } from "../format.ts";
import { PARTS } from "../provider-parts.ts";
import { withoutSum } from "../row-text.ts";
import type { Summed } from "../sqlite.ts";
import type { Findings } from "./findings.ts";
import { inBatches } from "./in-batches.ts";

const ROWS_PER_TURN = 2_000;

/** Computes the content hash of a release from the rows that it stores, as `build` did from those that it read. */
export async function verifyContent(
  database: Summed,
  about: About,
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
