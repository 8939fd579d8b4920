import type { Day } from "../../../../src/core/calendar/day.ts";
import type { ApiKey, KeyRing } from "../../../../src/keys/api-key.ts";
import type { Admission } from "../../../../src/keys/rate-limits.ts";
import type { AppDependencies, ObservedRequest } from "../../../../src/serve/http/dependencies.ts";
import { longWorkHere } from "../../../../src/serve/http/long-work/here.ts";
import { createApp } from "../../../../src/serve/http/server.ts";
import { Sessions } from "../../../../src/serve/http/sessions.ts";
import type { Application } from "../../../../src/serve/operations/product.ts";
import { ReleaseSlot } from "../../../../src/serve/operations/release-slot.ts";
import type { Asked } from "./ask.ts";
import { type FakeRelease, fakeRelease } from "./fake-release.ts";
import { yonder, zeeland } from "./fake-state.ts";

export const TODAY = "2026-11-15" as Day;

/** Tokens and the keys they stand for. */
export const TOKENS = { all: "key-all", onlyYonder: "key-yonder", limited: "key-limited", exhausted: "key-exhausted" };

function apiKey(id: string, states: readonly string[], lookupsPerMinute: number | null): ApiKey {
  return {
    id,
    name: id,
    states,
    lastFour: "0000",
    createdAt: "2026-01-01T00:00:00Z",
    expiresAt: null,
    revokedAt: null,
    lookupsPerMinute,
  };
}

const KEYS = new Map([
  [TOKENS.all, apiKey("id-all", ["zz", "yy"], 0)],
  [TOKENS.onlyYonder, apiKey("id-yonder", ["yy"], 5000)],
  [TOKENS.limited, apiKey("id-limited", ["zz", "yy"], 5000)],
  [TOKENS.exhausted, apiKey("id-exhausted", ["zz", "yy"], 1)],
]);

const KEY_RING: KeyRing = {
  authenticate: (token) => KEYS.get(token) ?? null,
  keyWithId: (id) => [...KEYS.values()].find((key) => key.id === id) ?? null,
  isLost: false,
};

export interface Harness {
  readonly app: Application;
  readonly dependencies: AppDependencies;
  readonly releases: ReleaseSlot;
  readonly release: FakeRelease;
  readonly observed: ObservedRequest[];
  readonly failures: unknown[];
  /** What was taken from the limits, in order. */
  readonly charged: number[];
  /** Tells it to stop; it goes on answering. */
  stop(): void;
}

/** The service over Zeeland, with everything it reports collected. */
export function fakeService(overrides: Partial<AppDependencies> = {}): Harness {
  const releases = new ReleaseSlot();
  const release = fakeRelease();
  releases.put(release);
  const observed: ObservedRequest[] = [];
  const failures: unknown[] = [];
  const charged: number[] = [];
  let remaining = 5000;
  let isStopping = false;

  function take(key: ApiKey, lookups: number): Admission {
    charged.push(lookups);
    if (key.lookupsPerMinute === 0) return { admitted: true, limit: 0, remaining: 0, resetSeconds: 1 };
    if (key.id === "id-exhausted") return { admitted: false, limit: 1, remaining: 0, resetSeconds: 40 };
    remaining -= lookups;
    return { admitted: true, limit: 5000, remaining, resetSeconds: 7 };
  }

  const dependencies: AppDependencies = {
    states: [zeeland, yonder],
    releases,
    longWork: (opened) => longWorkHere(opened),
    isLongWorkDone: () => true,
    keys: KEY_RING,
    sessions: new Sessions(KEY_RING, "of-a-test"),
    limits: { take, takeFurther: take },
    today: () => TODAY,
    observe: (request) => observed.push(request),
    reportFailure: (failure) => failures.push(failure),
    metricsText: async () => "ratebook_up 1\n",
    isStopping: () => isStopping,
    isShuttingDown: () => false,
    // What the tests on raw sockets call it.
    allowedHosts: ["x", "ratebook.test"],
    ...overrides,
  };
  return {
    app: createApp(dependencies),
    dependencies,
    releases,
    release,
    observed,
    failures,
    charged,
    stop: () => {
      isStopping = true;
    },
  };
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

export const RATE = "/api/v1/zz/outpatient/rate";
export const BATCH = `${RATE}/batch`;
export const SEARCH = "/api/v1/zz/providers/search";

/** A GET with the key that may do everything. */
export function get(url: string): Asked {
  return { method: "GET", url, headers: bearer(TOKENS.all) };
}

/** A batch with the key that may do everything; a string is sent as it is. */
export function batch(payload: unknown, headers: Record<string, string> = {}): Asked {
  return {
    method: "POST",
    url: BATCH,
    headers: { ...bearer(TOKENS.all), "content-type": "application/json", ...headers },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  };
}
