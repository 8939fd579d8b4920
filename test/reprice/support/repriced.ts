import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Day } from "../../../src/calendar/day.ts";
import { cellText } from "../../../src/reprice/csv/cell.ts";
import { type Repricing, type RepricingOutcome, reprice } from "../../../src/reprice/reprice.ts";

export type Row = Readonly<Record<string, string>>;

export interface Repriced {
  readonly outcome: RepricingOutcome;
  readonly results: readonly Row[];
  readonly faults: readonly Row[];
  readonly told: readonly string[];
}

/** Writes lookups as CSV, a column for every name that one of them has. */
export function csvOf(lookups: readonly Row[]): string {
  const names = [...new Set(lookups.flatMap((lookup) => Object.keys(lookup)))];
  const lines = [names, ...lookups.map((lookup) => names.map((name) => lookup[name] ?? ""))];
  return lines.map((cells) => `${cells.map(cellText).join(",")}\n`).join("");
}

/** Reprices with the product's own threads, and reads back what was written. */
export async function repriced(
  folder: string,
  csv: string,
  asked: Pick<Repricing, "state" | "setting" | "release"> & Partial<Repricing>,
): Promise<Repriced> {
  const input = join(folder, "in.csv");
  const out = join(folder, "out.csv");
  writeFileSync(input, csv);
  const told: string[] = [];
  const outcome = await reprice(
    {
      input,
      out,
      fields: ["payment_rate"],
      compare: null,
      passThrough: [],
      resume: false,
      force: true,
      today: "2026-11-15" as Day,
      ...asked,
    },
    {
      program: "test",
      threadModule: new URL("../../../src/cli/reprice-thread.ts", import.meta.url),
      threads: 1,
      interruption: new AbortController().signal,
      onProgress: () => undefined,
      tell: (text) => told.push(text),
    },
  );
  const isFaulty = outcome.kind === "complete" && outcome.faultsFile !== null;
  return {
    outcome,
    results: rowsOf(out),
    faults: isFaulty ? rowsOf(join(folder, "out.faults.csv")) : [],
    told,
  };
}

function rowsOf(file: string): Row[] {
  return parse(readFileSync(file, "utf8"), { columns: true, record_delimiter: "\n" }) as Row[];
}
