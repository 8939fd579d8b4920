import { refuseOtherState } from "./access.ts";
import type { AppDependencies } from "./dependencies.ts";
import { BATCH_METHODS, READING_METHODS, repriceMethods, shapedPath } from "./endpoints.ts";
import { type Exchange, run } from "./exchange.ts";
import { isJurisdiction } from "./jurisdictions.ts";
import type { Problem } from "./problem.ts";
import type { Routes } from "./routes.ts";
import { SESSION_METHODS, SESSION_PATH } from "./sessions/routes.ts";

const NOT_FOUND: Problem = {
  code: "not_found",
  detail: "There is nothing under this path. The documentation under /docs lists every path.",
};

/** Refuses what no route has the path and method of: the method is wrong, or the path is. */
export function refuseUnrouted(exchange: Exchange, { reading, batches }: Routes, dependencies: AppDependencies): void {
  const path = decodedPath(exchange.url);
  const known = reading.get(path) ?? batches.get(path);
  if (known !== undefined) {
    exchange.route = known.facts;
    refuseMethod(exchange, allowedMethods(path, reading.has(path)));
    return;
  }
  const repricing = dependencies.jobs === undefined ? null : repriceMethods(path);
  if (repricing !== null) {
    exchange.route = repricing.facts;
    refuseMethod(exchange, repricing.methods);
    return;
  }
  const shaped = shapedPath(path);
  if (shaped === null || !isJurisdiction(shaped.code)) {
    exchange.sendProblem(NOT_FOUND);
    return;
  }
  exchange.route = shaped.facts;
  if (shaped.methods.includes(exchange.method)) run(refuseOtherState(shaped.code, dependencies), exchange);
  else refuseMethod(exchange, shaped.methods);
}

function allowedMethods(path: string, isRead: boolean): readonly string[] {
  if (path === SESSION_PATH) return SESSION_METHODS;
  return isRead ? READING_METHODS : BATCH_METHODS;
}

function refuseMethod(exchange: Exchange, allowed: readonly string[]): void {
  exchange.header("allow", allowed.join(", "));
  exchange.sendProblem({
    code: "method_not_allowed",
    detail: `${exchange.method} is not allowed here. Use ${allowed.join(" or ")}.`,
  });
}

/** The path of a URL as the router compares it. */
function decodedPath(url: string): string {
  const [path] = url.split(/[?#]/, 1) as [string];
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
