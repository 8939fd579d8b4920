import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cell, type Row as SheetRow } from "../../src/core/workbook/cell.ts";
import { writeWorkbook } from "../../src/core/workbook/workbook-file.ts";
import { ROOT } from "../support/places.ts";
import { peakMegabytes } from "../support/processes.ts";
import type { Row } from "../support/row.ts";
import type { Workload } from "../support/workload.ts";

const COLUMNS = ["npi", "billing_code", "date_of_service", "child_patient"];
const LINES_PER_DRAW = 50_000;
const THREADS = 2;
const MEMORY_MILLISECONDS = 50;

/** A file of claims through `ratebook reprice`, from starting the command to the output in place; scaled to a million lines. */
export async function measureReprice(release: string, workload: Workload, lines: number): Promise<Row> {
  return await inFolder(async (folder) => {
    const claims = join(folder, "claims.csv");
    await writeClaims(claims, workload, lines);
    const { seconds, megabytes } = await reprice(claims, release, join(folder, "repriced.csv"), lines);
    return {
      what: "reprice a CSV of 1,000,000 lines, 2 threads",
      measured: measuredText(seconds, megabytes, lines),
      floor: "",
      value: (seconds * 1_000_000) / lines,
      unit: " s",
      budget: 60,
      stretch: 30,
      better: "less",
    };
  });
}

/** The lines as a workbook. All of a million, since its memory shows only then. */
export async function measureRepriceWorkbook(release: string, workload: Workload, lines: number): Promise<Row[]> {
  return await inFolder(async (folder) => {
    const claims = join(folder, "claims.xlsx");
    await writeWorkbook(claims, [{ name: "Claims", headingRow: 1, rows: workbookRows(workload, lines) }]);
    const { seconds, megabytes } = await reprice(claims, release, join(folder, "repriced.csv"), lines);
    const measured = measuredText(seconds, megabytes, lines);
    const what = "reprice an XLSX of 1,000,000 lines, 2 threads";
    const time = { value: (seconds * 1_000_000) / lines, unit: " s", budget: 60, stretch: 35 };
    const memory = { value: megabytes, unit: " MB", budget: 500, stretch: 300 };
    return [
      { what, measured, floor: "", ...time, better: "less" },
      // The amount of uncollected garbage differs from run to run.
      { what: `${what}: memory`, measured, floor: "", ...memory, better: "less", isUnsteady: true },
    ];
  });
}

async function inFolder<Measured>(measure: (folder: string) => Promise<Measured>): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-bench-reprice-"));
  try {
    return await measure(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measuredText(seconds: number, megabytes: number, lines: number): string {
  return `${seconds.toFixed(1)} s for ${lines.toLocaleString("en")} lines, ${megabytes.toFixed(0)} MB at most`;
}

const HEADINGS = ["claim_id", ...COLUMNS, "paid_amount"];

/** Californian outpatient claims with what was paid for each, the same for the same number of lines; some at a time. */
function* drawnClaims(workload: Workload, lines: number): Generator<readonly (readonly string[])[]> {
  for (let written = 0, draw = 0; written < lines; draw += 1) {
    const drawn = workload.lookups(LINES_PER_DRAW, { seed: 500 + draw, state: "ca" });
    const claims = drawn.filter(({ setting }) => setting === "outpatient").slice(0, lines - written);
    const first = written;
    yield claims.map(({ fields }, index) => {
      const number = first + index;
      const values = COLUMNS.map((name) => String(fields[name] ?? ""));
      return [`C${number}`, ...values, `${number % 200}.${10 + (number % 90)}`];
    });
    written += claims.length;
  }
}

async function writeClaims(file: string, workload: Workload, lines: number): Promise<void> {
  const out = createWriteStream(file);
  out.write(`${HEADINGS.join(",")}\n`);
  for (const claims of drawnClaims(workload, lines)) {
    if (!out.write(claims.map((cells) => `${cells.join(",")}\n`).join(""))) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
}

/** As exports have them: texts, but for what was paid. */
function* workbookRows(workload: Workload, lines: number): Generator<SheetRow> {
  yield HEADINGS.map((heading) => cell("text", heading));
  for (const claims of drawnClaims(workload, lines)) {
    for (const cells of claims) {
      yield cells.map((text, place) => cell(place === cells.length - 1 ? "money" : "text", text));
    }
  }
}

interface Repriced {
  readonly seconds: number;
  /** The most memory that was resident at any time. */
  readonly megabytes: number;
}

async function reprice(claims: string, release: string, out: string, lines: number): Promise<Repriced> {
  const options = [
    "--release",
    release,
    "--out",
    out,
    "--compare",
    "paid_amount",
    "--workers",
    String(THREADS),
    "--json",
  ];
  const start = performance.now();
  const child = spawn(join(ROOT, "bin/ratebook"), ["reprice", "ca", "outpatient", claims, ...options], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, peakMegabytes(child.pid as number));
  }, MEMORY_MILLISECONDS);
  let printed = "";
  child.stdout.on("data", (text) => {
    printed += text;
  });
  const [code] = await once(child, "close");
  clearInterval(watch);
  const seconds = (performance.now() - start) / 1000;
  const { lookups } = JSON.parse(printed) as { readonly lookups: number };
  if (code !== 0 || lookups !== lines || !existsSync(out)) throw new Error(`ended with ${code}: ${printed}`);
  return { seconds, megabytes };
}
