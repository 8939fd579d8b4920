import { join } from "node:path";
import { openRelease } from "../../src/release/open.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { build } from "../rows/build.ts";
import { nameFigures } from "../rows/names.ts";
import { priceAll } from "../rows/pricing.ts";
import { measureMemory } from "../rows/start-and-memory.ts";
import { californiaWorkload } from "../support/california.ts";
import { largeDataset } from "../support/dataset.ts";
import { sendLoad } from "../support/load.ts";
import { markdownTable } from "../support/markdown.ts";
import { SAMPLE, WORK } from "../support/places.ts";
import { type Report, say } from "../support/report.ts";
import { singles, TWO_CHARACTERS } from "../support/requests.ts";
import type { Row } from "../support/row.ts";
import { type Served, serve } from "../support/server.ts";
import { median, percentile } from "../support/statistics.ts";
import type { Workload } from "../support/workload.ts";

const LARGEST = 2_000_000;
/** The sizes below the largest, as its parts. */
const PARTS = [200, 20, 2, 1];
const LOOKUPS = 20_000;
const ROUNDS = 7;
/** The same number of providers have claims at every size: a larger registry is not a busier server. */
const BILLING = 2_000;
const CONNECTIONS = 32;
const ROUND_SECONDS = 1;

interface Size {
  readonly providers: number;
  readonly workload: Workload;
  readonly release: string;
  readonly buildSeconds: number;
}

interface Figures {
  readonly pricing: number;
  readonly fromTheFile: number;
  readonly http: number;
}

/** One registry of California at four sizes; prints the table of the documentation. */
export async function growth(largest = LARGEST): Promise<Report> {
  const sizes: Size[] = [];
  for (const part of PARTS) sizes.push(await prepare(Math.round(largest / part)));

  say("Pricing without HTTP ...");
  const pricing = pricingMicroseconds(sizes);
  const served: Served[] = [];
  try {
    for (const { release } of sizes) {
      await (await serve(release)).stop();
      served.push(await serve(release));
    }
    say("Lookups over HTTP ...");
    const http = await httpMicroseconds(sizes, served);
    const figures = sizes.map((_, index) => ({ ...(pricing[index] as Figures), http: http[index] as number }));
    const lines: string[][] = [];
    for (const [index, size] of sizes.entries()) {
      say(`Names and memory, ${size.providers} providers ...`);
      lines.push(await lineOf(size, served[index] as Served, figures[index] as Figures));
    }
    say(`\n${markdownTable(HEADINGS, lines)}`);
    const waiting = await longestWait(sizes.at(-1) as Size, served.at(-1) as Served);
    return {
      mode: "growth",
      about: `up to ${largest.toLocaleString("en")} providers`,
      rows: [...growthRows(figures), waiting],
    };
  } finally {
    for (const each of served) await each.stop();
  }
}

async function prepare(providers: number): Promise<Size> {
  say(`Making and building ${providers} providers ...`);
  const dataset = await largeDataset(SAMPLE, join(WORK, String(providers)), providers);
  const release = join(WORK, `${providers}.db`);
  const milliseconds = await build(dataset, release);
  return { providers, workload: californiaWorkload(providers), release, buildSeconds: milliseconds / 1000 };
}

/** Rounds go through the sizes in turn, so that a busy moment of the machine does not fall on one of them. */
function pricingMicroseconds(sizes: readonly Size[]): Omit<Figures, "http">[] {
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

async function httpMicroseconds(sizes: readonly Size[], served: readonly Served[]): Promise<number[]> {
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

const HEADINGS = [
  "Providers",
  "Lookup, no HTTP",
  "... row read from the file",
  "Lookup over HTTP",
  "Name search p50",
  "p99",
  "Start",
  "Memory",
  "Build",
];

async function lineOf(size: Size, served: Served, { pricing, fromTheFile, http }: Figures): Promise<string[]> {
  const { alone } = await nameFigures(served, size.workload, "ca");
  const memory = await measureMemory(served, size.workload);
  return [
    size.providers.toLocaleString("en"),
    `${pricing.toFixed(1)} us`,
    `${fromTheFile.toFixed(1)} us`,
    `${http.toFixed(0)} us`,
    `${percentile(alone, 50).toFixed(1)} ms`,
    `${percentile(alone, 99).toFixed(1)} ms`,
    `${(served.startMilliseconds / 1000).toFixed(2)} s`,
    `${memory.value.toFixed(0)} MB`,
    `${size.buildSeconds.toFixed(1)} s`,
  ];
}

function growthRows(figures: readonly Figures[]): Row[] {
  const row = (what: string, figure: keyof Figures): Row => {
    const first = figures[0]?.[figure] as number;
    const last = figures.at(-1)?.[figure] as number;
    return {
      what: `${what}, largest against smallest`,
      measured: `${last.toFixed(1)} us`,
      floor: `${first.toFixed(1)} us`,
      value: last / first,
      unit: "x",
      budget: 1.3,
      stretch: 1.1,
      better: "less",
    };
  };
  return [row("time per lookup, no HTTP", "pricing"), row("time per lookup over HTTP", "http")];
}

/** What everybody else notices of searches for two characters in the largest registry. */
async function longestWait({ workload }: Size, served: Served): Promise<Row> {
  const { idle, beside } = await nameFigures(served, workload, "ca", TWO_CHARACTERS);
  return {
    what: "longest wait beside searches for two characters, p99.9",
    measured: `p99 ${percentile(beside, 99).toFixed(1)} ms`,
    floor: `${percentile(idle, 99.9).toFixed(1)} ms when idle`,
    value: percentile(beside, 99.9),
    unit: " ms",
    budget: 20,
    stretch: 10,
    better: "less",
  };
}
