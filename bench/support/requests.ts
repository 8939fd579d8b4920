import { get, post } from "./load.ts";
import { NAME_FRAGMENTS } from "./lookups.ts";
import { pathOf, type Workload } from "./workload.ts";

/** Single lookups of a workload as requests. */
export function singles(workload: Workload, count: number, key: string, seed = 7): Buffer[] {
  return workload.lookups(count, { seed }).map((lookup) => get(pathOf(lookup), key));
}

/** Full batches as requests, each of another state or setting than the one before. */
export function batches(workload: Workload, count: number, items: number, key: string): Buffer[] {
  return Array.from({ length: count }, (_, number) => {
    const { path, body } = workload.batch(items, number);
    return post(path, key, body);
  });
}

/** Lookups and searches of a state by part of a name. */
export function byName(state: string, key: string, fragments: readonly string[] = NAME_FRAGMENTS): Buffer[] {
  return fragments.flatMap((name) => {
    const query = new URLSearchParams({ provider_name: name });
    return [
      get(`/api/v1/${state}/outpatient/rate?billing_code=99213&${query}`, key),
      get(`/api/v1/${state}/inpatient/rate?billing_code=560-1&${query}`, key),
      get(`/api/v1/${state}/providers/search?limit=20&${query}`, key),
    ];
  });
}

/** Those that match most, and that indexes of three characters do not help. */
export const TWO_CHARACTERS = NAME_FRAGMENTS.filter((name) => name.length === 2);
