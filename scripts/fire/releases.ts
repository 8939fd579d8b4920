import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { type Day, LAST_DAY } from "../../src/core/calendar/day.ts";
import { snakeCase } from "../../src/core/text/spelling.ts";
import { type LookupSource, lookupAnswer } from "../../src/pricing/answer.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import { API_PREFIX, RATE_PATHS } from "../../src/pricing/state/api-paths.ts";
import { openRelease } from "../../src/release/open.ts";
import { type Release, releaseName } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import type { Random } from "./random.ts";
import { ROOT, type Workspace } from "./workspace.ts";

const SAMPLE = join(ROOT, "data", "sample");

/** A release of the sample, with prices that differ from those of the others. */
export interface PricedRelease {
  readonly file: string;
  readonly version: string;
  /** As answers name it in `Ratebook-Release`. */
  readonly name: string;
}

/** Figures of every state that prices are made of. */
const RAISED: Readonly<Record<string, string>> = {
  "ca/conversion_factors": "conversion_factor",
  "ca/hospital_rates": "drg_base_rate",
  "fl/fee_schedule": "fsi",
  "ga/fee_schedule": "rate",
  "ny/fee_schedule": "fee",
};

/** Two releases, whose prices differ by a dollar. */
export async function pricedReleases(workspace: Workspace): Promise<readonly PricedRelease[]> {
  const releases: PricedRelease[] = [];
  for (const dollars of [0, 1]) {
    const dataset = workspace.path(`dataset-${dollars}`);
    cpSync(SAMPLE, dataset, { recursive: true });
    raise(dataset, dollars);
    const file = workspace.path(`release-${dollars}.db`);
    await workspace.done("build", dataset, "--out", file);
    const opened = openRelease(file, states);
    const { description } = opened;
    opened.close();
    releases.push({ file, version: description.version, name: releaseName(description) });
  }
  return releases;
}

/** Raises every figure of some tables by so many dollars, and names the dataset another version. */
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

/** A lookup with its right answers, computed in this process and never by the server that is tried. */
export interface KnownLookup {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The JSON of its results, by the name of the release. */
  readonly answers: ReadonlyMap<string, string>;
}

const DAYS = ["2024-02-29", "2025-07-01", "2026-10-01", "2019-01-01"];

/** One provider in so many is sent by name. */
const BY_NAME_EVERY = 7;

/** So many lookups, every state and setting among them. Their answers do not depend on the day of the run. */
export async function knownLookups(
  releases: readonly PricedRelease[],
  random: Random,
  count: number,
): Promise<readonly KnownLookup[]> {
  const opened = releases.map(({ file, name }) => ({ name, release: openRelease(file, states) }));
  const kinds = states.flatMap(({ code, lookups }) => lookups.map((lookup) => ({ state: code, lookup })));
  const known: KnownLookup[] = [];
  for (let place = 0; known.length < count; place += 1) {
    const { state, lookup } = kinds[place % kinds.length] as (typeof kinds)[number];
    const query = queryOf(state, lookup, random);
    const answersOn = async (today: Day) => {
      const answer = async ({ states: served }: Release) => {
        const answered = await lookupAnswer(lookup, "fromQuery", query, { today }, served.get(state) as LookupSource);
        if (!answered.ok) throw new Error(`A lookup is refused: ${JSON.stringify(answered.faults)}`);
        return lookup.resultsJson(answered.results);
      };
      return await Promise.all(opened.map(async ({ name, release }) => [name, await answer(release)] as const));
    };
    const [early, late] = [await answersOn(DAYS[0] as Day), await answersOn(LAST_DAY)];
    // A price that has an end says so from then on (conventions 3.5).
    if (JSON.stringify(early) !== JSON.stringify(late)) continue;
    known.push({ path: `${API_PREFIX}/${state}${RATE_PATHS[lookup.setting]}`, query, answers: new Map(late) });
  }
  for (const { release } of opened) release.close();
  if (releases.length > 1 && !known.some(({ answers }) => new Set(answers.values()).size > 1))
    throw new Error("The releases answer alike: an answer of the wrong one would not be seen.");
  return known;
}

function queryOf(state: string, lookup: RateLookup, random: Random): Readonly<Record<string, string>> {
  const isByName = random.whole(BY_NAME_EVERY) === 0;
  const column = isByName ? "provider_name" : "npi";
  // Without its day, the answer would depend on the day of the run.
  const day = Object.keys(lookup.parameters)
    .map(snakeCase)
    .find((name) => /^(date_of_service|discharge_date|admit_date)$/.test(name));
  if (day === undefined) throw new Error(`A lookup of ${state} has no day.`);
  return {
    billing_code: random.pick(codesOf(state, lookup.setting)),
    [column]: random.pick(providerValues(state, column)),
    [day]: random.pick(DAYS),
  };
}

/** The table of outpatient codes, and its column; inpatient codes are all weights of APR-DRGs. */
const OUTPATIENT_CODES: Readonly<Record<string, readonly [table: string, column: string]>> = {
  ca: ["outpatient_rates", "procedure_code"],
  fl: ["fee_schedule", "code"],
  ga: ["fee_schedule", "code"],
  ny: ["fee_schedule", "code"],
};

/** Codes of the sample that a state has rates for. */
function codesOf(state: string, setting: string): readonly string[] {
  if (setting === "inpatient") return rowsOf(`${state}/drg_weights`).map(({ drg, soi }) => `${drg}-${soi}`);
  const [table = "", column = ""] = OUTPATIENT_CODES[state] ?? [];
  return rowsOf(`${state}/${table}`).map((row) => row[column] ?? "");
}

/** Values of a column of the sample's providers. */
function providerValues(state: string, column: string): readonly string[] {
  return rowsOf(`${state}/providers`)
    .map((row) => row[column] ?? "")
    .filter(Boolean);
}

type Row = Readonly<Record<string, string>>;

const parsed = new Map<string, readonly Row[]>();

function rowsOf(table: string): readonly Row[] {
  const rows = parsed.get(table) ?? parse(readFileSync(join(SAMPLE, `${table}.csv`)), { columns: true });
  parsed.set(table, rows);
  return rows;
}

const CLAIMS = 200;

/** A file of California's claims, some of them without a readable day. */
export function claims(): string {
  const [codes, npis] = [codesOf("ca", "outpatient"), providerValues("ca", "npi")];
  const lines = Array.from({ length: CLAIMS }, (_, place) => {
    const day = place % 17 === 16 ? "never" : "2026-10-01";
    return `${npis[place % npis.length]},${codes[place % codes.length]},${day}\n`;
  });
  return `npi,billing_code,date_of_service\n${lines.join("")}`;
}

/** What the command makes of the claims, under each release: a job must return the same bytes. */
export async function pricedClaims(
  workspace: Workspace,
  releases: readonly PricedRelease[],
): Promise<readonly string[]> {
  const file = workspace.path("claims.csv");
  writeFileSync(file, claims());
  const results: string[] = [];
  for (const { file: release, version } of releases) {
    const out = workspace.path(`right-${version}.csv`);
    // Lines that are not readable end the command with 3.
    await workspace.run(["reprice", "ca", "outpatient", file, "--release", release, "--out", out]);
    results.push(readFileSync(out, "utf8"));
  }
  return results;
}
