import { closeSync, openSync, readSync } from "node:fs";
import { get, sendLoad } from "../support/load.ts";
import { outpatientLookups, queryOf } from "../support/lookups.ts";
import type { Row } from "../support/row.ts";
import type { Served } from "../support/server.ts";

const LOOKUPS = 100_000;

export function startRow({ startMilliseconds }: Served, release: string): Row {
  const opened = performance.now();
  const file = openSync(release, "r");
  readSync(file, Buffer.alloc(4096));
  closeSync(file);
  return {
    what: "start to ready",
    measured: `${startMilliseconds.toFixed(0)} ms`,
    floor: `${(performance.now() - opened).toFixed(2)} ms opening the file`,
    value: startMilliseconds / 1000,
    unit: " s",
    budget: 1,
    stretch: 0.3,
    better: "less",
  };
}

/** Resident memory of one worker after 100,000 lookups all over the registry. */
export async function measureMemory(served: Served, providers: number): Promise<Row> {
  const requests = outpatientLookups(LOOKUPS, providers, 99).map((lookup) =>
    get(`/api/v1/ca/outpatient/rate?${queryOf(lookup)}`, served.key),
  );
  let sent = 0;
  while (sent < LOOKUPS) {
    const burst = await sendLoad({
      port: served.port,
      connections: 32,
      seconds: 1,
      request: (number) => requests[(sent + number) % LOOKUPS] as Buffer,
    });
    sent += burst.latencies.length;
  }
  return {
    what: "resident memory after 100,000 lookups",
    measured: `${served.residentMegabytes().toFixed(0)} MB`,
    floor: "",
    value: served.residentMegabytes(),
    unit: " MB",
    budget: 350,
    stretch: 200,
    better: "less",
  };
}
