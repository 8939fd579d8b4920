import { join } from "node:path";
import type { Day } from "../../../src/core/calendar/day.ts";
import type { KeyRing } from "../../../src/keys/api-key.ts";
import { UNLIMITED } from "../../../src/keys/rate-limits.ts";
import type { AppDependencies } from "../../../src/serve/http/dependencies.ts";
import { longWorkHere } from "../../../src/serve/http/long-work/here.ts";
import { createApp } from "../../../src/serve/http/server.ts";
import { Sessions } from "../../../src/serve/http/sessions.ts";
import { ReleaseSlot } from "../../../src/serve/operations/release-slot.ts";
import { states } from "../../../src/states/index.ts";
import { listening } from "../../serve/http/support/raw-socket.ts";
import { compiledDataset } from "../../support/compiled-dataset.ts";

/** What the tests ask with; the service knows no other. */
export const API_KEY = "rb_live_of_the_client_tests";

export interface SampleService {
  readonly port: number;
  close(): Promise<void>;
}

/** The real service over the sample data, on a port of its own; with files to reprice or earlier releases where a test has them. */
export async function sampleService(
  further: Partial<Pick<AppDependencies, "jobs" | "catalogue">> = {},
): Promise<SampleService> {
  const dataset = await compiledDataset(join(import.meta.dirname, "../../../data/sample"));
  const releases = new ReleaseSlot();
  releases.put(dataset.open());
  const key = {
    id: "client",
    name: "client",
    states: states.map(({ code }) => code),
    lastFour: "ests",
    createdAt: "2026-01-01T00:00:00Z",
    expiresAt: null,
    revokedAt: null,
    lookupsPerMinute: 0,
  };
  const keys: KeyRing = {
    authenticate: (token) => (token === API_KEY ? key : null),
    keyWithId: () => null,
    isLost: false,
  };
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
    reportFailure: (failure) => {
      throw failure;
    },
    metricsText: null,
    isStopping: () => false,
    isShuttingDown: () => false,
    ...further,
  });
  const port = await listening(app);
  return {
    port,
    close: async () => {
      await app.close();
      dataset.discard();
    },
  };
}
