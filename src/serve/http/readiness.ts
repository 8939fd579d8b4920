import type { KeyStoreProblem } from "../../keys/api-key.ts";
import type { State } from "../../pricing/state/state.ts";
import { type Release, releaseName, type StateInRelease } from "../../release/release.ts";
import type { AppDependencies } from "./dependencies.ts";
import { DATA_DAMAGED, type Exchange } from "./exchange.ts";
import type { Problem } from "./problems.ts";

/**
 * Answers one request from a state's data, which stays open until the answer is made. The data was there when the request was admitted. But
 * a body takes time to arrive, and the release may have been replaced meanwhile.
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
      exchange.sendProblem(readinessProblem(state, readiness) ?? notHeld(state, release ?? null));
      return;
    }
    nameRelease(exchange, release);
    return answerFrom(source, release);
  });
}

/** Answers one request from the release as a whole. */
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

/** Every answer names its release, and a release changes seldom. */
const names = new WeakMap<Release, string>();

/** Names the release of an answer: `Ratebook-Release: 2026.11 5f0c2a9b1e7d`. */
function nameRelease(exchange: Exchange, release: Release): void {
  let name = names.get(release);
  if (name === undefined) {
    name = releaseName(release.description);
    names.set(release, name);
  }
  exchange.header("ratebook-release", name);
}

type Readiness = Pick<AppDependencies, "releases" | "keys">;
type Served = Pick<AppDependencies, "releases" | "states">;

/** Why requests should go to another node, in whole or in part; null when they should not. Lookups by identifier need no long work. */
export function healthProblem(dependencies: AppDependencies): Problem | null {
  if (dependencies.isStopping()) return STOPPING;
  if (dependencies.keys.isLost) return notReady(keysLostText(dependencies.keyStoreProblem?.() ?? "unreadable"));
  const problem = serviceProblem(dependencies);
  const release = dependencies.releases.current;
  return problem !== null || release === null || dependencies.isLongWorkDone(release) ? problem : NO_LONG_WORK;
}

/** For operators: clients that send a request receive less (`serviceProblem`). */
function keysLostText(problem: KeyStoreProblem): string {
  return `${KEY_STORE_PROBLEMS[problem]} Every request is refused. ${KEY_STORE_REMEDIES[problem]}`;
}

/** What is wrong with the store of the keys, for `/readyz`. */
export const KEY_STORE_PROBLEMS: Readonly<Record<KeyStoreProblem, string>> = {
  missing: "keys.db is missing from the home of the server.",
  unreadable: "keys.db in the home of the server cannot be read.",
  forbidden: "keys.db in the home of the server may not be read by the user of the server.",
};

const WITHOUT_EXPORT = "Without an export, stop the server, move the home away and copy a backup of it back.";

export const KEY_STORE_REMEDIES: Readonly<Record<KeyStoreProblem, string>> = {
  missing: `Run "ratebook keys import EXPORT". ${WITHOUT_EXPORT} Look for keys_missing in the log.`,
  unreadable: `Move it away and run "ratebook keys import EXPORT". ${WITHOUT_EXPORT} Look for keys_unreadable in the log.`,
  forbidden:
    'It is not damaged: it belongs to another user, or its mode is wrong. "chown" it to the user of the server. Look for keys_unreadable in the log.',
};

/** A stopping service answers every request that still comes: only a readiness check receives this. */
const STOPPING = notReady("The service is stopping: it answers the requests that still come, and then ends.");

/** Clients that send such a request meanwhile receive it too. */
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

/** Why no answer for a state is possible now; null when it is. */
export function readinessProblem(state: State, readiness: Readiness): Problem | null {
  const problem = serviceProblem(readiness);
  if (problem !== null) return problem;
  const release = readiness.releases.current;
  return release?.states.has(state.code) ? null : notHeld(state, release);
}

function notHeld(state: State, release: Release | null): Problem {
  return notReady(notHeldText(state, release));
}

function notHeldText({ name, code }: State, release: Release | null): string {
  const held = [...(release?.states.keys() ?? [])].join(", ") || "no state";
  return `The loaded data does not hold ${name} (${code}). It holds ${held}.`;
}

/** Why the service does not serve a state, whatever the key; null when it does, or has no data to say so. */
export function notServedText(code: string, { states, releases }: Served): string | null {
  const state = states.find((each) => each.code === code);
  const release = releases.current;
  if (state === undefined) {
    const served = states.filter((each) => release?.states.has(each.code) ?? true).map((each) => each.code);
    return `This service does not serve ${code}. It serves ${served.join(", ") || "no state"}.`;
  }
  return release === null || release.states.has(code) ? null : notHeldText(state, release);
}

function notReady(detail: string): Problem {
  return { code: "not_ready", detail };
}
