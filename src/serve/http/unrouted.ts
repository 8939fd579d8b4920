import { refuseOtherState } from "./access.ts";
import type { AppDependencies } from "./dependencies.ts";
import { shapedPath } from "./endpoints.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import { isJurisdiction } from "./jurisdictions.ts";
import type { Problem } from "./problem.ts";
import type { Routes } from "./route.ts";
import { decodedPath, findRoute } from "./router.ts";

const NOT_FOUND: Problem = {
  code: "not_found",
  detail: "There is nothing under this path. The documentation under /docs lists every path.",
};

const MALFORMED_PATH: Problem = { code: "malformed_request", detail: "The path is not valid percent-encoding." };

/** Refuses what no route has the path and method of: the method is wrong, or the path is. */
export function refuseUnrouted(
  exchange: Exchange,
  routes: Routes,
  dependencies: AppDependencies,
): ReturnType<Endpoint> {
  const path = decodedPath(exchange.url);
  if (path === null) {
    exchange.header("connection", "close").sendProblem(MALFORMED_PATH);
    return undefined;
  }
  const known = findRoute(routes, exchange.url);
  if (known !== undefined) {
    exchange.route = known.facts;
    return refuseMethod(exchange, [...known.methods.keys()]);
  }
  const shaped = shapedPath(path);
  // A state that is served and has no route here prices no such setting: no key would help.
  const isServed = dependencies.states.some(({ code }) => code === shaped?.code);
  if (shaped === null || isServed || !isJurisdiction(shaped.code)) {
    exchange.sendProblem(NOT_FOUND);
    return undefined;
  }
  exchange.route = shaped.facts;
  if (!shaped.methods.includes(exchange.method)) return refuseMethod(exchange, shaped.methods);
  return refuseOtherState(shaped.code, dependencies)(exchange);
}

function refuseMethod(exchange: Exchange, allowed: readonly string[]): undefined {
  exchange.header("allow", allowed.join(", "));
  exchange.sendProblem({
    code: "method_not_allowed",
    detail: `${exchange.method} is not allowed here. Use ${allowed.join(" or ")}.`,
  });
}
