import type { Release, StateInRelease } from "../release/release.ts";
import type { State } from "../state/state.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Exchange } from "./exchange.ts";
import type { Problem } from "./problem.ts";
import { nameRelease } from "./release-header.ts";

type Readiness = Pick<AppDependencies, "releases" | "keys" | "isShuttingDown">;

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

function notHeld({ name, code }: State): Problem {
  return notReady(`The loaded data does not hold ${name} (${code}).`);
}

function notReady(detail: string): Problem {
  return { code: "not_ready", detail };
}

/**
 * Answers one request from a state's data, which stays open until the answer is made, whether the
 * client waits for it or not. The data was there when the request was let in; but a body takes
 * time to arrive, and the release may have been replaced in the meantime.
 */
export function withState(
  state: State,
  readiness: Readiness,
  exchange: Exchange,
  answerFrom: (source: StateInRelease, release: Release) => Promise<void> | undefined,
): Promise<void> | undefined {
  return borrowing(readiness, (release) => {
    const source = release?.states.get(state.code);
    if (release === undefined || source === undefined) {
      exchange.sendProblem(readinessProblem(state, readiness) ?? notHeld(state));
      return;
    }
    nameRelease(exchange, release);
    return answerFrom(source, release);
  });
}

/** The same for what is about the release and not about one state of it. */
export function withRelease(
  readiness: Readiness,
  exchange: Exchange,
  answerFrom: (release: Release) => Promise<void> | undefined,
): Promise<void> | undefined {
  return borrowing(readiness, (release) => {
    if (release === undefined) {
      exchange.sendProblem(serviceProblem(readiness) ?? DATA_DAMAGED);
      return;
    }
    nameRelease(exchange, release);
    return answerFrom(release);
  });
}

function borrowing(
  { releases }: Readiness,
  use: (release: Release | undefined) => Promise<void> | undefined,
): Promise<void> | undefined {
  const borrowed = releases.borrow();
  let later: Promise<void> | undefined;
  try {
    later = use(borrowed?.release);
  } finally {
    if (later === undefined) borrowed?.giveBack();
  }
  return later?.finally(() => borrowed?.giveBack());
}
