import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openRelease } from "../../src/release/open.ts";
import { releaseName } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { type KnownLookup, knownLookups } from "../fire/known-lookups.ts";
import { Random } from "../fire/random.ts";
import { compiled, SAMPLE } from "../fire/sample.ts";
import type { Workspace } from "../fire/workspace.ts";

/** A release of the sample with prices of its own, and what it answers. */
export interface PricedRelease {
  readonly file: string;
  readonly version: string;
  readonly contentHash: string;
  /** As answers name it in `Ratebook-Release`. */
  readonly header: string;
  /** Equal lookups for every release, in equal order, with the answers of this one. */
  readonly lookups: readonly KnownLookup[];
}

/** Figures of every state that prices are made of. */
const RAISED: Readonly<Record<string, string>> = {
  "ca/conversion_factors": "conversion_factor",
  "ca/hospital_rates": "drg_base_rate",
  "fl/fee_schedule": "fsi",
  "ga/fee_schedule": "rate",
  "ny/fee_schedule": "fee",
};

const LOOKUPS = 400;

/** So many releases whose prices differ by dollars. */
export async function pricedReleases(workspace: Workspace, seed: number, count: number): Promise<PricedRelease[]> {
  const releases: PricedRelease[] = [];
  for (let dollars = 0; dollars < count; dollars += 1) {
    const dataset = workspace.path(`dataset-${dollars}`);
    cpSync(SAMPLE, dataset, { recursive: true });
    raise(dataset, dollars);
    const file = await compiled(workspace.path(`release-${dollars}.db`), dataset);
    const opened = openRelease(file, states);
    const { description } = opened;
    opened.close();
    const { version, contentHash } = description;
    const lookups = await knownLookups(file, new Random(seed), LOOKUPS);
    releases.push({ file, version, contentHash, header: releaseName(description), lookups });
  }
  refuseAlike(releases);
  return releases;
}

/** Makes every figure of some tables dearer by so many dollars, and calls it another version. */
function raise(dataset: string, dollars: number): void {
  for (const [table, column] of Object.entries(RAISED)) {
    const file = join(dataset, `${table}.csv`);
    const [header = "", ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
    const place = header.split(",").indexOf(column);
    const raised = lines.map((line) => {
      const cells = line.split(",");
      cells[place] = (cells[place] ?? "").replace(/^\d+/, (whole) => String(Number(whole) + dollars));
      return cells.join(",");
    });
    writeFileSync(file, `${[header, ...raised].join("\n")}\n`);
  }
  const about = join(dataset, "dataset.json");
  const description = JSON.parse(readFileSync(about, "utf8")) as object;
  writeFileSync(about, JSON.stringify({ ...description, version: `plus-${dollars}` }));
}

/** An answer from the wrong release must be seen to be one. */
function refuseAlike(releases: readonly PricedRelease[]): void {
  const [first, second] = releases;
  const different = first?.lookups.filter(({ answer }, place) => answer !== second?.lookups[place]?.answer) ?? [];
  const settings = new Set(different.map(({ state }) => state));
  if (settings.size < states.length) throw new Error("The releases of the trial do not differ in every state.");
}
