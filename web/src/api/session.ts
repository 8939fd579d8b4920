import { useCallback, useEffect, useState } from "preact/hooks";
import { type Answer, ask, SESSION_ENDED } from "./ask.ts";
import type { Problem } from "./problem.ts";

/** The key that the page works with; never the key itself. */
export interface SessionKey {
  readonly name: string;
  readonly states: readonly string[];
  readonly expires_at: string | null;
  readonly last_four: string;
}

interface SessionAnswer {
  readonly key: SessionKey | null;
  /** The service has a demo key for whoever sits at its machine. */
  readonly demo: boolean;
}

export type Session =
  | { readonly state: "opening" }
  | { readonly state: "open"; readonly key: SessionKey }
  /** `hasEnded`: there was one, and its key has expired, been revoked, or the service was started anew. */
  | { readonly state: "none"; readonly hasEnded: boolean; readonly problem: Problem | null };

const PATH = "/session";

/** Exchanges a key for a session cookie. The key is in this request and nowhere else: not in storage, not in an address. */
function begin(key: string | null): Promise<Answer<SessionAnswer>> {
  return ask<SessionAnswer>(PATH, { method: "POST", headers: key === null ? {} : { authorization: `Bearer ${key}` } });
}

/** The session of this page: the one that the browser has, the demo's, or none. */
export function useSession() {
  const [session, setSession] = useState<Session>({ state: "opening" });

  const take = useCallback((answer: Answer<SessionAnswer>, hasEnded: boolean) => {
    if (!answer.ok) setSession({ state: "none", hasEnded, problem: answer.problem });
    else if (answer.body.key === null) setSession({ state: "none", hasEnded, problem: null });
    else setSession({ state: "open", key: answer.body.key });
  }, []);

  const open = useCallback(
    async (hasEnded: boolean) => {
      const found = await ask<SessionAnswer>(PATH);
      const isDemo = found.ok && found.body.key === null && found.body.demo;
      take(isDemo ? await begin(null) : found, hasEnded);
    },
    [take],
  );

  useEffect(() => {
    open(false);
    const ended = () => open(true);
    addEventListener(SESSION_ENDED, ended);
    return () => removeEventListener(SESSION_ENDED, ended);
  }, [open]);

  const beginWith = useCallback(async (key: string) => take(await begin(key), false), [take]);
  const end = useCallback(async () => {
    await ask(PATH, { method: "DELETE" });
    setSession({ state: "none", hasEnded: false, problem: null });
  }, []);

  return { session, beginWith, end };
}
