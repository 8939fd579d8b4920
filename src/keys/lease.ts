/*
 * Several workers, one limit per key: the primary process keeps the ledger and lends each worker a part of what is
 * left, so that most requests are admitted without asking. A lease ends with its window.
 */

/** A worker asks to admit these requests, in this order, and gives back what it has left of its last lease. */
export interface LeaseRequest {
  readonly keyId: string;
  readonly limit: number;
  readonly window: number;
  readonly unused: number;
  /** What requests cost that were admitted before, beyond that; decided first, since they are refused last. */
  readonly further: readonly number[];
  readonly costs: readonly number[];
}

export interface Lease {
  readonly window: number;
  /** What the clock that windows are numbered by showed; absent: it is the clock of the machine. */
  readonly clockMilliseconds?: number;
  /** How many of the requests are admitted, from the first on: `further`, then `costs`. */
  readonly admitted: number;
  /** Lookups that the worker may admit without asking. */
  readonly lookups: number;
  /** What is left for everyone when the lease was given. */
  readonly remaining: number;
}

/** A lease is this part of what is left: large while there is plenty, single lookups when it runs out. */
export const LEASE_DIVISOR = 64;

/** Decides about requests when so much of a window is used, and lends: the lease, and what is used afterwards. */
export function lentFrom(
  usedBefore: number,
  { limit, further, costs }: Pick<LeaseRequest, "limit" | "further" | "costs">,
  window: number,
): { readonly lease: Lease; readonly used: number } {
  let used = usedBefore;
  let admitted = 0;
  const admitWhile = (isAdmitted: () => boolean, lookups: readonly number[]) => {
    for (const cost of lookups) {
      if (!isAdmitted()) return;
      used += cost;
      admitted += 1;
    }
  };
  admitWhile(() => used <= limit, further);
  admitWhile(() => used < limit, costs);
  const lookups = Math.max(0, Math.floor((limit - used) / LEASE_DIVISOR));
  used += lookups;
  return { lease: { window, admitted, lookups, remaining: Math.max(0, limit - used) }, used };
}
