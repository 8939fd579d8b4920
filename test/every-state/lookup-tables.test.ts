import { afterAll, describe, expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { type RateData, type Table, titleOf } from "../../src/dataset/table.ts";
import { lookupResults } from "../../src/pricing/answer.ts";
import { states } from "../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, SETS } from "../conformance/cases.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";

/* What a lookup declares as its tables is what its rules read: whether a setting is loaded, and what is said to be missing, rests on it. */

const TODAY = "2026-11-15" as Day;

/** The rates of a release, and the dated tables that were asked of them. */
function watched(data: RateData): { data: RateData; asked: Set<string> } {
  const asked = new Set<string>();
  const note = (table: Table) => {
    if (table.dated && table.name !== "parameters") asked.add(titleOf(table));
  };
  return {
    asked,
    data: {
      rows: (table, key) => {
        note(table as unknown as Table);
        return data.rows(table, key);
      },
      hasRows: (table, cell) => {
        note(table);
        return data.hasRows(table, cell);
      },
      editions: (table) => data.editions(table),
    },
  };
}

describe.each(states.map(({ code }) => code))("%s", (code) => {
  const compiled: CompiledDataset[] = [];
  afterAll(() => {
    for (const each of compiled) each.discard();
  });

  it("declares the tables that its lookups read, and no others", async () => {
    const read = new Map<string, Set<string>>();
    for (const set of SETS) {
      const files = filesOf(code, set);
      const dataset = await compiledDataset(files.dataset);
      compiled.push(dataset);
      const source = dataset.open().states.get(code);
      if (source === undefined) throw new Error(`No ${code}`);
      for (const lookup of source.state.lookups) {
        const { data, asked } = watched(source.data);
        for (const { request } of casesIn<LookupCase>(files.lookups(lookup.setting))) {
          const parsed = lookup.reader.fromItem(request, { today: TODAY });
          if (parsed.ok) await lookupResults(lookup, parsed.request, { ...source, data });
        }
        read.set(lookup.setting, new Set([...(read.get(lookup.setting) ?? []), ...asked]));
      }
    }
    const state = states.find((each) => each.code === code);
    for (const { setting, tables } of state?.lookups ?? []) {
      expect([...(read.get(setting) ?? [])].sort()).toEqual(tables.map(titleOf).sort());
    }
  });
});
