import { Buffer } from "node:buffer";
import type { DatabaseState } from "../operations/configuration.ts";
import { METRICS_MILLISECONDS } from "../operations/metrics-port.ts";
import { loadedSettings } from "../pricing/loaded.ts";
import type { Release } from "../release/release.ts";
import type { FileAtPath } from "../release/release-file.ts";
import { sharedFor } from "../runtime/shared-for.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Endpoint } from "./exchange.ts";
import { healthProblem } from "./readiness.ts";

/** For whoever runs the service: is it alive, is it ready, what does it measure. */
export function healthEndpoints(dependencies: AppDependencies): readonly [path: string, endpoint: Endpoint][] {
  const { metricsText } = dependencies;
  return [
    ["/livez", liveness],
    ["/readyz", readiness(dependencies)],
    ...(metricsText === null ? [] : [["/metrics", metrics(metricsText)] satisfies [string, Endpoint]]),
  ];
}

const liveness: Endpoint = (exchange) => {
  exchange.sendJson('{"status":"alive"}');
};

function readiness(dependencies: AppDependencies): Endpoint {
  return (exchange) => {
    const release = dependencies.releases.current;
    const problem = healthProblem(dependencies);
    if (release === null || problem !== null) {
      exchange.sendProblem(problem ?? { code: "not_ready", detail: "No rate data is loaded." });
    } else {
      const database = dependencies.databaseState?.() ?? null;
      exchange.sendJson(JSON.stringify(readyAnswer(release, dependencies.releases.fileAtPath, database)));
    }
  };
}

/**
 * The description comes first among the long members: it says whether the data is real. A node without its database, or without the
 * keys of it as they are there, answers all the same, from what it knew last: it is degraded, and stays in the load balancer.
 */
function readyAnswer({ description, states }: Release, file: FileAtPath, database: DatabaseState | null): object {
  return {
    status: database === null || database === "connected" ? "ready" : "degraded",
    ...(database === null ? {} : { database: database === "away" ? "away" : "connected" }),
    ...(database === "keys not followed" ? { keys: "not followed" } : {}),
    file,
    release: {
      name: description.name,
      version: description.version,
      content_hash: description.contentHash,
      description: description.description,
      states: [...states.keys()],
      loaded: Object.fromEntries(
        [...states].map(([code, { state }]) => [code, loadedSettings(state.lookups, description.rowCounts)]),
      ),
      row_counts: description.rowCounts,
      sources: description.sources,
    },
  };
}

const METRICS_MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

function metrics(metricsText: () => Promise<string>): Endpoint {
  const text = sharedFor(METRICS_MILLISECONDS, async () => Buffer.from(await metricsText()));
  return async (exchange) => exchange.send(200, METRICS_MEDIA_TYPE, await text());
}
