import { openRelease } from "../../src/release/open.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { priceAll } from "../rows/pricing.ts";
import { sendLoad } from "../support/load.ts";
import { singles } from "../support/requests.ts";
import type { Served } from "../support/server.ts";
import { median } from "../support/statistics.ts";
import type { Size } from "./size.ts";

const LOOKUPS = 20_000;
const ROUNDS = 7;
/** An equal number of providers have claims at every size: a larger registry is not a busier server. */
const BILLING = 2_000;
const CONNECTIONS = 32;
const ROUND_SECONDS = 1;

/** Microseconds per lookup without HTTP. */
export interface PricingTimes {
  readonly pricing: number;
  readonly fromTheFile: number;
}

/** Rounds go through the sizes in turn, so that a busy moment of the machine does not fall on one of them. */
export function pricingMicroseconds(sizes: readonly Size[]): PricingTimes[] {
  const lookupsOf = ({ workload }: Size) => workload.lookups(LOOKUPS, { seed: 7, billing: BILLING });
  const opened = sizes.map((size) => ({ release: openRelease(size.release, states), lookups: lookupsOf(size) }));
  const warm = sizes.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, { release, lookups }] of opened.entries()) {
      const milliseconds = priceAll(release.states.get("ca") as StateInRelease, lookups);
      if (round > 0) warm[index]?.push((milliseconds * 1000) / LOOKUPS);
    }
  }
  for (const { release } of opened) release.close();
  return sizes.map((size, index) => ({ pricing: median(warm[index] ?? []), fromTheFile: firstMicroseconds(size) }));
}

/** The first lookups of a release that was just opened: every row is read from the file. */
function firstMicroseconds({ release, workload }: Size): number {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    const opened = openRelease(release, states);
    const lookups = workload.lookups(BILLING, { seed: 20 + round });
    const milliseconds = priceAll(opened.states.get("ca") as StateInRelease, lookups);
    opened.close();
    return (milliseconds * 1000) / BILLING;
  });
  return median(rounds);
}

export async function httpMicroseconds(sizes: readonly Size[], served: readonly Served[]): Promise<number[]> {
  const loads = sizes.map(({ workload }, index) => {
    const { port, key } = served[index] as Served;
    return { port, connections: CONNECTIONS, seconds: ROUND_SECONDS, requests: singles(workload, BILLING, key) };
  });
  const rounds = sizes.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, load] of loads.entries()) {
      const { requestsPerSecond } = await sendLoad(load);
      if (round > 0) rounds[index]?.push(1e6 / requestsPerSecond);
    }
  }
  return rounds.map(median);
}
