import { useCallback, useEffect, useState } from "preact/hooks";
import { type Answer, ask } from "./ask.ts";

/** Below this, saying "loading" would only flicker. */
const SAID_AFTER_MILLISECONDS = 300;

/** From here on, people want to know that it is still at it. */
const SLOW_AFTER_MILLISECONDS = 2_000;

/** What is known of an answer: nothing was asked, it is on its way (said when it takes long), or it is there. */
export type Asked<Body> =
  | { readonly state: "idle" }
  | { readonly state: "waiting"; readonly pace: "brief" | "loading" | "slow"; readonly before: Body | null }
  | { readonly state: "answered"; readonly answer: Answer<Body> };

/** Asks a path (GET) and follows it: a new path withdraws the question before. Null asks nothing. `again` asks once more. */
export function useAnswer<Body>(path: string | null): Asked<Body> & { readonly again: () => void } {
  const [asked, setAsked] = useState<Asked<Body>>({ state: "idle" });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (path === null) {
      setAsked({ state: "idle" });
      return;
    }
    const question = new AbortController();
    const pace = (pace: "brief" | "loading" | "slow") =>
      setAsked((before) => ({ state: "waiting", pace, before: bodyOf(before) }));
    pace("brief");
    const timers = [
      setTimeout(() => pace("loading"), SAID_AFTER_MILLISECONDS),
      setTimeout(() => pace("slow"), SLOW_AFTER_MILLISECONDS),
    ];
    const stopTimers = () => timers.forEach(clearTimeout);
    ask<Body>(path, { signal: question.signal, cache: tries === 0 ? "default" : "reload" }).then(
      (answer) => {
        stopTimers();
        setAsked({ state: "answered", answer });
      },
      () => {},
    );
    return () => {
      stopTimers();
      question.abort();
    };
  }, [path, tries]);
  const again = useCallback(() => setTries((count) => count + 1), []);
  return { ...asked, again };
}

/** What was shown before stays while the next is on its way, so that nothing jumps. */
function bodyOf<Body>(asked: Asked<Body>): Body | null {
  if (asked.state === "waiting") return asked.before;
  return asked.state === "answered" && asked.answer.ok ? asked.answer.body : null;
}
