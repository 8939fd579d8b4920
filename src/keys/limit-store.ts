import type { Lease, LeaseRequest } from "./lease.ts";

/**
 * Where a limit is kept that several share, and lent in parts: by the primary to its workers in memory (`LeaseIssuer`), by the
 * database to nodes (`PostgresLimitStore`), and by a node that has borrowed there to its own workers (`NodeLimits`).
 *
 * A server without a database keeps its limits in memory and not in its home: a window lasts ten seconds, a restart takes as long,
 * and a write to the disk for every lease would cost more than it could ever save.
 */
export interface LimitStore {
  /** What was asked for before in the same window is part of the decision; nothing else is. */
  lend(request: LeaseRequest): Lease | Promise<Lease>;
}
