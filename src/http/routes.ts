import type { RateLookup } from "../pricing/lookup.ts";
import type { State } from "../state/state.ts";
import { coverageEndpoint } from "./coverage-endpoint.ts";
import type { AppDependencies } from "./dependencies.ts";
import { documentationEndpoints } from "./docs/documentation-endpoints.ts";
import {
  API_PREFIX,
  BATCH_SUFFIX,
  COMPARE_SUFFIX,
  COVERAGE_PATH,
  EXPLAIN_SUFFIX,
  endpointFacts,
  HISTORY_SUFFIX,
  OPTIONS_SUFFIX,
  RATE_PATHS,
  SEARCH_PATH,
} from "./endpoints.ts";
import { type Endpoint, NO_ROUTE, type RouteFacts } from "./exchange.ts";
import { explainEndpoint } from "./explain-endpoint.ts";
import { healthEndpoints } from "./health-endpoints.ts";
import { lookupEndpoint } from "./lookup-endpoint.ts";
import { manyPricesEndpoint } from "./many-prices-endpoint.ts";
import { releaseEndpoints } from "./releases/endpoints.ts";
import { searchEndpoint } from "./search-endpoint.ts";
import { SESSION_FACTS, SESSION_PATH, sessionEndpoint } from "./sessions/routes.ts";

/** A path that is read from, by GET and HEAD. */
export interface ReadingRoute {
  readonly facts: RouteFacts;
  readonly endpoint: Endpoint;
}

/** A path that batches are posted to. */
export interface BatchRoute {
  readonly facts: RouteFacts;
  readonly state: State;
  readonly lookup: RateLookup;
}

/** Every path of the service. */
export interface Routes {
  readonly reading: ReadonlyMap<string, ReadingRoute>;
  readonly batches: ReadonlyMap<string, BatchRoute>;
}

/** Mounts the endpoints of every state of the registry, and those of the service itself. */
export function routesOf(dependencies: AppDependencies): Routes {
  const reading = new Map<string, ReadingRoute>();
  const batches = new Map<string, BatchRoute>();

  for (const [path, endpoint] of [...healthEndpoints(dependencies), ...documentationEndpoints(dependencies)]) {
    reading.set(path, { facts: { ...NO_ROUTE, route: path }, endpoint });
  }
  reading.set(API_PREFIX + COVERAGE_PATH, {
    facts: { ...NO_ROUTE, route: API_PREFIX + COVERAGE_PATH },
    endpoint: coverageEndpoint(dependencies),
  });
  reading.set(SESSION_PATH, { facts: SESSION_FACTS, endpoint: sessionEndpoint(dependencies) });
  for (const [path, endpoint] of releaseEndpoints(dependencies)) {
    reading.set(API_PREFIX + path, { facts: { ...NO_ROUTE, route: API_PREFIX + path }, endpoint });
  }
  for (const state of dependencies.states) {
    const prefix = `${API_PREFIX}/${state.code}`;
    for (const lookup of state.lookups) {
      const { setting } = lookup;
      const path = RATE_PATHS[setting];
      const batchPath = `${path}${BATCH_SUFFIX}`;
      const explainPath = `${path}${EXPLAIN_SUFFIX}`;
      reading.set(prefix + path, {
        facts: endpointFacts(state, path, setting),
        endpoint: lookupEndpoint(state, lookup, dependencies),
      });
      reading.set(prefix + explainPath, {
        facts: endpointFacts(state, explainPath, setting),
        endpoint: explainEndpoint(state, lookup, dependencies),
      });
      for (const [suffix, kind] of [
        [HISTORY_SUFFIX, "history"],
        [COMPARE_SUFFIX, "comparison"],
        [OPTIONS_SUFFIX, "options"],
      ] as const) {
        reading.set(prefix + path + suffix, {
          facts: endpointFacts(state, path + suffix, setting),
          endpoint: manyPricesEndpoint(kind, state, lookup, dependencies),
        });
      }
      batches.set(prefix + batchPath, { facts: endpointFacts(state, batchPath, setting), state, lookup });
    }
    reading.set(prefix + SEARCH_PATH, {
      facts: endpointFacts(state, SEARCH_PATH, null),
      endpoint: searchEndpoint(state, dependencies),
    });
  }
  return { reading, batches };
}
