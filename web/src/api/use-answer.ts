import { useCallback, useEffect, useState } from "preact/hooks";
import type { Answer } from "./ask.ts";
import { askTogether } from "./shared-question.ts";

/** Below this, saying "loading" would only flicker. */
const SAID_AFTER_MILLISECONDS = 300;

/** From here on, people want to know that it is still at it. */
const SLOW_AFTER_MILLISECONDS = 2_000;

/** Told with a path when it is to be asked once more: by all who show its answer, or one would show what another no longer does. */
const ASK_AGAIN = "ratebook-ask-again";

/** What is known of an answer: nothing was asked, it is on its way (said when it takes long), or it is there. */
export type Asked<Body> =
  | { readonly state: "idle" }
  | { readonly state: "waiting"; readonly pace: "brief" | "loading" | "slow"; readonly before: Body | null }
  | { readonly state: "answered"; readonly answer: Answer<Body> };

/** Asks a path (GET) and follows it: a new path withdraws the question before. Null asks nothing. `again` asks once more. */
export function useAnswer<Body>(path: string | null): Asked<Body> & { readonly again: () => void } {
  const [{ of, asked }, setKnown] = useState<Known<Body>>({ of: null, asked: { state: "idle" } });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const setAsked = (next: (before: Asked<Body>) => Asked<Body>) =>
      setKnown((before) => ({ of: path, asked: next(before.asked) }));
    if (path === null) {
      setAsked(() => ({ state: "idle" }));
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
    askTogether<Body>(path, question.signal, tries === 0 ? "default" : "reload").then(
      (answer) => {
        stopTimers();
        setAsked(() => ({ state: "answered", answer }));
      },
      () => {},
    );
    return () => {
      stopTimers();
      question.abort();
    };
  }, [path, tries]);
  useEffect(() => {
    const onAgain = (event: Event) => {
      if (event instanceof CustomEvent && event.detail === path) setTries((count) => count + 1);
    };
    addEventListener(ASK_AGAIN, onAgain);
    return () => removeEventListener(ASK_AGAIN, onAgain);
  }, [path]);
  const again = useCallback(() => void dispatchEvent(new CustomEvent(ASK_AGAIN, { detail: path })), [path]);
  // The first time that another path is shown, what is known is still the answer of the one before: not of this one.
  if (path === null) return { state: "idle", again };
  return of === path ? { ...asked, again } : { state: "waiting", pace: "brief", before: bodyOf(asked), again };
}

interface Known<Body> {
  readonly of: string | null;
  readonly asked: Asked<Body>;
}

/** What was shown before stays while the next is on its way, so that nothing jumps. */
function bodyOf<Body>(asked: Asked<Body>): Body | null {
  if (asked.state === "waiting") return asked.before;
  return asked.state === "answered" && asked.answer.ok ? asked.answer.body : null;
}
