import { lookupKinds, stateKinds } from "../../answers/index.ts";
import {
  API_PREFIX,
  BATCH_SUFFIX,
  JOB_PACKET,
  JOB_VARIANCES,
  RATE_PATHS,
  REPRICE_PATH,
} from "../../pricing/state/api-paths.ts";
import type { State } from "../../pricing/state/state.ts";
import { JOB_FILE_NAMES } from "../../reprice/jobs/repricing-job.ts";
import type { Endpoint, RouteFacts } from "./exchange.ts";

/** The endpoints of a path by method, in the order of `Allow`. */
export type Methods = ReadonlyMap<string, Endpoint>;

export interface Route {
  readonly facts: RouteFacts;
  readonly methods: Methods;
}

/** Every path of the service; paths with a variable part by their pattern. */
export type Routes = ReadonlyMap<string, Route>;

/** The methods of a read-only path. */
export function readBy(endpoint: Endpoint): Methods {
  return new Map(READING_METHODS.map((method) => [method, endpoint]));
}

/** The route of a URL's path; undefined when the service has none. */
export function findRoute(routes: Routes, url: string): Route | undefined {
  // Nearly all requests write the path as the route is written, without encoding.
  const asWritten = routes.get(pathOf(url));
  if (asWritten !== undefined) return asWritten;
  const path = decodedPath(url);
  return path === null ? undefined : (routes.get(path) ?? routes.get(repricePattern(path) ?? ""));
}

export function pathOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}

const QUERY_OR_FRAGMENT = /[?#]/;

/** The path of a URL without percent-encoding; null when that is malformed. An encoded slash stays encoded: it separates nothing. */
export function decodedPath(url: string): string | null {
  const end = url.search(QUERY_OR_FRAGMENT);
  try {
    return decodeURI(end < 0 ? url : url.slice(0, end));
  } catch {
    return null;
  }
}

const READING_METHODS = ["GET", "HEAD"] as const;
const BATCH_METHODS = ["POST"] as const;

export const JOB_PATTERN = `${REPRICE_PATH}/:id`;

const JOB_SHAPE = new RegExp(
  `^${REPRICE_PATH}/([^/]+)(/(?:${[...JOB_FILE_NAMES, JOB_PACKET, JOB_VARIANCES].join("|")}))?$`,
);

/** The pattern of a path of a repricing job, such as `/api/v1/reprice/:id/results`; null when it is none. */
function repricePattern(path: string): string | null {
  const [, id, file = ""] = JOB_SHAPE.exec(path) ?? [];
  return id === undefined ? null : `${JOB_PATTERN}${file}`;
}

export function jobIdIn(path: string): string {
  return JOB_SHAPE.exec(path)?.[1] ?? "";
}

const RATE_SHAPE = `(?:${Object.values(RATE_PATHS).join("|")})`;
const READING_SUFFIXES = lookupKinds
  .map(({ path }) => path)
  .filter((path) => path !== "")
  .join("|");

const STATE_PATHS = stateKinds.map(({ path }) => path).join("|");

/** The paths of states under a two-letter code, whether the service has the state or not. */
const SHAPE = new RegExp(
  `^${API_PREFIX}/([a-z]{2})(${RATE_SHAPE}(?:${READING_SUFFIXES}|(${BATCH_SUFFIX}))?|${STATE_PATHS})$`,
);

/** The paths of answers that a lookup does not have though others do, each with the reason. */
export function notOfferedIn(states: readonly State[]): ReadonlyMap<string, string> {
  const reasons = states.flatMap(({ code, lookups }) =>
    lookups.flatMap((lookup) =>
      lookupKinds.flatMap(({ path, notFor }) => {
        const reason = notFor?.(lookup) ?? null;
        const below = `${API_PREFIX}/${code}${RATE_PATHS[lookup.setting]}${path}`;
        return reason === null ? [] : [[below, reason] as const];
      }),
    ),
  );
  return new Map(reasons);
}

interface ShapedPath {
  readonly code: string;
  readonly methods: readonly string[];
  readonly facts: RouteFacts;
}

/** Null if the path has no such shape, or its code is no state. */
export function shapedPath(path: string): ShapedPath | null {
  const [, code, shape, isBatch] = SHAPE.exec(path) ?? [];
  if (code === undefined || shape === undefined || !JURISDICTIONS.has(code)) return null;
  return {
    code,
    methods: isBatch === undefined ? READING_METHODS : BATCH_METHODS,
    facts: { route: `${API_PREFIX}/:state${shape}`, state: null, setting: null },
  };
}

/** The two-letter codes of the states, the federal district and the territories of the United States. */
const JURISDICTIONS: ReadonlySet<string> = new Set(
  (
    "al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa " +
    "ri sc sd tn tx ut vt va wa wv wi wy dc as gu mp pr um vi"
  ).split(" "),
);
