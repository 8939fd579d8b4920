import { buildPage } from "../../scripts/page/build.ts";
import { measureBatch } from "../rows/batch.ts";
import { measureExplained } from "../rows/explained.ts";
import { measureNames } from "../rows/names.ts";
import { measureNobodyWaits } from "../rows/nobody-waits.ts";
import { measureNodes } from "../rows/nodes.ts";
import { measureSingleGet } from "../rows/single-get.ts";
import { measureMemory, startRow } from "../rows/start-and-memory.ts";
import { measureTypedNames } from "../rows/typed-names.ts";
import { measureWorkers } from "../rows/workers.ts";
import { ROOT } from "../support/places.ts";
import { say } from "../support/report.ts";
import type { Row } from "../support/row.ts";
import { serve } from "../support/server.ts";
import type { Workload } from "../support/workload.ts";

/** Every row about a release that is served. */
export async function overHttp(release: string, workload: Workload): Promise<Row[]> {
  const rows: Row[] = [];
  // A server reads the page when it starts.
  await buildPage(ROOT);
  // The first start reads the program and the release from the disk; the second is that of a running machine.
  await (await serve(release)).stop();
  const served = await serve(release);
  try {
    rows.push(startRow(served, release));
    say("Single lookups ...");
    rows.push(await measureSingleGet(served, workload));
    say("Explanations ...");
    rows.push(await measureExplained(served, workload));
    say("Batches ...");
    rows.push(await measureBatch(served, workload));
    say("Names ...");
    for (const state of workload.states) rows.push(...(await measureNames(served, workload, state)));
    say("Names in the page ...");
    for (const state of workload.states.slice(0, 1)) rows.push(...(await measureTypedNames(served, state)));
    say("Memory ...");
    rows.push(await measureMemory(served, workload));
    say("Everybody at once ...");
    rows.push(await measureNobodyWaits(served, workload));
  } finally {
    await served.stop();
  }
  say("Workers ...");
  rows.push(...(await measureWorkers(release, workload)));
  say("Nodes ...");
  rows.push(...(await measureNodes(release, workload)));
  return rows;
}
