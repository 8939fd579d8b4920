import { sendLoad } from "../support/load.ts";
import { NAME_FRAGMENTS } from "../support/lookups.ts";
import { byName, singles } from "../support/requests.ts";
import type { Row } from "../support/row.ts";
import type { Served } from "../support/server.ts";
import { percentile } from "../support/statistics.ts";
import type { Workload } from "../support/workload.ts";

const SECONDS = 4;
const DISTINCT = 2_000;

interface NameFigures {
  /** Milliseconds of lookups by NPI, of lookups and searches by name, and of lookups by NPI beside these. */
  readonly idle: readonly number[];
  readonly alone: readonly number[];
  readonly beside: readonly number[];
}

/** Lookups and searches by part of a name in one state, and what they do to everybody else. */
export async function nameFigures(
  { port, key }: Served,
  workload: Workload,
  state: string,
  fragments: readonly string[] = NAME_FRAGMENTS,
): Promise<NameFigures> {
  const names = { port, connections: 1, seconds: SECONDS, requests: byName(state, key, fragments) };
  const lookups = { port, connections: 1, seconds: SECONDS, requests: singles(workload, DISTINCT, key) };
  await sendLoad(names);
  const idle = await sendLoad(lookups);
  const alone = await sendLoad(names);
  const [, beside] = await Promise.all([sendLoad({ ...names, connections: 4 }), sendLoad(lookups)]);
  return { idle: idle.latencies, alone: alone.latencies, beside: beside.latencies };
}

/** One row about searching, one about waiting; the state is named where there are several. */
export async function measureNames(served: Served, workload: Workload, state: string): Promise<Row[]> {
  const { idle, alone, beside } = await nameFigures(served, workload, state);
  const where = workload.states.length === 1 ? "" : ` in ${state}`;
  return [
    {
      what: `name lookup and search${where}, p99`,
      measured: `median ${percentile(alone, 50).toFixed(1)} ms`,
      floor: `${percentile(idle, 50).toFixed(2)} ms lookup by NPI`,
      value: percentile(alone, 99),
      unit: " ms",
      budget: 15,
      stretch: 5,
      better: "less",
    },
    {
      what: `longest wait of others meanwhile${where}, p99.9`,
      measured: `p99 ${percentile(beside, 99).toFixed(1)} ms`,
      floor: `${percentile(idle, 99.9).toFixed(1)} ms when idle`,
      value: percentile(beside, 99.9),
      unit: " ms",
      budget: 20,
      stretch: 10,
      better: "less",
    },
  ];
}
