import { closeSync, openSync, readSync } from "node:fs";
import { sendLoad } from "../support/load.ts";
import { singles } from "../support/requests.ts";
import type { Row } from "../support/row.ts";
import type { Served } from "../support/server.ts";
import type { Workload } from "../support/workload.ts";

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

/** Resident memory of one worker after 100,000 lookups all over the registries. */
export async function measureMemory(served: Served, workload: Workload): Promise<Row> {
  const requests = singles(workload, LOOKUPS, served.key, 99);
  let sent = 0;
  while (sent < LOOKUPS) {
    const rest = requests.slice(sent);
    const burst = await sendLoad({ port: served.port, connections: 32, seconds: 1, requests: rest });
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
