import { outpatientLookups } from "./lookups.ts";
import { batchOf, type Lookup, type Workload } from "./workload.ts";

/** The office visits, tests and drugs that are looked up in a large registry of California. */
export function californiaWorkload(providers: number): Workload {
  const lookups = (count: number, seed: number, billing?: number): Lookup[] =>
    outpatientLookups(count, providers, seed, billing).map((fields) => ({
      state: "ca",
      setting: "outpatient",
      fields: { ...fields },
    }));
  return {
    about: `${providers.toLocaleString("en")} providers in one state`,
    states: ["ca"],
    lookups: (count, { seed, billing }) => lookups(count, seed, billing),
    batch: (items, number) => batchOf(lookups(items, 100 + number)),
  };
}
