import type { State } from "../state/state.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Problem } from "./problem.ts";

/** What tells whether there is anything to answer from. */
export type Readiness = Pick<AppDependencies, "releases" | "keys" | "isShuttingDown">;

/** The release was sound when it was opened, and is no longer: nothing is answered from it. */
export const DATA_DAMAGED: Problem = {
  code: "not_ready",
  detail: "The rate data was found to be damaged and is being opened anew. Send the request again in a moment.",
};

/** Why the service is not ready, in whole or in part; null when it is. Lookups by identifier need no long work. */
export function healthProblem(dependencies: AppDependencies): Problem | null {
  return serviceProblem(dependencies) ?? longWorkProblem(dependencies);
}

function longWorkProblem({ releases, isLongWorkDone }: AppDependencies): Problem | null {
  const release = releases.current;
  return release === null || isLongWorkDone(release) ? null : NO_LONG_WORK;
}

/** Told to whoever asks meanwhile, too. */
export const NO_LONG_WORK = notReady(
  "The thread that answers batches, searches, histories, comparisons, coverage and lookups by name is being replaced. Send the request again in a moment.",
);

/** Why nothing can be answered now; null when it can. */
export function serviceProblem({ releases, keys, isShuttingDown }: Readiness): Problem | null {
  if (isShuttingDown()) return notReady("The service is shutting down. Send the request again.");
  if (keys.isLost) return notReady("The API keys cannot be read at the moment. Send the request again later.");
  if (releases.current === null && releases.damage !== null) return DATA_DAMAGED;
  if (releases.current === null) return notReady("No rate data is loaded yet. Send the request again in a moment.");
  return null;
}

/** Why a state cannot be asked now; null when it can. */
export function readinessProblem(state: State, readiness: Readiness): Problem | null {
  const problem = serviceProblem(readiness);
  if (problem !== null) return problem;
  return readiness.releases.current?.states.has(state.code) ? null : notHeld(state);
}

export function notHeld({ name, code }: State): Problem {
  return notReady(`The loaded data does not hold ${name} (${code}).`);
}

function notReady(detail: string): Problem {
  return { code: "not_ready", detail };
}
