import type { Day } from "../../../../src/core/calendar/day.ts";
import { UNLIMITED } from "../../../../src/keys/rate-limits.ts";
import type { State } from "../../../../src/pricing/state/state.ts";
import type { Release } from "../../../../src/release/release.ts";
import { longWorkHere } from "../../../../src/serve/http/long-work/here.ts";
import { createApp } from "../../../../src/serve/http/server.ts";
import { Sessions } from "../../../../src/serve/http/sessions.ts";
import { ReleaseSlot } from "../../../../src/serve/operations/release-slot.ts";
import { type Asked, ask } from "./ask.ts";

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The service over a real release, asked by a key that may ask about everything. */
export interface TestApp {
  get(url: string): Promise<TestAnswer>;
  post(url: string, body: unknown): Promise<TestAnswer>;
  close(): Promise<void>;
}

export function appWith(states: readonly State[], release: Release): TestApp {
  const releases = new ReleaseSlot();
  releases.put(release);
  const key = {
    id: "test",
    name: "test",
    states: states.map(({ code }) => code),
    lastFour: "0000",
    createdAt: "2026-01-01T00:00:00Z",
    expiresAt: null,
    revokedAt: null,
    lookupsPerMinute: 0,
  };
  const failures: unknown[] = [];
  const keys = { authenticate: () => key, keyWithId: () => key, isLost: false };
  const app = createApp({
    states,
    releases,
    longWork: (opened) => longWorkHere(opened),
    isLongWorkDone: () => true,
    keys,
    sessions: new Sessions(keys, "of-a-test"),
    limits: { take: () => UNLIMITED, takeFurther: () => UNLIMITED },
    today: () => "2026-11-15" as Day,
    observe: () => undefined,
    reportFailure: (failure) => failures.push(failure),
    metricsText: null,
    isStopping: () => false,
    isShuttingDown: () => false,
  });
  const headers = { authorization: "Bearer test" };

  async function askWithKey(request: Asked): Promise<TestAnswer> {
    const answer = await ask(app, { ...request, headers });
    if (failures.length > 0) throw failures[0];
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  }

  return {
    get: (url) => askWithKey({ method: "GET", url }),
    post: (url, body) => askWithKey({ method: "POST", url, payload: body as object }),
    close: async () => {
      await app.close();
      releases.clear();
    },
  };
}
