import type { Server } from "node:http";
import type { Server as PortServer } from "node:net";
import type { Day } from "../../core/calendar/day.ts";
import type { DiskState } from "../../core/files/disk.ts";
import type { KeyLineage, KeyRing, KeyStoreProblem, TokenRefusal } from "../../keys/api-key.ts";
import type { EndedSessions, PageSession } from "../../keys/ended-sessions.ts";
import type { RateLimits } from "../../keys/rate-limits.ts";
import type { Used } from "../../keys/usage/usage-store.ts";
import type { Release, ReleaseDescription } from "../../release/release.ts";
import type { DatabaseState, DemoAccess } from "./configuration.ts";
import type { Log, ServedRequest } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { ReleaseSlot } from "./release-slot.ts";

/** What operating a server provides to the application that answers its requests. */
export interface ServiceParts {
  readonly releases: ReleaseSlot;
  readonly keys: KeyRing & KeyLineage;
  /** Why a token is refused, for logs and metrics. */
  readonly refusalOf: (token: string) => TokenRefusal;
  /** What is wrong with the store of the keys; null when it can be read. */
  readonly keyStoreProblem: () => KeyStoreProblem | null;
  /** The disk of the home; null when unknown. */
  readonly homeDisk: () => DiskState | null;
  readonly limits: RateLimits;
  /** Signs the sessions of the page; the same in every process of a server. */
  readonly sessionSecret: string;
  /** Sessions of the page that have ended, in any process of the server. */
  readonly endedSessions: EndedSessions;
  /** Informs the other processes of the server that a session has ended; resolves when all have confirmed. */
  readonly announceEndedSession: (session: PageSession) => Promise<void>;
  /** The key that the page may use if the browser sends the secret; null, except for a sample on loopback. */
  readonly demo: DemoAccess | null;
  /** Today in the service's time zone; called for every lookup, so it must be cheap. */
  readonly today: () => Day;
  readonly observe: (request: ServedRequest) => void;
  /** An exception behind a 500. Its message may quote data: keep it out of what leaves the machine. */
  readonly reportFailure: (failure: unknown, requestId: string) => void;
  /** Receives events of the thread for long work. */
  readonly onLongWork: (event: LongWorkEvent) => void;
  /** The exposition of the metrics; null when they have a separate port. */
  readonly metricsText: (() => Promise<string>) | null;
  /** Whether the server has received a stop signal. It goes on answering until its port is closed. */
  readonly isStopping: () => boolean;
  /** Whether the port is being closed, or is closed: only requests under way are answered. */
  readonly isShuttingDown: () => boolean;
  /** State of the node's database; null when it has none. */
  readonly databaseState: () => DatabaseState | null;
  readonly jobsFolder: string;
  /** Receives events of repricing jobs. */
  readonly onJobs: (event: JobsEvent) => void;
  /** Names that clients may use for the server, besides those of its own machine. */
  readonly allowedHosts: readonly string[];
  /** Months after which an edition is called stale; null: never. */
  readonly staleAfterMonths: number | null;
  /** The releases of the home, which the one in service is compared with. */
  readonly releasesFolder: string;
  /** Whether agents are answered at /mcp. */
  readonly mcp: boolean;
}

/** An application that can start and stop to listen on a port. */
export interface Application {
  readonly server: Server;
  /** Begins with the call, where a server is given that listens already: its socket is taken over. */
  listen(
    where: { readonly host: string; readonly port: number; readonly reusePort: boolean } | PortServer,
  ): Promise<unknown>;
  /** Closes the port when no client is on its way to it; until `close`, answers may be held back for that. */
  stopAccepting(): Promise<void>;
  /** Sends what is held back, and resolves when the last connection has ended. */
  close(): Promise<unknown>;
  /** Whether a readiness check would succeed now. */
  isReady(): boolean;
}

/** The operated product. Nothing in this folder knows how requests are answered or what a release holds. */
export interface Product {
  readonly createApplication: (parts: ServiceParts) => Application | Promise<Application>;
  /** Opens a release file; throws the reason, with the file's name, when it cannot be served. */
  readonly openRelease: (file: string) => Release | Promise<Release>;
  /** What a release file says about itself, without serving it; throws as `openRelease` does. */
  readonly describeRelease: (file: string) => ReleaseDescription | Promise<ReleaseDescription>;
  /** The answer (503) while there is no release, and the service itself has not begun. */
  readonly notReadyAnswer: (detail: string) => { readonly mediaType: string; readonly body: string };
  /** The module that a worker process starts with. */
  readonly workerModule: URL;
}

/** Events of repricing jobs; nothing in them comes from a claim. */
type JobsEvent =
  | { readonly kind: "counts"; readonly queued: number; readonly running: number }
  /** A file was repriced to its end. */
  | ({ readonly kind: "priced" } & Used)
  /** An unexpected exception: its message may quote a claim, and the log leaves it out. */
  | { readonly kind: "mistake"; readonly error: unknown };

/** Logs and counts an event. */
export function recordJobsEvent(event: JobsEvent, log: Log, metrics: Metrics, use: (used: Used) => void): void {
  if (event.kind === "counts") metrics.repricingJobs(event.queued, event.running);
  else if (event.kind === "priced") use(event);
  else log.exception("repricing_failed", event.error);
}

/** Events of the thread for long work; nothing in them comes from a request. */
export type LongWorkEvent =
  /** It has shown no sign of life for too long and is ended. */
  | { readonly kind: "stuck" }
  /** It has ended by itself. */
  | { readonly kind: "crashed"; readonly error: unknown }
  /** Another one replaces it, started after so long. */
  | { readonly kind: "replaced"; readonly waitMilliseconds: number }
  /** The other one could not open a release that is in service. */
  | { readonly kind: "release_refused"; readonly reason: string };

/** Logs and counts an event. */
export function recordLongWorkEvent(event: LongWorkEvent, log: Log, metrics: Metrics): void {
  switch (event.kind) {
    case "stuck":
      log.error("long_work_stuck");
      break;
    case "crashed":
      log.exception("long_work_crashed", event.error);
      break;
    case "replaced":
      metrics.server.restarted("long_work");
      log.warn("long_work_replaced", { wait_ms: event.waitMilliseconds });
      break;
    case "release_refused":
      log.error("long_work_release_refused", { reason: event.reason });
  }
}
