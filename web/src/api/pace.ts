import { useEffect, useState } from "preact/hooks";

/** How long something has been on its way, as far as it is worth saying; `limited`: the key has asked too much in too short a time. */
export type Pace = "brief" | "loading" | "slow" | "limited";

/** Below this, saying "loading" would only flicker. */
const SAID_AFTER_MILLISECONDS = 300;

/** From here on, people want to know that it is still at it. */
const SLOW_AFTER_MILLISECONDS = 2_000;

/** Tells how long it takes, from now until it is stopped. */
export function tellPace(tell: (pace: Pace) => void): () => void {
  tell("brief");
  const timers = [
    setTimeout(() => tell("loading"), SAID_AFTER_MILLISECONDS),
    setTimeout(() => tell("slow"), SLOW_AFTER_MILLISECONDS),
  ];
  return () => timers.forEach(clearTimeout);
}

/** How long something has been waited for. */
export function usePace(isWaiting: boolean): Pace {
  const [pace, setPace] = useState<Pace>("brief");
  useEffect(() => (isWaiting ? tellPace(setPace) : undefined), [isWaiting]);
  return pace;
}
