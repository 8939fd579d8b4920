import { createReadStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Day } from "../../src/core/calendar/day.ts";
import { type Publication, titleOfPublication } from "../../src/imports/declaring/publication.ts";
import { importFile } from "../../src/imports/import-file.ts";
import { states } from "../../src/states/index.ts";
import { allPublications } from "../../src/states/publications.ts";
import { npiRegistry } from "../support/npi-registry.ts";
import type { Row } from "../support/row.ts";

const ROWS = 200_000;
const DAY = "2026-02-08" as Day;
const LINE_FEED = 10;

/**
 * Importing the NPI registry into four states, from its bytes to tables in place, against finding its lines; both by
 * what they take of one core. The real registry has 9 million rows, of which the four states take a quarter.
 */
export async function measureImport(work: string): Promise<Row> {
  const file = await npiRegistry(join(work, `npidata-${ROWS}.csv`), ROWS);
  const floorMilliseconds = await findLines(file);
  const { milliseconds, waited } = await importRegistry(file);
  const perSecond = (count: number) => (ROWS * 1000) / count;
  return {
    what: "import of the NPI registry",
    measured: `${(waited / 1000).toFixed(1)} s for ${ROWS} rows of 330 columns`,
    floor: `${Math.round(perSecond(floorMilliseconds))}/s lines found`,
    value: Math.round(perSecond(milliseconds)),
    unit: "/s",
    budget: 50_000,
    stretch: 100_000,
    better: "more",
  };
}

/** Milliseconds that this thread has worked so far, whatever else the machine does. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function importRegistry(file: string): Promise<{ readonly milliseconds: number; readonly waited: number }> {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-bench-import-"));
  const publications = await allPublications();
  try {
    for (const { code } of states) mkdirSync(join(folder, code));
    writeFileSync(join(folder, "dataset.json"), '{"name":"bench","version":"1"}');
    const [start, workedBefore] = [performance.now(), worked()];
    const { rowsRead, tables } = await importFile({
      publications,
      publication: publications.find((each) => titleOfPublication(each) === "federal/nppes") as Publication,
      file,
      dataset: folder,
      asOf: DAY,
      dryRun: false,
      today: DAY,
    });
    const outcome = { milliseconds: worked() - workedBefore, waited: performance.now() - start };
    if (rowsRead !== ROWS || tables.length !== states.length)
      throw new Error(`${rowsRead} rows read into ${tables.length} tables`);
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds to read a file and find its lines, without looking into them. */
async function findLines(file: string): Promise<number> {
  const start = worked();
  let lines = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
  }
  if (lines !== ROWS + 1) throw new Error(`${lines} lines found`);
  return worked() - start;
}
