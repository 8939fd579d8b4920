import type { State } from "../../pricing/state/state.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Problem } from "./problem.ts";

/** What tells whether there is anything to answer from. */
export type Readiness = Pick<AppDependencies, "releases" | "keys">;

/** The release was sound when it was opened, and is no longer: nothing is answered from it. */
export const DATA_DAMAGED: Problem = {
  code: "not_ready",
  detail: "The rate data was found to be damaged and is being opened anew. Send the request again in a moment.",
};

/** Why requests should go elsewhere, in whole or in part; null when they should not. Lookups by identifier need no long work. */
export function healthProblem(dependencies: AppDependencies): Problem | null {
  if (dependencies.isStopping()) return STOPPING;
  return serviceProblem(dependencies) ?? longWorkProblem(dependencies);
}

function longWorkProblem({ releases, isLongWorkDone }: AppDependencies): Problem | null {
  const release = releases.current;
  return release === null || isLongWorkDone(release) ? null : NO_LONG_WORK;
}

/** A service that stops answers every request that still comes: only what asks whether it is ready gets this. */
const STOPPING = notReady("The service is stopping: it answers the requests that still come, and then ends.");

/** Told to whoever asks meanwhile, too. */
export const NO_LONG_WORK = notReady(
  "The thread that answers batches, searches, histories, comparisons, coverage and lookups by name is being replaced. Send the request again in a moment.",
);

/** Why nothing can be answered now; null when it can. */
export function serviceProblem({ releases, keys }: Readiness): Problem | null {
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
