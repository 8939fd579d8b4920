import { READING_METHODS } from "./endpoints.ts";
import type { Endpoint } from "./exchange.ts";
import type { RouteFacts } from "./route-facts.ts";

/** What answers a path, by method, in the order that `Allow` names them. */
export type Methods = ReadonlyMap<string, Endpoint>;

/** A path of the service. */
export interface Route {
  readonly facts: RouteFacts;
  readonly methods: Methods;
}

/** Every path of the service, by the path or, where it has a part that varies, by the pattern. */
export type Routes = ReadonlyMap<string, Route>;

/** The methods of a path that is only read from. */
export function readBy(endpoint: Endpoint): Methods {
  return new Map(READING_METHODS.map((method) => [method, endpoint]));
}
