import { expect } from "vitest";
import type { Result } from "../../src/pricing/result.ts";
import type { CareSetting } from "../../src/registry/definition.ts";
import type { TestService } from "./release.ts";

type Query = Record<string, string>;

/** The lookups of a page's worked examples: the day is filled in, and where one result is expected there is one. */
export function exampleLookups(service: () => TestService, days: Readonly<Partial<Record<CareSetting, Query>>>) {
  function lookup(setting: CareSetting) {
    return (query: Query, of = service()): Promise<readonly Result[]> =>
      of.lookup(setting, { ...days[setting], ...query });
  }

  function onlyResult(setting: CareSetting) {
    return async (query: Query, of = service()): Promise<Result> => {
      const results = await lookup(setting)(query, of);
      expect(results).toHaveLength(1);
      return results[0] as Result;
    };
  }

  return {
    outpatient: lookup("outpatient"),
    inpatient: lookup("inpatient"),
    oneOutpatient: onlyResult("outpatient"),
    oneInpatient: onlyResult("inpatient"),
  };
}
