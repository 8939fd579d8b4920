import { coverage } from "../../answers/coverage.ts";
import { kindsFor, stateKinds } from "../../answers/index.ts";
import { API_PREFIX, BATCH_SUFFIX, RATE_PATHS } from "../../pricing/state/api-paths.ts";
import type { State } from "../../pricing/state/state.ts";
import type { CareSetting } from "../../registry/definition.ts";
import { lookupEndpoint, releaseEndpoint, stateEndpoint } from "./answer-endpoint.ts";
import { batchEndpoint } from "./batch-endpoint.ts";
import type { AppDependencies } from "./dependencies.ts";
import { documentationEndpoints } from "./documentation.ts";
import { NO_ROUTE } from "./exchange.ts";
import { healthEndpoints } from "./health-endpoints.ts";
import { type GetHere, MCP_PATH, mcpEndpoint } from "./mcp-endpoint.ts";
import { releaseEndpoints } from "./releases/endpoints.ts";
import { repricingMethods } from "./reprice/routes.ts";
import { type Methods, type Route, type Routes, readBy } from "./router.ts";
import { SESSION_PATH, sessionMethods } from "./session-endpoints.ts";

/** Mounts the endpoints of every state of the registry, and those of the service itself. */
export function routesOf(dependencies: AppDependencies, getHere: GetHere): Routes {
  const routes = new Map<string, Route>();
  const add = (path: string, methods: Methods) => routes.set(path, { facts: { ...NO_ROUTE, route: path }, methods });

  for (const [path, endpoint] of [...healthEndpoints(dependencies), ...documentationEndpoints(dependencies)]) {
    add(path, readBy(endpoint));
  }
  add(API_PREFIX + coverage.path, readBy(releaseEndpoint(coverage, dependencies)));
  for (const [path, endpoint] of releaseEndpoints(dependencies)) add(API_PREFIX + path, readBy(endpoint));
  add(SESSION_PATH, sessionMethods(dependencies));
  for (const [path, methods] of repricingMethods(dependencies)) add(path, methods);
  if (dependencies.mcp === true) add(MCP_PATH, new Map([["POST", mcpEndpoint(getHere, dependencies)]]));
  for (const state of dependencies.states) addState(routes, state, dependencies);
  return routes;
}

function addState(routes: Map<string, Route>, state: State, dependencies: AppDependencies): void {
  const add = (path: string, setting: CareSetting | null, methods: Methods) =>
    routes.set(`${API_PREFIX}/${state.code}${path}`, {
      facts: { route: `${API_PREFIX}/:state${path}`, state: state.code, setting },
      methods,
    });

  for (const lookup of state.lookups) {
    const { setting } = lookup;
    const path = RATE_PATHS[setting];
    for (const kind of kindsFor(lookup)) {
      add(path + kind.path, setting, readBy(lookupEndpoint(kind, state, lookup, dependencies)));
    }
    add(path + BATCH_SUFFIX, setting, new Map([["POST", batchEndpoint(state, lookup, dependencies)]]));
  }
  for (const kind of stateKinds) add(kind.path, null, readBy(stateEndpoint(kind, state, dependencies)));
}
