import { once } from "node:events";
import { createWriteStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cell, type Row as SheetRow } from "../../src/core/workbook/cell.ts";
import { writeWorkbook } from "../../src/core/workbook/workbook-file.ts";
import { type Lookup, lookupsOf } from "../lookups.ts";
import { run } from "../processes.ts";
import type { Result } from "../result.ts";
import { RATEBOOK } from "../servers.ts";
import { type Setup, withRelease } from "../setup.ts";
import { pricingSeconds } from "./pricing.ts";

/** A million lookups at once would take the memory that the floor needs. */
const LINES_PER_DRAW = 50_000;
const THREADS = "2";
const MEGABYTES_MAX = 500;
const HEADINGS = ["claim_id", "npi", "billing_code", "date_of_service", "child_patient", "paid_amount"];

export function measureRepriceCsv(setup: Setup): Promise<readonly Result[]> {
  return measureReprice(setup, "CSV", 60, writeCsv);
}

export function measureRepriceWorkbook(setup: Setup): Promise<readonly Result[]> {
  return measureReprice(setup, "XLSX", 90, (file, lines) =>
    writeWorkbook(file, [{ name: "Claims", headingRow: 1, rows: workbookRows(lines) }]),
  );
}

type WriteClaims = (file: string, lines: Iterable<readonly string[]>) => Promise<void>;

/** A file of claims through `ratebook reprice`, against pricing its lines alone. */
async function measureReprice(
  { release, size }: Setup,
  format: string,
  secondsMax: number,
  write: WriteClaims,
): Promise<readonly Result[]> {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-bench-reprice-"));
  try {
    const [claims, out] = [join(folder, `claims.${format.toLowerCase()}`), join(folder, "repriced.csv")];
    await write(claims, claimLines(size));
    const files = [claims, "--release", release, "--out", out];
    const options = ["--compare", "paid_amount", "--workers", THREADS, "--json"];
    const { seconds, megabytes, printed } = await run(RATEBOOK, ["reprice", "ca", "outpatient", ...files, ...options]);
    const { lookups } = JSON.parse(printed) as { readonly lookups: number };
    if (lookups !== size || !existsSync(out)) throw new Error(`${lookups} of ${size} lines were repriced`);

    const what = `reprice ${format} of ${size.toLocaleString("en")} lines, ${THREADS} threads`;
    const floor = withRelease(release, (opened) => pricingSeconds(opened, draws(size)));
    const shared = {
      measured: `${((seconds * 1e6) / size).toFixed(0)} us a line`,
      floor: `${floor.toFixed(1)} s pricing alone, one thread`,
    };
    return [
      { ...shared, what, value: seconds, unit: " s", budget: secondsMax },
      { ...shared, what: `${what}: memory`, value: megabytes, unit: " MB", budget: MEGABYTES_MAX },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function* draws(lines: number): Generator<readonly Lookup[]> {
  for (let drawn = 0; drawn < lines; drawn += LINES_PER_DRAW) {
    yield lookupsOf(Math.min(LINES_PER_DRAW, lines - drawn), lines, { seed: 500 + drawn });
  }
}

/** Claims with what was paid for each. */
function* claimLines(lines: number): Generator<readonly string[]> {
  let number = 0;
  for (const draw of draws(lines)) {
    for (const { npi, billing_code, date_of_service, child_patient } of draw) {
      number += 1;
      const paid = `${number % 200}.${10 + (number % 90)}`;
      yield [`C${number}`, npi, billing_code, date_of_service, String(child_patient), paid];
    }
  }
}

async function writeCsv(file: string, lines: Iterable<readonly string[]>): Promise<void> {
  const out = createWriteStream(file);
  out.write(`${HEADINGS.join(",")}\n`);
  for (const cells of lines) {
    if (!out.write(`${cells.join(",")}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
}

/** As exports have them: texts, but for what was paid. */
function* workbookRows(lines: Iterable<readonly string[]>): Generator<SheetRow> {
  yield HEADINGS.map((heading) => cell("text", heading));
  for (const cells of lines) {
    yield cells.map((text, place) => cell(place === cells.length - 1 ? "money" : "text", text));
  }
}
