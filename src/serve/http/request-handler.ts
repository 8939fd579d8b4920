import { type Arrival, type Endpoint, Exchange, type ExchangeMeans, run } from "./exchange.ts";
import { passesRequestChecks } from "./request-checks.ts";
import type { Routes } from "./route.ts";
import { NO_ROUTE } from "./route-facts.ts";
import { findRoute } from "./router.ts";
import { refuseUnrouted } from "./unrouted.ts";

/**
 * The one entry point of HTTP: every request comes in here, whatever its method and however its path is written. It is checked, and then
 * the endpoint of its path and method answers it, or it is refused (conventions 4).
 */
export function requestHandler(routes: Routes, means: ExchangeMeans): (arrival: Arrival) => void {
  const { hosts, dependencies } = means;
  const refuse: Endpoint = (exchange) => refuseUnrouted(exchange, routes, dependencies);
  return (arrival) => {
    const { url = "", method = "" } = arrival.request;
    const route = findRoute(routes, url);
    const endpoint = route?.methods.get(method);
    const facts = route === undefined || endpoint === undefined ? NO_ROUTE : route.facts;
    const enter: Endpoint = (exchange) =>
      passesRequestChecks(exchange, hosts) ? (endpoint ?? refuse)(exchange) : undefined;
    run(enter, new Exchange(arrival, facts, means));
  };
}
