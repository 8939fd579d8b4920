import { API_PREFIX, RATE_PATHS, SEARCH_PATH } from "../../src/http/endpoints.ts";
import type { Example } from "../../src/pricing/lookup.ts";
import { states } from "../../src/states/index.ts";

/** Command lines for the first state's first examples: a visit, a stay and a search. */
export function firstLookups(address: string, key: string): readonly string[] {
  const [state] = states;
  if (state === undefined) return [];
  const { code, outpatient, inpatient, search } = state;
  const asked: readonly (readonly [string, Example | undefined])[] = [
    [RATE_PATHS.outpatient, outpatient.examples[0]],
    [RATE_PATHS.inpatient, inpatient.examples[0]],
    [SEARCH_PATH, search.examples[0]],
  ];
  return asked.flatMap(([path, example]) => {
    if (example === undefined) return [];
    const url = `${address}${API_PREFIX}/${code}${path}?${new URLSearchParams(example.query)}`;
    return [`# ${example.title}`, `curl -H 'Authorization: Bearer ${key}' '${url}'\n`];
  });
}
