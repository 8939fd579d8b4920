import type { Server } from "node:net";
import type { PageSession } from "../../keys/ended-sessions.ts";
import type { Lease, LeaseRequest } from "../../keys/leased-limits.ts";
import type { UsageCount } from "../../keys/usage/usage-store.ts";
import type { ReleaseDescription } from "../../release/release.ts";
import type { DatabaseState, ServerConfiguration } from "./configuration.ts";
import type { Measurements } from "./metrics.ts";
import { FINISH_MILLISECONDS_MAX } from "./port.ts";

/** Calls from the primary process to a worker. */
export type WorkerCalls = {
  /** The first call: the worker's number and its configuration. */
  readonly configure: (assignment: { readonly worker: number; readonly configuration: ServerConfiguration }) => void;
  readonly prepare: (nothing: null) => Promise<ReleaseDescription>;
  readonly adopt: (nothing: null) => void;
  readonly discard: (nothing: null) => void;
  readonly open: (nothing: null) => Promise<void>;
  /** Listens for itself, or on the socket of a server of the primary. */
  readonly listen: (waiting: Server | null) => Promise<number>;
  readonly noteReload: (refusal: string | null) => void;
  readonly noteDatabase: (state: DatabaseState) => void;
  /** A person has signed out of the page. */
  readonly noteEndedSession: (session: PageSession) => void;
  readonly measurements: (nothing: null) => Promise<Measurements>;
  readonly announceStop: (nothing: null) => void;
  readonly stopAccepting: (nothing: null) => Promise<void>;
  readonly drain: (nothing: null) => Promise<void>;
  /** A sign of life. */
  readonly heartbeat: (nothing: null) => void;
};

/** How long the primary waits for each call (`worker-process.ts` lists those that end a slow worker). */
export const WORKER_MILLISECONDS_MAX: Readonly<Record<keyof WorkerCalls, number>> = {
  // A process has to start for it, on a machine that may be busy.
  configure: 60_000,
  // Reading and checking a release of several gigabytes.
  prepare: 45_000,
  open: 30_000,
  listen: 30_000,
  adopt: 10_000,
  discard: 10_000,
  noteReload: 10_000,
  noteDatabase: 10_000,
  noteEndedSession: 10_000,
  // A hanging worker costs its own measurements, not all.
  measurements: 2_000,
  announceStop: 10_000,
  // Half a second, unless the worker hangs.
  stopAccepting: 2_000,
  // The workers keep the deadline themselves; this is for those that do not.
  drain: FINISH_MILLISECONDS_MAX + 1_000,
  heartbeat: 60_000,
};

/** Calls from a worker to the primary process. */
export type PrimaryCalls = {
  readonly lend: (request: LeaseRequest) => Lease | Promise<Lease>;
  /** What keys have used since the last call. */
  readonly countUsage: (counts: readonly UsageCount[]) => void;
  readonly metricsText: (nothing: null) => Promise<string>;
  /** A person has signed out of the page; resolves when every worker has confirmed. */
  readonly endSession: (session: PageSession) => Promise<void>;
  /** The keys come from another file now. */
  readonly keysReopened: (place: string) => void;
  /** The worker has answered a request. Sent a few times a second, also when it is too busy to answer a heartbeat. */
  readonly alive: (nothing: null) => void;
  /** A worker has replaced a damaged release by itself. */
  readonly reopened: (release: { readonly contentHash: string }) => Promise<void>;
};

export const PRIMARY_MILLISECONDS_MAX: Readonly<Record<keyof PrimaryCalls, number>> = {
  // A request waits for it. The primary answers within a millisecond, unless it was stopped.
  lend: 500,
  countUsage: 10_000,
  // It calls every worker.
  metricsText: WORKER_MILLISECONDS_MAX.measurements + 1_000,
  // It calls every worker.
  endSession: WORKER_MILLISECONDS_MAX.noteEndedSession + 1_000,
  keysReopened: 10_000,
  alive: 10_000,
  // All workers may have to open a release.
  reopened: WORKER_MILLISECONDS_MAX.prepare + WORKER_MILLISECONDS_MAX.adopt,
};
