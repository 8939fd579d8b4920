import { afterAll, describe, expect, it } from "vitest";
import { explain } from "../../../src/answers/explanation/explain.ts";
import type { Day } from "../../../src/core/calendar/day.ts";
import { lookupResults } from "../../../src/pricing/answer.ts";
import { states } from "../../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, SETS } from "../../conformance/cases.ts";
import { type CompiledDataset, compiledDataset } from "../../support/compiled-dataset.ts";
import { CsvFiles } from "./csv-files.ts";
import { faultsOf } from "./recomputed.ts";

/* Every price of the conformance cases is recomputed from its explanation alone, and every figure found in its cell. */

const TODAY = "2026-11-15" as Day;

describe.each(states.map(({ code }) => code))("%s", (code) => {
  describe.each(SETS)("set %s", (set) => {
    const files = filesOf(code, set);
    let compiled: CompiledDataset | null = null;
    afterAll(() => compiled?.discard());

    it("explains every result of every lookup", async () => {
      compiled = await compiledDataset(files.dataset);
      const release = compiled.open();
      const source = release.states.get(code);
      if (source === undefined) throw new Error(`No ${code}`);
      const { name, version, contentHash } = release.description;
      const from = { name, version, contentHash, engineVersion: "test", origins: release.origins, source };
      const csv = new CsvFiles(files.dataset);
      const faults: string[] = [];
      let explained = 0;
      let demanded = 0;
      for (const lookup of source.state.lookups) {
        for (const asked of casesIn<LookupCase>(files.lookups(lookup.setting))) {
          const { request } = asked;
          demanded += "results" in asked ? asked.results.length : 0;
          const read = lookup.reader.fromItem(request, { today: TODAY });
          if (!read.ok) continue;
          const results = await lookupResults(lookup, read.request, source);
          const sent = new Set(Object.keys(request).filter((key) => request[key] !== null));
          const explanation = explain({ lookup, request: read.request, sent, results, stale: [], empty: [] }, from);
          // As it arrives: through JSON.
          const found = faultsOf(
            JSON.parse(JSON.stringify(explanation)),
            results.map((each) => each.result),
            csv,
          );
          explained += results.length;
          faults.push(...found.map((fault) => `${lookup.setting} ${JSON.stringify(request)}: ${fault}`));
        }
      }
      expect(explained).toBe(demanded);
      expect(demanded).toBeGreaterThan(source.state.lookups.length);
      expect(faults.slice(0, 10)).toEqual([]);
    });
  });
});
