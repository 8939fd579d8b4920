import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildPage } from "../../scripts/page/build.ts";
import { build } from "../rows/build.ts";
import { measureNodes } from "../rows/nodes.ts";
import { californiaWorkload } from "../support/california.ts";
import { largeDataset } from "../support/dataset.ts";
import { ROOT, SAMPLE, WORK } from "../support/places.ts";
import { type Report, say } from "../support/report.ts";

/** The rows about several nodes alone. */
export async function nodes(providers = 1_000_000): Promise<Report> {
  const release = join(WORK, `${providers}.db`);
  say(`Making ${providers} providers ...`);
  const dataset = await largeDataset(SAMPLE, join(WORK, String(providers)), providers);
  if (!existsSync(release)) await build(dataset, release);
  // A server reads the page when it starts.
  await buildPage(ROOT);
  const workload = californiaWorkload(providers);
  say("Nodes ...");
  return { mode: "nodes", about: workload.about, rows: await measureNodes(release, workload) };
}
