import { join } from "node:path";
import { claimsOf } from "../data/claims.ts";
import { type DatasetSize, FULL_SIZE, makeDataset } from "../data/dataset.ts";
import { measureBuild } from "../rows/build.ts";
import { measurePricing } from "../rows/pricing.ts";
import { measureRatesFound } from "../rows/rates-found.ts";
import { measureReprice, measureRepriceWorkbook } from "../rows/reprice.ts";
import { withRelease } from "../support/opened-release.ts";
import { SAMPLE, WORK } from "../support/places.ts";
import { type Report, say } from "../support/report.ts";
import type { Row } from "../support/row.ts";
import { overHttp } from "./over-http.ts";
import { peerRows } from "./peer.ts";

const REPRICED_LINES = 1_000_000;

/** All four states at their real size, with lookups of every state and setting in one run. */
export async function full(providers?: number): Promise<Report> {
  const size = providers === undefined ? FULL_SIZE : scaledTo(providers);
  const name = providers === undefined ? "full" : `full-${providers}`;
  const release = join(WORK, `${name}.db`);
  const rows: Row[] = [];

  say("Making all four states ...");
  const dataset = await makeDataset(SAMPLE, join(WORK, name), size);
  const workload = claimsOf(dataset, size);
  say("Building the release ...");
  rows.push(await measureBuild(dataset, release));

  say("Pricing without HTTP ...");
  const priced = withRelease(release, (opened) => [
    measureRatesFound(opened, workload),
    ...workload.states.map((state) => measurePricing(opened, workload, state)),
  ]);
  rows.push(...priced);

  say("Repricing a file ...");
  rows.push(await measureReprice(release, workload, REPRICED_LINES));
  rows.push(...(await measureRepriceWorkbook(release, workload, REPRICED_LINES)));

  rows.push(...(await overHttp(release, workload)));
  rows.push(...(await peerRows(dataset, release, size.providers.ca as number)));
  return { mode: "full", about: workload.about, rows };
}

/** Fewer providers in the same proportions, for a trial. */
function scaledTo(providers: number): DatasetSize {
  const total = Object.values(FULL_SIZE.providers).reduce((sum, count) => sum + count, 0);
  const scaled = Object.entries(FULL_SIZE.providers).map(([state, count]) => [
    state,
    Math.round((count * providers) / total),
  ]);
  return { ...FULL_SIZE, providers: Object.fromEntries(scaled) };
}
