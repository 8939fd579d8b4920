import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprint } from "../src/core/files/reading.ts";
import { buildRelease } from "../src/release/build.ts";
import { openRelease } from "../src/release/open.ts";
import type { Release } from "../src/release/release.ts";
import { states } from "../src/states/index.ts";
import { addProviders } from "./data/registry.ts";

export const ROOT = join(import.meta.dirname, "..");
export const SAMPLE = join(ROOT, "data/sample");
/** Datasets and releases that the benchmark makes. */
const WORK = join(ROOT, ".ratebook/bench");

/** What measures work on. */
export interface Setup {
  /** Invented providers of California, and lines of a repriced file. */
  readonly size: number;
  readonly dataset: string;
  readonly release: string;
}

/** Makes the dataset and its release, or takes those of an earlier run. */
export async function setUp(size: number): Promise<Setup> {
  const folder = join(WORK, String(size));
  const setup = { size, dataset: join(folder, "dataset"), release: join(folder, "release.db") };
  const stamp = join(folder, "made-from");
  // A release is compiled by the source as it is now.
  const wanted = fingerprint([SAMPLE, join(import.meta.dirname, "data"), join(ROOT, "src")]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return setup;

  console.log(`Making ${size.toLocaleString("en")} providers and their release ...`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(setup.dataset, { recursive: true });
  for (const part of ["ca", "common", "dataset.json"]) {
    cpSync(join(SAMPLE, part), join(setup.dataset, part), { recursive: true });
  }
  await addProviders(join(setup.dataset, "ca"), size);
  await build(setup.dataset, setup.release);
  writeFileSync(stamp, wanted);
  return setup;
}

/** Milliseconds that it takes to build a release. */
export async function build(dataset: string, release: string): Promise<number> {
  const start = performance.now();
  const outcome = await buildRelease({ dataset, out: release, states });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults.slice(0, 5)));
  return performance.now() - start;
}

export function withRelease<Outcome>(file: string, measure: (release: Release) => Outcome): Outcome {
  const release = openRelease(file, states);
  try {
    return measure(release);
  } finally {
    release.close();
  }
}
