import type { Used } from "../usage/usage-count.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** What happens to the files that are repriced for clients; nothing of it comes from a claim. */
export type JobsEvent =
  | { readonly kind: "counts"; readonly queued: number; readonly running: number }
  /** A file was repriced to its end. */
  | ({ readonly kind: "priced" } & Used)
  /** An exception that nobody expected: its message may quote a claim, and the log leaves it out. */
  | { readonly kind: "mistake"; readonly error: unknown };

/** Writes it down for whoever runs the service. */
export function tellJobs(event: JobsEvent, log: Log, metrics: Metrics, use: (used: Used) => void): void {
  if (event.kind === "counts") metrics.repricingJobs(event.queued, event.running);
  else if (event.kind === "priced") use(event);
  else log.exception("repricing_failed", event.error);
}
