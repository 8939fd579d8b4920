import { join } from "node:path";
import { build } from "../rows/build.ts";
import { californiaWorkload } from "../support/california.ts";
import { largeDataset } from "../support/dataset.ts";
import { SAMPLE, WORK } from "../support/places.ts";
import { say } from "../support/report.ts";
import type { Workload } from "../support/workload.ts";

/** A registry of California of one size, built. */
export interface Size {
  readonly providers: number;
  readonly workload: Workload;
  readonly release: string;
  readonly buildSeconds: number;
}

export async function prepare(providers: number): Promise<Size> {
  say(`Making and building ${providers} providers ...`);
  const dataset = await largeDataset(SAMPLE, join(WORK, String(providers)), providers);
  const release = join(WORK, `${providers}.db`);
  const milliseconds = await build(dataset, release);
  return { providers, workload: californiaWorkload(providers), release, buildSeconds: milliseconds / 1000 };
}
