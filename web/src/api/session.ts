import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { SessionAnswer, SessionKey } from "../../../src/serve/http/session-endpoints.ts";
import { type Answer, ask, type Problem, SESSION_ENDED } from "./ask.ts";

export type { SessionKey };

export type Session =
  | { readonly state: "opening" }
  | { readonly state: "open"; readonly key: SessionKey }
  /** Unknown: the service did not answer. */
  | { readonly state: "failed"; readonly problem: Problem }
  /**
   * `hasEnded`: there was one, and it was ended in another tab, or its key or its time is over, or the service was restarted.
   * `isDemo`: an address with a secret begins one without a key.
   */
  | { readonly state: "none"; readonly hasEnded: boolean; readonly isDemo: boolean; readonly problem: Problem | null };

/** Event when a session was opened or renewed: refused requests can be repeated. */
export const SESSION_BEGUN = "ratebook-session-begun";

const PATH = "/session";

/** The tabs of a browser notify each other of a sign-out: the others clear their content too. */
const SIGNED_OUT = "ratebook-signed-out";

/** Exchanges a key for a session cookie. The key is in this request and nowhere else: not in storage, not in an address. */
function begin(authorization: `${"Bearer" | "Demo"} ${string}`): Promise<Answer<SessionAnswer>> {
  return ask<SessionAnswer>(PATH, { method: "POST", headers: { authorization } });
}

/** The session that the browser has, or the demo's if the page was opened with its secret. */
async function findSession(): Promise<Answer<SessionAnswer>> {
  const secret = demoSecret();
  const found = await ask<SessionAnswer>(PATH);
  if (!found.ok || found.body.key !== null || !found.body.demo || secret === null) return found;
  const begun = await begin(`Demo ${secret}`);
  // The address of another start, with another key: the page says where the right one is.
  return !begun.ok && begun.problem.status === 401 ? found : begun;
}

/** The session of this page: the one that the browser has, the demo's, or none. */
export function useSession() {
  const [session, setSession] = useState<Session>({ state: "opening" });
  const [endProblem, setEndProblem] = useState<Problem | null>(null);
  const isOpening = useRef(false);
  /** The key whose data this page has shown. */
  const shownTo = useRef<SessionKey | null>(null);
  const isDemo = useRef(false);
  /** One channel to send and to listen: a channel does not hear itself, so this tab does not sign itself out twice. */
  const signOuts = useRef<BroadcastChannel | null>(null);

  const take = useCallback((key: SessionKey | null, hasEnded: boolean) => {
    setEndProblem(null);
    // The session of a demo key may be renewed, and another tab may have signed in with another key.
    if (shownTo.current !== null && !isSameKey(shownTo.current, key)) forgetAll();
    shownTo.current = key;
    if (key === null) {
      setSession({ state: "none", hasEnded, isDemo: isDemo.current, problem: null });
      return;
    }
    for (const begin of beginners) begin(key);
    setSession({ state: "open", key });
    dispatchEvent(new Event(SESSION_BEGUN));
  }, []);

  const open = useCallback(
    async (hasEnded: boolean) => {
      // When a session ends, every request of a view is refused: one new session serves all of them.
      if (isOpening.current) return;
      isOpening.current = true;
      let found = await findSession();
      // The printed address may have been pasted while the answer was on its way.
      while (hasDemoFragment()) found = await findSession();
      isOpening.current = false;
      if (found.ok) isDemo.current = found.body.demo;
      if (found.ok) take(found.body.key, hasEnded);
      else if (found.problem.status === 401) take(null, hasEnded);
      else setSession({ state: "failed", problem: found.problem });
    },
    [take],
  );

  useEffect(() => {
    open(false);
    const ended = () => open(true);
    // Pasting the printed address into the open page loads nothing.
    const pasted = () => hasDemoFragment() && open(false);
    const signedOut = new BroadcastChannel(SIGNED_OUT);
    signOuts.current = signedOut;
    signedOut.onmessage = () => {
      forgetDemoSecret();
      open(true);
    };
    addEventListener(SESSION_ENDED, ended);
    addEventListener("hashchange", pasted);
    return () => {
      signedOut.close();
      removeEventListener(SESSION_ENDED, ended);
      removeEventListener("hashchange", pasted);
    };
  }, [open]);

  const openAgain = useCallback(() => {
    setSession({ state: "opening" });
    open(false);
  }, [open]);

  const beginWith = useCallback(
    async (key: string) => {
      const begun = await begin(`Bearer ${key}`);
      if (begun.ok) take(begun.body.key, false);
      else setSession({ state: "none", hasEnded: false, isDemo: isDemo.current, problem: begun.problem });
    },
    [take],
  );

  const end = useCallback(async () => {
    const ended = await ask(PATH, { method: "DELETE" });
    if (ended.ok) {
      forgetDemoSecret();
      take(null, false);
      signOuts.current?.postMessage(null);
    }
    // The browser still has the cookie: the next user of this machine would be signed in.
    else setEndProblem({ ...ended.problem, title: "You are still signed in" });
  }, [take]);

  return { session, openAgain, beginWith, end, endProblem };
}

function isSameKey(one: SessionKey, other: SessionKey | null): boolean {
  return one.name === other?.name && one.last_four === other.last_four;
}

/*
 * `ratebook start` prints an address with a secret after #, which a browser sends to no server. The page exchanges it for a
 * session of the demo key. It is kept in memory alone, so that a session that has ended can be renewed in this tab.
 */

const FRAGMENT = /^#demo=([A-Za-z0-9_-]+)$/;

let secret: string | null = null;

/** Whether the address has a secret that has not been taken from it. */
function hasDemoFragment(): boolean {
  return FRAGMENT.test(location.hash);
}

/** The secret that this page was opened with; null: none. It is removed from the address, so that a shared link has no secret. */
function demoSecret(): string | null {
  const shown = FRAGMENT.exec(location.hash)?.[1];
  if (shown !== undefined) {
    secret = shown;
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return secret;
}

/** After signing out, only the printed address begins another session. */
function forgetDemoSecret(): void {
  secret = null;
}

// What the page keeps of a person besides what it shows: a chosen file, providers chosen before. It ends with the session, so that the
// next user of this machine does not find it.

const forgetters = new Set<() => void>();

/** Called when a session is over, by signing out or by itself, or was replaced by another key's. */
export function onLeaving(forget: () => void): void {
  forgetters.add(forget);
}

const beginners = new Set<(key: SessionKey) => void>();

/** Called with the key of a session that was opened or renewed, before anything of it is shown. */
export function onOpening(begin: (key: SessionKey) => void): void {
  beginners.add(begin);
}

/** Clears everything that was kept for the person who left. */
function forgetAll(): void {
  for (const forget of forgetters) forget();
}
