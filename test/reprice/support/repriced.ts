import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Day } from "../../../src/core/calendar/day.ts";
import { csvCell } from "../../../src/core/text/csv.ts";
import { freshnessOf, STALE_AFTER_MONTHS } from "../../../src/pricing/state/freshness.ts";
import { lookupOf } from "../../../src/pricing/state/state.ts";
import { openRelease } from "../../../src/release/open.ts";
import type { Release, StateInRelease } from "../../../src/release/release.ts";
import type { Crew } from "../../../src/reprice/crew.ts";
import type { Plan } from "../../../src/reprice/plan.ts";
import { priceChunk } from "../../../src/reprice/pricing/chunk-pricer.ts";
import { NO_TOLERANCE } from "../../../src/reprice/pricing/payment-comparison.ts";
import { PublishedAlternatives } from "../../../src/reprice/pricing/published-alternatives.ts";
import { reprice } from "../../../src/reprice/reprice.ts";
import type { Repricing, RepricingOutcome, RepricingTools } from "../../../src/reprice/repricing.ts";
import { states } from "../../../src/states/index.ts";

export type Row = Readonly<Record<string, string>>;

export interface Repriced {
  readonly outcome: RepricingOutcome;
  readonly results: readonly Row[];
  readonly faults: readonly Row[];
  readonly notices: readonly string[];
}

/** Writes lookups as CSV, a column for every name that one of them has. */
export function csvOf(lookups: readonly Row[]): string {
  const names = [...new Set(lookups.flatMap((lookup) => Object.keys(lookup)))];
  const lines = [names, ...lookups.map((lookup) => names.map((name) => lookup[name] ?? ""))];
  return lines.map((cells) => `${cells.map(csvCell).join(",")}\n`).join("");
}

/** Of the results of a line the output shows the first with an amount, else the first. */
export function shownResult<Result extends { readonly payment_rate?: unknown }>(
  results: readonly Result[],
): readonly Result[] {
  const [first] = results;
  const shown = results.find(({ payment_rate }) => payment_rate !== null) ?? first;
  return shown === undefined ? [] : [shown];
}

/** The fields of results in a row of the output: two columns of ours follow them. */
export function fieldColumns(row: Row | undefined, fields: readonly string[]): readonly string[] {
  return Object.keys(row ?? {}).slice(-fields.length - 2, -2);
}

/** Prices in this thread. */
export function crewOfOne(plan: Plan): Crew {
  const release = opened(plan.release.file);
  const source = release.states.get(plan.state) as StateInRelease;
  const lookup = lookupOf(source.state, plan.setting);
  const freshness = freshnessOf(source, release.description.sources, plan.staleAfterMonths);
  const alternatives = new PublishedAlternatives(lookup, source);
  return {
    chunksMax: 2,
    price: ({ bytes, firstLine }) => priceChunk(bytes, firstLine, plan, lookup, source, freshness, alternatives),
    end: async () => undefined,
  };
}

let last: { readonly identity: string; readonly release: Release } | null = null;

/** Opening a release takes longer than pricing a few lines, so the last one stays open for the next test. */
function opened(file: string): Release {
  const stats = statSync(file, { throwIfNoEntry: false });
  const identity = [file, stats?.ino, stats?.size, stats?.mtimeMs].join();
  if (last?.identity === identity) return last.release;
  last?.release.close();
  // Opening may fail, and then there is none.
  last = null;
  last = { identity, release: openRelease(file, states) };
  return last.release;
}

/** Reprices a text and reads back what was written. */
export async function repriced(
  folder: string,
  csv: string,
  asked: Pick<Repricing, "state" | "setting" | "release"> & Partial<Repricing>,
  { inputTime, ...tools }: Partial<RepricingTools> & { readonly inputTime?: Date } = {},
): Promise<Repriced> {
  const input = join(folder, "in.csv");
  const out = join(folder, "out.csv");
  writeFileSync(input, csv);
  if (inputTime !== undefined) utimesSync(input, inputTime, inputTime);
  const notices: string[] = [];
  const outcome = await reprice(
    {
      input,
      out,
      staleAfterMonths: STALE_AFTER_MONTHS,
      fields: ["payment_rate"],
      decided: new Map(),
      compare: null,
      passThrough: [],
      tolerance: NO_TOLERANCE,
      explains: false,
      resume: false,
      force: true,
      today: "2026-11-15" as Day,
      ...asked,
    },
    {
      program: "test",
      startCrew: async (plan) => crewOfOne(plan),
      interruption: new AbortController().signal,
      onProgress: () => undefined,
      notify: (text) => notices.push(text),
      ...tools,
    },
  );
  const isFaulty = outcome.kind === "complete" && outcome.faultsFile !== null;
  return {
    outcome,
    results: outcome.kind === "complete" ? rowsOf(out) : [],
    // Rejected lines keep their cells, also too many or too few of them.
    faults: isFaulty ? rowsOf(join(folder, "out.faults.csv"), true) : [],
    notices,
  };
}

function rowsOf(file: string, relax_column_count = false): Row[] {
  const options = { columns: true, record_delimiter: "\n", relax_column_count } as const;
  return parse(readFileSync(file, "utf8"), options) as Row[];
}
