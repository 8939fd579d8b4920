import { refuseOtherState } from "./access.ts";
import type { AppDependencies } from "./dependencies.ts";
import { type Arrival, type Endpoint, Exchange, type ExchangeContext, NO_ROUTE, run } from "./exchange.ts";
import type { Problem } from "./problems.ts";
import { type AllowedHosts, requestProblem } from "./request-checks.ts";
import { decodedPath, findRoute, notOfferedIn, type Routes, shapedPath } from "./router.ts";

/**
 * The one entry point of HTTP for every request. It is checked, and then the endpoint of its path and method answers it, or it is refused
 * (conventions 4).
 */
export function requestHandler(
  routes: Routes,
  context: ExchangeContext,
  hosts: AllowedHosts,
): (arrival: Arrival) => void {
  const { states } = context.dependencies;
  const known: KnownPaths = { routes, notOffered: notOfferedIn(states) };
  const refuse: Endpoint = (exchange) => refuseUnrouted(exchange, known, context.dependencies);
  return (arrival) => {
    const { url = "", method = "" } = arrival.request;
    const route = findRoute(routes, url);
    const endpoint = route?.methods.get(method);
    const facts = route === undefined || endpoint === undefined ? NO_ROUTE : route.facts;
    const enter: Endpoint = (exchange) => {
      const problem = requestProblem(exchange, hosts);
      if (problem === null) return (endpoint ?? refuse)(exchange);
      exchange.sendProblem(problem);
    };
    run(enter, new Exchange(arrival, facts, context));
  };
}

interface KnownPaths {
  readonly routes: Routes;
  /** Why a lookup lacks an answer that others have, by its path. */
  readonly notOffered: ReadonlyMap<string, string>;
}

const MALFORMED_PATH: Problem = { code: "malformed_request", detail: "The path is not valid percent-encoding." };

const NOT_FOUND: Problem = {
  code: "not_found",
  detail: "There is nothing under this path; the documentation under /docs lists every path.",
};

/** Refuses a request without a route: the method is wrong, or the path is. */
function refuseUnrouted(
  exchange: Exchange,
  { routes, notOffered }: KnownPaths,
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
  // A served state without a route here prices no such setting: no key would help.
  const isServed = dependencies.states.some(({ code }) => code === shaped?.code);
  if (shaped === null || isServed) {
    const reason = notOffered.get(path);
    exchange.sendProblem(
      reason === undefined ? NOT_FOUND : { code: "not_found", detail: `There is nothing under this path. ${reason}` },
    );
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
