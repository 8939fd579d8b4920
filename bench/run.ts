import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildRelease } from "../src/release/build.ts";
import { openRelease } from "../src/release/open.ts";
import { states } from "../src/states/index.ts";
import { measureBatch } from "./rows/batch.ts";
import { measureBuild } from "./rows/build.ts";
import { measureNames } from "./rows/names.ts";
import { measurePricing } from "./rows/pricing.ts";
import { measureSingleGet } from "./rows/single-get.ts";
import { measureMemory, startRow } from "./rows/start-and-memory.ts";
import { measureStates } from "./rows/state-pricing.ts";
import { largeDataset } from "./support/dataset.ts";
import { type Row, tableOf, verdictOf } from "./support/row.ts";
import { serve } from "./support/server.ts";

/*
 * The budgets of the service, each against a floor measured in the same run, so that the figures
 * mean the same on every machine. `npm run bench -- 100000` takes fewer providers.
 */

const ROOT = join(import.meta.dirname, "..");
const providers = Number(process.argv[2] ?? 1_000_000);
const work = join(ROOT, ".ratebook/bench");
const release = join(work, `${providers}.db`);
const home = mkdtempSync(join(tmpdir(), "ratebook-bench-"));
const say = (text: string) => console.log(text);

say(`Making ${providers} providers ...`);
const dataset = await largeDataset(join(ROOT, "data/sample"), join(work, String(providers)), providers);
const rows: Row[] = [];

say("Building the release ...");
rows.push(await measureBuild(dataset, release));

say("Pricing without HTTP ...");
const opened = openRelease(release, states);
rows.push(measurePricing(opened, providers));
opened.close();
const sample = join(work, "sample.db");
const sampleBuild = await buildRelease({ dataset: join(ROOT, "data/sample"), out: sample, states });
if (!sampleBuild.ok) throw new Error("the sample has faults");
const openedSample = openRelease(sample, states);
rows.push(...measureStates(openedSample, join(ROOT, "data/sample")));
openedSample.close();

await (await serve(release, home)).stop();
const served = await serve(release, home);
try {
  rows.push(startRow(served, release));
  say("Single lookups ...");
  rows.push(await measureSingleGet(served, providers));
  say("Batches ...");
  rows.push(await measureBatch(served, providers));
  say("Names ...");
  rows.push(...(await measureNames(served, providers)));
  say("Memory ...");
  rows.push(await measureMemory(served, providers));
} finally {
  await served.stop();
  rmSync(home, { recursive: true });
}

say(`\nNode ${process.version}, ${process.arch}, ${providers} providers in one state\n`);
say(tableOf(rows));
process.exitCode = rows.some((row) => verdictOf(row) === "MISSED") ? 1 : 0;
