import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Answer, askPatiently, type Pace, reportPace } from "./ask.ts";
import { SESSION_BEGUN } from "./session.ts";

/** A service that opens sessions and then refuses them would otherwise be requested for ever. */
const REFUSALS_MAX = 2;

/** Event with a path to request again: all views of its answer follow, so that they stay consistent. */
const ASK_AGAIN = "ratebook-ask-again";

/** The state of an answer: nothing requested, pending (shown when it takes long), or there. */
export type RequestState<Body> =
  | { readonly state: "idle" }
  | { readonly state: "waiting"; readonly pace: Pace; readonly before: Body | null }
  | { readonly state: "answered"; readonly answer: Answer<Body> };

/** Requests a path (GET) and follows it: a new path cancels the request before. Null requests nothing. `again` repeats the request. */
export function useAnswer<Body>(path: string | null): RequestState<Body> & { readonly again: () => void } {
  const [{ of, request }, setKnown] = useState<Known<Body>>({ of: null, request: { state: "idle" } });
  const [tries, setTries] = useState(0);
  /** The path that is requested again, past the browser's cache, until its answer is there. */
  const repeatedPath = useRef<string | null>(null);
  const refusals = useRefusals(() => setTries((count) => count + 1));
  useEffect(() => {
    const setRequest = (next: (before: RequestState<Body>) => RequestState<Body>) =>
      setKnown((before) => ({ of: path, request: next(before.request) }));
    if (path === null) {
      setRequest(() => ({ state: "idle" }));
      return;
    }
    const question = new AbortController();
    const pace = (pace: Pace) => setRequest((before) => ({ state: "waiting", pace, before: bodyOf(before) }));
    const stopPace = reportPace(pace);
    const onLimited = () => {
      stopPace();
      pace("limited");
    };
    askPatiently<Body>(path, question.signal, repeatedPath.current === path ? "reload" : "default", onLimited).then(
      (answer) => {
        if (!refusals.isAwaited(answer)) {
          stopPace();
          repeatedPath.current = null;
          setRequest(() => ({ state: "answered", answer }));
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
      repeatedPath.current = path;
      setTries((count) => count + 1);
    };
    addEventListener(ASK_AGAIN, onAgain);
    return () => removeEventListener(ASK_AGAIN, onAgain);
  }, [path]);
  const again = useCallback(() => void dispatchEvent(new CustomEvent(ASK_AGAIN, { detail: path })), [path]);
  // On the first render of another path, the known answer still belongs to the path before.
  if (path === null) return { state: "idle", again };
  return of === path ? { ...request, again } : { state: "waiting", pace: "brief", before: bodyOf(request), again };
}

/**
 * Refusals because the session has ended: another session is opened, then the request is repeated. Until then it is pending; if no
 * session can be opened, the whole view is replaced by the sign-in.
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
    /** Whether an answer is such a refusal, so that the request will be repeated. */
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
  readonly request: RequestState<Body>;
}

/** What was shown before stays while the next answer is pending, so that nothing jumps. */
export function bodyOf<Body>(request: RequestState<Body>): Body | null {
  if (request.state === "waiting") return request.before;
  return request.state === "answered" && request.answer.ok ? request.answer.body : null;
}
