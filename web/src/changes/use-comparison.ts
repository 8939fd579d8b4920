import { useEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import { type Asked, useAnswer } from "../api/use-answer.ts";

/** The service gives a comparison up after five minutes; asking for twice as long finds that out, also behind another pair. */
const TRIES_MAX = 40;

/** A comparison that is under way: the service says to ask again, and the page does. */
export interface UnderWay {
  /** What the service said last; null until it has said something. */
  readonly problem: Problem | null;
}

interface Comparison<Body> {
  readonly asked: Asked<Body>;
  /** Null when nothing is awaited. */
  readonly underWay: UnderWay | null;
  readonly again: () => void;
}

/** Asks for a comparison, and again for as long as the service says that it goes on (503 with Retry-After). */
export function useComparison<Body>(path: string | null): Comparison<Body> {
  const { again, ...latest } = useAnswer<Body>(path);
  // An answer is of the path before until the new one is asked for.
  const [askedPath, setAskedPath] = useState(path);
  useEffect(() => setAskedPath(path), [path]);
  const asked = askedPath === path ? latest : awaited(latest);
  const tries = useRef({ path, count: 0 });
  const [said, setSaid] = useState<{ readonly path: string | null; readonly problem: Problem } | null>(null);
  if (tries.current.path !== path) tries.current = { path, count: 0 };

  const refusal = asked.state === "answered" && !asked.answer.ok ? asked.answer : null;
  const seconds = retrySeconds(refusal?.problem.status ?? 0, refusal?.headers?.get("retry-after") ?? null);
  const isAwaited = seconds !== null && tries.current.count < TRIES_MAX;

  useEffect(() => {
    if (refusal === null || seconds === null || !isAwaited) return;
    setSaid({ path, problem: refusal.problem });
    const timer = setTimeout(() => {
      tries.current.count += 1;
      again();
    }, seconds * 1000);
    return () => clearTimeout(timer);
  }, [refusal, seconds, isAwaited, path, again]);

  const isUnderWay = asked.state === "waiting" || isAwaited;
  return { asked, underWay: isUnderWay ? { problem: said?.path === path ? said.problem : null } : null, again };
}

/** On its way, with what was shown before. */
function awaited<Body>(asked: Asked<Body>): Asked<Body> {
  if (asked.state !== "answered") return asked;
  return { state: "waiting", pace: "brief", before: asked.answer.ok ? asked.answer.body : null };
}

/** After how many seconds the service wants to be asked again; null when it does not say so. */
export function retrySeconds(status: number, retryAfter: string | null): number | null {
  return status === 503 && retryAfter !== null && /^[0-9]{1,4}$/.test(retryAfter) ? Number(retryAfter) : null;
}
