import type { Used } from "../../keys/usage/usage-store.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** What happens to the files that are repriced for clients; nothing of it comes from a claim. */
export type JobsEvent =
  | { readonly kind: "counts"; readonly queued: number; readonly running: number }
  /** A file was repriced to its end. */
  | ({ readonly kind: "priced" } & Used)
  /** An unexpected exception: its message may quote a claim, and the log leaves it out. */
  | { readonly kind: "mistake"; readonly error: unknown };

/** Writes it down for the operator. */
export function tellJobs(event: JobsEvent, log: Log, metrics: Metrics, use: (used: Used) => void): void {
  if (event.kind === "counts") metrics.repricingJobs(event.queued, event.running);
  else if (event.kind === "priced") use(event);
  else log.exception("repricing_failed", event.error);
}

/** What happens to the thread that does the long work of a process; nothing of it comes from a request. */
export type LongWorkEvent =
  /** It has shown no sign of life for too long and is ended. */
  | { readonly kind: "stuck" }
  /** It has ended by itself. */
  | { readonly kind: "crashed"; readonly error: unknown }
  /** Another one is at work in its place, started after so long. */
  | { readonly kind: "replaced"; readonly waitMilliseconds: number }
  /** The other one could not open a release that is in service. */
  | { readonly kind: "release_refused"; readonly reason: string };

/** Writes it down for the operator. */
export function tellLongWork(event: LongWorkEvent, log: Log, metrics: Metrics): void {
  switch (event.kind) {
    case "stuck":
      log.error("long_work_stuck");
      break;
    case "crashed":
      log.exception("long_work_crashed", event.error);
      break;
    case "replaced":
      metrics.longWorkReplaced();
      log.warn("long_work_replaced", { wait_ms: event.waitMilliseconds });
      break;
    case "release_refused":
      log.error("long_work_release_refused", { reason: event.reason });
  }
}
