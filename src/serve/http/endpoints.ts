import { lookupKinds } from "../../answers/index.ts";
import { API_PREFIX, BATCH_SUFFIX, RATE_PATHS, REPRICE_PATH, SEARCH_PATH } from "../../pricing/state/api-paths.ts";
import type { State } from "../../pricing/state/state.ts";
import type { CareSetting } from "../../registry/definition.ts";
import type { RouteFacts } from "./route-facts.ts";

export const READING_METHODS = ["GET", "HEAD"] as const;
const BATCH_METHODS = ["POST"] as const;

export const JOB_PATTERN = `${REPRICE_PATH}/:id`;

/** Of workbooks (ECMA-376). */
export const XLSX_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const JOB_SHAPE = new RegExp(`^${REPRICE_PATH}/([^/]+)(/results|/faults|/workbook)?$`);

/** The pattern of a path of a repricing job, such as `/api/v1/reprice/:id/results`; null when it is none. */
export function repricePattern(path: string): string | null {
  const [, id, file = ""] = JOB_SHAPE.exec(path) ?? [];
  return id === undefined ? null : `${JOB_PATTERN}${file}`;
}

/** The job that such a path is about. */
export function jobIdIn(path: string): string {
  return JOB_SHAPE.exec(path)?.[1] ?? "";
}

const RATE_SHAPE = `(?:${Object.values(RATE_PATHS).join("|")})`;
const READING_SUFFIXES = lookupKinds
  .map(({ path }) => path)
  .filter((path) => path !== "")
  .join("|");

/** The paths of states under a two-letter code that may or may not be a state of ours. */
const SHAPE = new RegExp(
  `^${API_PREFIX}/([a-z]{2})(${RATE_SHAPE}(?:${READING_SUFFIXES}|(${BATCH_SUFFIX}))?|${SEARCH_PATH})$`,
);

/** A path of a known shape. */
interface ShapedPath {
  readonly code: string;
  readonly methods: readonly string[];
  readonly facts: RouteFacts;
}

export function shapedPath(path: string): ShapedPath | null {
  const [, code, shape, isBatch] = SHAPE.exec(path) ?? [];
  if (code === undefined || shape === undefined) return null;
  return {
    code,
    methods: isBatch === undefined ? READING_METHODS : BATCH_METHODS,
    facts: { route: `${API_PREFIX}/:state${shape}`, state: null, setting: null },
  };
}

/** The facts of one endpoint of one state. */
export function endpointFacts(state: State, path: string, setting: CareSetting | null): RouteFacts {
  return { route: `${API_PREFIX}/:state${path}`, state: state.code, setting };
}
