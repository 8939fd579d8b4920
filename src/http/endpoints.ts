import type { CareSetting } from "../providers/definition.ts";
import type { State } from "../state/state.ts";
import type { RouteFacts } from "./route-facts.ts";

/** Where the contract's `{base_url}` begins. */
export const API_PREFIX = "/api/v1";

export const READING_METHODS = ["GET", "HEAD"] as const;
export const BATCH_METHODS = ["POST"] as const;

/** The shapes of path that every state has (contract 1). */
export const RATE_PATHS = { outpatient: "/outpatient/rate", inpatient: "/inpatient/rate" } as const satisfies Record<
  CareSetting,
  string
>;
export const BATCH_SUFFIX = "/batch";
export const EXPLAIN_SUFFIX = "/explain";
export const COVERAGE_PATH = "/coverage";
export const HISTORY_SUFFIX = "/history";
export const COMPARE_SUFFIX = "/compare";
export const OPTIONS_SUFFIX = "/options";
export const SEARCH_PATH = "/providers/search";

/** Files are repriced under one path, whatever their state. */
export const REPRICE_PATH = `${API_PREFIX}/reprice`;
export const JOB_PATTERN = `${REPRICE_PATH}/:id`;

/** Of workbooks (ECMA-376). */
export const XLSX_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const JOB_SHAPE = /^\/api\/v1\/reprice\/([^/]+)(\/results|\/faults|\/workbook)?$/;

/** The pattern of a path of a repricing job, such as `/api/v1/reprice/:id/results`; null when it is none. */
export function repricePattern(path: string): string | null {
  const [, id, file = ""] = JOB_SHAPE.exec(path) ?? [];
  return id === undefined ? null : `${JOB_PATTERN}${file}`;
}

/** The job that such a path is about. */
export function jobIdIn(path: string): string {
  return JOB_SHAPE.exec(path)?.[1] ?? "";
}

/** The same shapes under a two-letter code that may or may not be a state of ours. */
const SHAPE =
  /^\/api\/v1\/([a-z]{2})(\/(?:outpatient|inpatient)\/rate(?:\/explain|\/history|\/compare|\/options|(\/batch))?|\/providers\/search)$/;

/** A path of a known shape. */
export interface ShapedPath {
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
