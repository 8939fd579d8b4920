import { httpMicroseconds, type PricingTimes, pricingMicroseconds } from "../growth/lookup-times.ts";
import { prepare, type Size } from "../growth/size.ts";
import { nameFigures } from "../rows/names.ts";
import { measureMemory } from "../rows/start-and-memory.ts";
import { markdownTable } from "../support/markdown.ts";
import { type Report, say } from "../support/report.ts";
import { TWO_CHARACTERS } from "../support/requests.ts";
import type { Row } from "../support/row.ts";
import { type Served, serve } from "../support/server.ts";
import { percentile } from "../support/statistics.ts";

const LARGEST = 2_000_000;
/** The sizes below the largest, as its parts. */
const PARTS = [200, 20, 2, 1];

/** Microseconds per lookup. */
interface Figures extends PricingTimes {
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
