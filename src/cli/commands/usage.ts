import type { Day } from "../../core/calendar/day.ts";
import { safeCell } from "../../dataset/safe-cell.ts";
import type { UsageGrouping, UsageTotal } from "../../keys/usage/usage-store.ts";
import { existingHome } from "../../serve/operations/home.ts";
import { keyNames, usageTotals } from "../../serve/operations/usage-question.ts";
import { type ExitCode, print, printJson, printTable, tell, wrongUsage } from "../command-io.ts";

interface UsageOptions {
  readonly by: UsageGrouping;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly key: string | null;
  readonly home: string;
  readonly database: string | null;
  readonly json: boolean;
  readonly csv: boolean;
}

/** What keys have used: lookups, and results with a price, per group and in all. */
export async function usage(options: UsageOptions): Promise<ExitCode> {
  const { by, from, to, key: keyId, json, csv } = options;
  if (json && csv) throw wrongUsage("--json and --csv cannot be had together. Choose one.");
  if (from !== null && to !== null && from > to) {
    throw wrongUsage(`--from ${from} is after --to ${to}. Swap them.`);
  }
  // A home that was mistyped would otherwise seem to be one that nobody uses.
  if (options.database === null) existingHome(options.home);
  const totals = await usageTotals(options, { by, from, to, keyId });
  const names = by === "key" ? await keyNames(options) : null;
  if (json)
    printJson({ by, from, to, key: keyId, groups: totals.map((each) => described(each, by, names)), ...sum(totals) });
  else if (csv) for (const line of [header(by, names), ...rows(totals, names)]) print(line.map(safeCell).join(","));
  else if (totals.length === 0)
    tell("Nothing was used. Check --from, --to and --key; a server writes its usage within a second.");
  else {
    const { lookups, results_priced: priced } = sum(totals);
    const all = ["total", ...(names === null ? [] : [""]), String(lookups), String(priced)];
    printTable(
      header(by, names).map((title) => title.toUpperCase().replaceAll("_", " ")),
      [...rows(totals, names), all],
    );
  }
  return 0;
}

type Names = ReadonlyMap<string, string> | null;

function header(by: UsageGrouping, names: Names): readonly string[] {
  return [by, ...(names === null ? [] : ["name"]), "lookups", "results_priced"];
}

function rows(totals: readonly UsageTotal[], names: Names): readonly (readonly string[])[] {
  return totals.map(({ group, lookups, priced }) => {
    const named = names === null ? [] : [names.get(group) ?? ""];
    return [group, ...named, String(lookups), String(priced)];
  });
}

function described({ group, lookups, priced }: UsageTotal, by: UsageGrouping, names: Names) {
  const name = names === null ? {} : { name: names.get(group) ?? null };
  return { [by]: group, ...name, lookups, results_priced: priced };
}

function sum(totals: readonly UsageTotal[]) {
  return {
    lookups: totals.reduce((all, { lookups }) => all + lookups, 0),
    results_priced: totals.reduce((all, { priced }) => all + priced, 0),
  };
}
