import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Day } from "../../src/core/calendar/day.ts";
import { lookupAnswer } from "../../src/pricing/answer.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import { Random } from "../support/random.ts";
import type { Row } from "../support/row.ts";
import { median, timed } from "../support/statistics.ts";

const TODAY = { today: "2026-11-15" as Day };
const LOOKUPS = 10_000;
const ROUNDS = 5;

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

/** Reading and pricing lookups of each state, outpatient and inpatient in turn, over the sample data. */
export function measureStates(release: Release, sample: string): Row[] {
  return [...release.states.values()].map((source) => {
    const perSecond = (LOOKUPS * 1000) / median(Array.from({ length: ROUNDS }, () => priceAll(source, sample)));
    return {
      what: `pricing alone, ${source.state.name} (sample)`,
      measured: `${(1e6 / perSecond).toFixed(1)} us a lookup`,
      floor: "",
      value: Math.round(perSecond),
      unit: "/s",
      budget: 60_000,
      stretch: 120_000,
      better: "more",
    };
  });
}

function priceAll(source: StateInRelease, sample: string): number {
  const { state } = source;
  const random = new Random(11);
  const cells = (table: string, column: string) => columnOf(join(sample, state.code, `${table}.csv`), column);
  const npis = cells("providers", "npi");
  const codes = (CODES[state.code] ?? []).flatMap(([table, column]) => cells(table, column));
  const hospitals = hospitalsOf(source, npis);
  const drgs = cells("drg_weights", "drg");
  const lookups = Array.from({ length: LOOKUPS }, (_, index) =>
    index % 2 === 0
      ? { lookup: lookupOf(state, "outpatient"), fields: { npi: random.pick(npis), billing_code: random.pick(codes) } }
      : {
          lookup: lookupOf(state, "inpatient"),
          fields: { npi: random.pick(hospitals), billing_code: `${random.pick(drgs)}-${1 + random.below(4)}` },
        },
  );
  return timed(() => {
    for (const { lookup, fields } of lookups) lookupAnswer(lookup, "fromItem", fields, TODAY, source);
  });
}

/** Providers that inpatient lookups are about. */
function hospitalsOf(source: StateInRelease, npis: readonly string[]): string[] {
  const classOf = source.state.providers.classes.inpatient as (row: unknown, data: unknown) => string | null;
  return npis.filter((npi) => source.directory.find({ npi }, null).some((row) => classOf(row, source.data) !== null));
}

function columnOf(file: string, column: string): string[] {
  const [header = "", ...lines] = readFileSync(file, "utf8").trim().split("\n");
  const place = header.split(",").indexOf(column);
  return [...new Set(lines.map((line) => line.split(",")[place] ?? "").filter((cell) => /^[0-9A-Z]+$/.test(cell)))];
}
