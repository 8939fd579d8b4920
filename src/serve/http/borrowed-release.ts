import type { State } from "../../pricing/state/state.ts";
import type { Release, StateInRelease } from "../../release/release.ts";
import type { Exchange } from "./exchange.ts";
import { DATA_DAMAGED, notHeld, type Readiness, readinessProblem, serviceProblem } from "./readiness.ts";
import { nameRelease } from "./release-header.ts";

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
