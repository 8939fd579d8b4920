import type { CareSetting } from "../../registry/definition.ts";

/** What is known about a route before any request arrives. */
export interface RouteFacts {
  readonly route: string;
  readonly state: string | null;
  readonly setting: CareSetting | null;
}

/** Of a path that is none of ours. */
export const NO_ROUTE: RouteFacts = { route: "*", state: null, setting: null };
