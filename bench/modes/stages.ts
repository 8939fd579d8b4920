import { join } from "node:path";
import { lookupOf } from "../../src/pricing/state/state.ts";
import { openRelease } from "../../src/release/open.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { build } from "../rows/build.ts";
import { type Access, access } from "../stages/access.ts";
import { batchForm, type RequestForm, singleForm } from "../stages/forms.ts";
import { readsOf, STAGES, type StageTimes, stageTimes } from "../stages/stage-times.ts";
import { californiaWorkload } from "../support/california.ts";
import { largeDataset } from "../support/dataset.ts";
import { sendLoad } from "../support/load.ts";
import { markdownTable } from "../support/markdown.ts";
import { SAMPLE, WORK } from "../support/places.ts";
import { type Report, say } from "../support/report.ts";
import { batches, singles } from "../support/requests.ts";
import { type Served, serve } from "../support/server.ts";
import { median } from "../support/statistics.ts";
import type { Workload } from "../support/workload.ts";

const LOOKUPS = 20_000;
const ITEMS = 1_000;
const ROUNDS = 7;
/** Rounds in which the code is compiled and optimised; they do not count. */
const WARM_UP_ROUNDS = 2;
const HTTP_SECONDS = 3;

interface Column {
  readonly heading: string;
  readonly times: StageTimes;
  /** Microseconds of processor time per lookup of the whole request over HTTP. */
  readonly overHttp: number;
}

/** What each stage of a lookup costs, alone and in a batch; prints the table of the documentation. */
export async function stages(providers = 1_000_000): Promise<Report> {
  const workload = californiaWorkload(providers);
  const release = join(WORK, `${providers}.db`);
  say(`Making and building ${providers} providers ...`);
  await build(await largeDataset(SAMPLE, join(WORK, String(providers)), providers), release);

  const admission = await access();
  const lookup = lookupOf(states.find(({ code }) => code === "ca") as StateInRelease["state"], "outpatient");
  const single = singleForm(lookup);
  const batch = batchForm(lookup, ITEMS);
  say("Stages ...");
  const times = {
    single: measure(release, workload, single, admission),
    batch: measure(release, workload, batch, admission),
  };
  admission.close();
  say("Over HTTP ...");
  const http = await overHttp(release, workload);
  const columns: Column[] = [
    { heading: "Single GET, first time", times: times.single.first, overHttp: http.single },
    { heading: "again", times: times.single.again, overHttp: http.single },
    { heading: "Batch item, first time", times: times.batch.first, overHttp: http.batch },
    { heading: "again", times: times.batch.again, overHttp: http.batch },
  ];
  say(`\n${stagesTable(columns)}`);
  return { mode: "stages", about: workload.about, rows: [] };
}

interface FirstAndAgain {
  readonly first: StageTimes;
  readonly again: StageTimes;
}

/** Medians over rounds, each with a release that was just opened and lookups of its own. */
function measure(release: string, workload: Workload, form: RequestForm, admission: Access): FirstAndAgain {
  const rounds = Array.from({ length: WARM_UP_ROUNDS + ROUNDS }, (_, round): FirstAndAgain => {
    const lookups = workload.lookups(LOOKUPS, { seed: 40 + round });
    const noted = openRelease(release, states);
    const reads = readsOf(noted.states.get("ca") as StateInRelease, lookups);
    noted.close();

    const opened = openRelease(release, states);
    const source = opened.states.get("ca") as StateInRelease;
    const first = stageTimes(source, lookups, form, reads.first, admission);
    // A provider's row is cached at its second lookup.
    stageTimes(source, lookups, form, reads.again, admission);
    const again = stageTimes(source, lookups, form, reads.again, admission);
    opened.close();
    return { first, again };
  }).slice(WARM_UP_ROUNDS);
  const medians = (time: keyof FirstAndAgain) =>
    Object.fromEntries(STAGES.map((stage) => [stage, median(rounds.map((round) => round[time][stage]))]));
  return { first: medians("first") as StageTimes, again: medians("again") as StageTimes };
}

/** Microseconds of the server's processor time per lookup, for requests that were all sent before. */
async function overHttp(release: string, workload: Workload): Promise<{ single: number; batch: number }> {
  const served = await serve(release);
  try {
    return {
      single: await processorMicroseconds(served, singles(workload, LOOKUPS, served.key), 32),
      batch: (await processorMicroseconds(served, batches(workload, 20, ITEMS, served.key), 2)) / ITEMS,
    };
  } finally {
    await served.stop();
  }
}

async function processorMicroseconds(
  served: Served,
  requests: readonly Buffer[],
  connections: number,
): Promise<number> {
  const load = { port: served.port, connections, seconds: HTTP_SECONDS, requests };
  await sendLoad(load);
  const before = served.processorMilliseconds();
  const { latencies } = await sendLoad(load);
  return ((served.processorMilliseconds() - before) * 1000) / latencies.length;
}

function stagesTable(columns: readonly Column[]): string {
  const microseconds = (value: number) => value.toFixed(2);
  const sum = ({ times }: Column) => STAGES.reduce((total, stage) => total + times[stage], 0);
  const line = (what: string, of: (column: Column) => number) => [
    what,
    ...columns.map((column) => microseconds(of(column))),
  ];
  return markdownTable(
    ["Microseconds per lookup", ...columns.map(({ heading }) => heading)],
    [
      ...STAGES.map((stage) => line(stage, ({ times }) => times[stage])),
      line("all stages", sum),
      line("whole request over HTTP, processor time", ({ overHttp }) => overHttp),
    ],
  );
}
