import type { Example } from "../../pricing/lookup.ts";
import { API_PREFIX, RATE_PATHS, SEARCH_PATH } from "../../state/api-paths.ts";
import type { State } from "../../state/state.ts";
import { states } from "../../states/index.ts";

/** Command lines to begin with: a visit, a stay and a search in the first state, and a visit in each of the others. */
export function firstLookups(address: string, key: string): readonly string[] {
  return states.flatMap((state, place) =>
    asked(state, place === 0).flatMap(([path, example]) => {
      if (example === undefined) return [];
      const url = `${address}${API_PREFIX}/${state.code}${path}?${new URLSearchParams(example.query)}`;
      return [`# ${state.name}: ${example.title}`, `curl -H 'Authorization: Bearer ${key}' '${url}'\n`];
    }),
  );
}

function asked({ lookups, search }: State, all: boolean): (readonly [string, Example | undefined])[] {
  const first = lookups.map(({ setting, examples }) => [RATE_PATHS[setting], examples[0]] as const);
  return all ? [...first, [SEARCH_PATH, search.examples[0]]] : first.slice(0, 1);
}
