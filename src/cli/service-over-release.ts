import type { Server } from "node:http";
import type { Day } from "../core/calendar/day.ts";
import type { ApiKey } from "../keys/api-key.ts";
import { UNLIMITED } from "../keys/rate-limits.ts";
import type { Release } from "../release/release.ts";
import { longWorkHere } from "../serve/http/long-work/here.ts";
import { createApp } from "../serve/http/server.ts";
import { Sessions } from "../serve/http/sessions.ts";
import { ReleaseSlot } from "../serve/operations/release-slot.ts";
import { states } from "../states/index.ts";

interface Terms {
  readonly today: () => Day;
  readonly staleAfterMonths: number | null;
  readonly reportFailure: (failure: unknown) => void;
}

interface ServiceOverRelease {
  /** Listens nowhere: requests reach it in memory. */
  readonly server: Server;
  /** The headers that its requests need. */
  readonly headers: Readonly<Record<string, string>>;
  close(): void;
}

/** The HTTP service over one release for the user of this process: without a port, keys, limits or a log. */
export function serviceOver(release: Release, { today, staleAfterMonths, reportFailure }: Terms): ServiceOverRelease {
  const releases = new ReleaseSlot();
  releases.put(release);
  const key: ApiKey = {
    ...{ id: "local", name: "local", lastFour: "", createdAt: "", expiresAt: null, revokedAt: null },
    states: states.map(({ code }) => code),
    lookupsPerMinute: 0,
  };
  const keys = { authenticate: () => key, keyWithId: () => key, isLost: false };
  const { server } = createApp({
    ...{ states, releases, keys, today, staleAfterMonths, reportFailure },
    sessions: new Sessions(keys, ""),
    limits: { take: () => UNLIMITED, takeFurther: () => UNLIMITED },
    longWork: (opened) => longWorkHere(opened),
    isLongWorkDone: () => true,
    observe: () => {},
    metricsText: null,
    isStopping: () => false,
    isShuttingDown: () => false,
  });
  return { server, headers: { host: "localhost", authorization: "Bearer local" }, close: () => releases.clear() };
}
