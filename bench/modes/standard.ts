import { join } from "node:path";
import { build, measureBuild } from "../rows/build.ts";
import { measureDiff } from "../rows/diff.ts";
import { measureImport } from "../rows/import.ts";
import { measurePage } from "../rows/page.ts";
import { measurePricing } from "../rows/pricing.ts";
import { measureReprice, measureRepriceWorkbook } from "../rows/reprice.ts";
import { measureStates } from "../rows/state-pricing.ts";
import { californiaWorkload } from "../support/california.ts";
import { largeDataset } from "../support/dataset.ts";
import { withRelease } from "../support/opened-release.ts";
import { SAMPLE, WORK } from "../support/places.ts";
import { type Report, say } from "../support/report.ts";
import type { Row } from "../support/row.ts";
import { overHttp } from "./over-http.ts";

/** Enough to tell how long a million would take. */
const REPRICED_LINES = 200_000;
/** As many as a sheet can hold, nearly: what it takes in memory grows with them. */
const WORKBOOK_LINES = 1_000_000;

/** The two-minute run: one large registry of California, and the sample of every state. */
export async function standard(providers = 1_000_000): Promise<Report> {
  const workload = californiaWorkload(providers);
  const release = join(WORK, `${providers}.db`);
  const rows: Row[] = [];

  say(`Making ${providers} providers ...`);
  const dataset = await largeDataset(SAMPLE, join(WORK, String(providers)), providers);
  say("Building the release ...");
  rows.push(await measureBuild(dataset, release));

  say("Pricing without HTTP ...");
  rows.push(withRelease(release, (opened) => measurePricing(opened, workload, "ca")));
  const sampleRelease = join(WORK, "sample.db");
  await build(SAMPLE, sampleRelease);
  rows.push(...withRelease(sampleRelease, (opened) => measureStates(opened, SAMPLE)));

  say("Comparing two releases ...");
  rows.push(...(await measureDiff(dataset, release)));

  say("Importing a registry ...");
  rows.push(await measureImport(WORK));

  say("Repricing a file ...");
  rows.push(await measureReprice(release, workload, REPRICED_LINES));
  rows.push(...(await measureRepriceWorkbook(release, workload, WORKBOOK_LINES)));

  say("The page ...");
  rows.push(...(await measurePage()));

  rows.push(...(await overHttp(release, workload)));
  return { mode: "standard", about: workload.about, rows };
}
