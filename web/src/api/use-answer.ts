import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Answer, askPatiently, type Pace, tellPace } from "./ask.ts";
import { SESSION_BEGUN } from "./session.ts";

/** A service that opens sessions and then refuses them would otherwise be asked for ever. */
const REFUSALS_MAX = 2;

/** Told with a path when it is to be asked once more: by all who show its answer, or one would show what another no longer does. */
const ASK_AGAIN = "ratebook-ask-again";

/** What is known of an answer: nothing was asked, it is on its way (said when it takes long), or it is there. */
export type Asked<Body> =
  | { readonly state: "idle" }
  | { readonly state: "waiting"; readonly pace: Pace; readonly before: Body | null }
  | { readonly state: "answered"; readonly answer: Answer<Body> };

/** Asks a path (GET) and follows it: a new path withdraws the question before. Null asks nothing. `again` asks once more. */
export function useAnswer<Body>(path: string | null): Asked<Body> & { readonly again: () => void } {
  const [{ of, asked }, setKnown] = useState<Known<Body>>({ of: null, asked: { state: "idle" } });
  const [tries, setTries] = useState(0);
  /** The path that is asked once more, past what the browser has kept of it, until its answer is there. */
  const askedAgain = useRef<string | null>(null);
  const refusals = useRefusals(() => setTries((count) => count + 1));
  useEffect(() => {
    const setAsked = (next: (before: Asked<Body>) => Asked<Body>) =>
      setKnown((before) => ({ of: path, asked: next(before.asked) }));
    if (path === null) {
      setAsked(() => ({ state: "idle" }));
      return;
    }
    const question = new AbortController();
    const pace = (pace: Pace) => setAsked((before) => ({ state: "waiting", pace, before: bodyOf(before) }));
    const stopPace = tellPace(pace);
    const onLimited = () => {
      stopPace();
      pace("limited");
    };
    askPatiently<Body>(path, question.signal, askedAgain.current === path ? "reload" : "default", onLimited).then(
      (answer) => {
        if (!refusals.isAwaited(answer)) {
          stopPace();
          askedAgain.current = null;
          setAsked(() => ({ state: "answered", answer }));
        }
      },
      () => {},
    );
    return () => {
      stopPace();
      question.abort();
    };
  }, [path, tries]);
  useEffect(() => {
    const onAgain = (event: Event) => {
      if (!(event instanceof CustomEvent) || event.detail !== path) return;
      askedAgain.current = path;
      setTries((count) => count + 1);
    };
    addEventListener(ASK_AGAIN, onAgain);
    return () => removeEventListener(ASK_AGAIN, onAgain);
  }, [path]);
  const again = useCallback(() => void dispatchEvent(new CustomEvent(ASK_AGAIN, { detail: path })), [path]);
  // The first time that another path is shown, what is known is still the answer of the one before: not of this one.
  if (path === null) return { state: "idle", again };
  return of === path ? { ...asked, again } : { state: "waiting", pace: "brief", before: bodyOf(asked), again };
}

/**
 * Refusals because the session has ended: another is opened, and then the question is asked again by itself. Until then it
 * is on its way; where no session can be had, the whole view gives way to what is to be done about that.
 */
function useRefusals(again: () => void) {
  const known = useRef({ count: 0, isAwaiting: false });
  useEffect(() => {
    const begun = () => {
      if (!known.current.isAwaiting) return;
      known.current.isAwaiting = false;
      again();
    };
    addEventListener(SESSION_BEGUN, begun);
    return () => removeEventListener(SESSION_BEGUN, begun);
  }, []);
  return {
    /** Whether an answer is such a refusal, and the question will be asked again. */
    isAwaited(answer: Answer<unknown>): boolean {
      const isRefused = !answer.ok && answer.problem.status === 401;
      const count = isRefused ? known.current.count + 1 : 0;
      const isAwaiting = isRefused && count <= REFUSALS_MAX;
      known.current = { count, isAwaiting };
      return isAwaiting;
    },
  };
}

interface Known<Body> {
  readonly of: string | null;
  readonly asked: Asked<Body>;
}

/** What was shown before stays while the next is on its way, so that nothing jumps. */
export function bodyOf<Body>(asked: Asked<Body>): Body | null {
  if (asked.state === "waiting") return asked.before;
  return asked.state === "answered" && asked.answer.ok ? asked.answer.body : null;
}
