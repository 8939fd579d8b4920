import type { Lease, LeaseRequest } from "../keys/lease.ts";
import type { Peer } from "../runtime/rpc.ts";
import type { PrimaryCalls } from "./worker-calls.ts";

/** A worker whose primary is gone, or was stopped, goes on without asking: refusing would help nobody. */
export async function lentBy(primary: Pick<Peer<PrimaryCalls>, "call">, request: LeaseRequest): Promise<Lease> {
  try {
    return await primary.call("lend", request);
  } catch {
    const admitted = request.further.length + request.costs.length;
    return { window: request.window, admitted, lookups: 0, remaining: 0 };
  }
}
