import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Day } from "../../src/core/calendar/day.ts";
import { type LookupAnswer, lookupAnswer } from "../../src/pricing/answer.ts";
import type { RequestFields } from "../../src/pricing/request/read.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import { Random } from "../data/random.ts";
import { type Lookup, lookupsOf } from "../lookups.ts";
import { median, type Result, worked } from "../result.ts";
import { build, SAMPLE, type Setup, withRelease } from "../setup.ts";

const TODAY = { today: "2026-11-15" as Day };
const LOOKUPS = 50_000;
const SAMPLE_LOOKUPS = 5_000;
const ROUNDS = 5;
/** The providers whose claims a server prices in a day; their rows are in memory after the first claim. */
const BILLING = 20_000;

/** A lookup by identifier, before it is read. */
interface Asked {
  readonly setting: "outpatient" | "inpatient";
  readonly fields: RequestFields;
}

/** Reading and pricing lookups in one thread, without HTTP or JSON: a large registry, and the sample of every state. */
export async function measurePricing({ release, size }: Setup): Promise<readonly Result[]> {
  const sample = `${release}.sample`;
  await build(SAMPLE, sample);
  return [
    withRelease(release, (opened) =>
      resultOf(
        "pricing alone",
        opened.states.get("ca") as StateInRelease,
        asked(lookupsOf(LOOKUPS, size, { billing: BILLING })),
      ),
    ),
    ...withRelease(sample, (opened) =>
      [...opened.states.values()].map((source) =>
        resultOf(`pricing alone, sample of ${source.state.name}`, source, pricedLookups(source)),
      ),
    ),
  ];
}

function resultOf(what: string, source: StateInRelease, lookups: readonly Asked[]): Result {
  const perLookup = (work: (lookup: Asked) => void) => {
    const rounds = Array.from({ length: ROUNDS + 1 }, () => worked(() => lookups.forEach(work)));
    // The first round reads rows from the file, and its code is not compiled yet.
    return (median(rounds.slice(1)) * 1000) / lookups.length;
  };
  const microseconds = perLookup((lookup) => answered(source, lookup));
  const floor = perLookup(({ fields }) => source.directory.find({ npi: fields.npi as string }, null));
  return {
    what,
    measured: `${microseconds.toFixed(1)} us a lookup`,
    floor: `${floor.toFixed(2)} us for the rows of the provider`,
    value: 1e6 / microseconds,
    unit: "/s",
    budget: 60_000,
    isLeast: true,
  };
}

/** Seconds that pricing takes alone, without making the lookups: the floor of repricing a file of them. */
export function pricingSeconds(release: Release, draws: Iterable<readonly Lookup[]>): number {
  const source = release.states.get("ca") as StateInRelease;
  let milliseconds = 0;
  for (const draw of draws) {
    const lookups = asked(draw);
    milliseconds += worked(() => {
      for (const lookup of lookups) answered(source, lookup);
    });
  }
  return milliseconds / 1000;
}

function asked(lookups: readonly Lookup[]): Asked[] {
  return lookups.map((lookup) => ({ setting: "outpatient", fields: { ...lookup } }));
}

function answered({ state, ...source }: StateInRelease, { setting, fields }: Asked) {
  return lookupAnswer(lookupOf(state, setting), "fromItem", fields, TODAY, source) as LookupAnswer;
}

/** The tables of the sample whose codes are looked up. */
const CODES: Readonly<Record<string, readonly (readonly [table: string, column: string])[]>> = {
  ca: [["outpatient_rates", "procedure_code"]],
  fl: [
    ["fee_schedule", "code"],
    ["eapg_weights", "eapg"],
  ],
  ny: [
    ["fee_schedule", "code"],
    ["apg_weights", "apg"],
  ],
  ga: [["fee_schedule", "code"]],
};

/** Lookups over the sample, in both settings in turn, that find a rate: "no rate" is answered faster. */
function pricedLookups(source: StateInRelease): Asked[] {
  const { code } = source.state;
  const random = new Random(11);
  const npis = cellsOf(code, "providers", "npi");
  const codes = (CODES[code] ?? []).flatMap(([table, column]) => cellsOf(code, table, column));
  const drgs = cellsOf(code, "drg_weights", "drg");
  const lookups: Asked[] = [];
  while (lookups.length < SAMPLE_LOOKUPS) {
    const setting = lookups.length % 2 === 0 ? "outpatient" : "inpatient";
    const billingCode = setting === "outpatient" ? random.pick(codes) : `${random.pick(drgs)}-${1 + random.below(4)}`;
    const lookup: Asked = { setting, fields: { npi: random.pick(npis), billing_code: billingCode } };
    const answer = answered(source, lookup);
    if (answer.ok && answer.results.some(({ result }) => result.error_message === null)) lookups.push(lookup);
  }
  return lookups;
}

function cellsOf(state: string, table: string, column: string): string[] {
  const rows = parse(readFileSync(join(SAMPLE, state, `${table}.csv`)), { columns: true }) as Record<string, string>[];
  return [...new Set(rows.flatMap((row) => row[column] || []))];
}
