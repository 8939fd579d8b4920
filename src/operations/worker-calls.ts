import type { Lease, LeaseRequest } from "../keys/lease.ts";
import type { ReleaseDescription } from "../release/release.ts";
import type { ServerConfiguration } from "./configuration.ts";
import type { Measurements } from "./metrics.ts";

/** What the primary process asks of a worker. */
export type WorkerCalls = {
  /** The first call: who the worker is and what it is told. */
  readonly configure: (assignment: { readonly worker: number; readonly configuration: ServerConfiguration }) => void;
  readonly prepare: (nothing: null) => Promise<ReleaseDescription>;
  readonly adopt: (nothing: null) => void;
  readonly discard: (nothing: null) => void;
  readonly listen: (nothing: null) => Promise<number>;
  readonly measurements: (nothing: null) => Promise<Measurements>;
  readonly drain: (nothing: null) => Promise<void>;
};

/** What a worker asks of the primary process. */
export type PrimaryCalls = {
  readonly lend: (request: LeaseRequest) => Lease;
  readonly metricsText: (nothing: null) => Promise<string>;
};
