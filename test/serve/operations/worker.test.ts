import { describe, expect, test } from "vitest";
import { failure } from "../../../src/core/runtime/failure.ts";
import { type Channel, Peer } from "../../../src/core/runtime/rpc.ts";
import { LeaseIssuer, type LeaseRequest } from "../../../src/keys/leased-limits.ts";
import { windowAt } from "../../../src/keys/rate-limits.ts";
import { lentBy } from "../../../src/serve/operations/worker.ts";
import { PRIMARY_MILLISECONDS_MAX, type PrimaryCalls } from "../../../src/serve/operations/worker-calls.ts";

describe("lent by primary", () => {
  const NOW = 1_800_000_000_000;
  const REQUEST: LeaseRequest = {
    keyId: "key",
    limit: 4,
    window: windowAt(NOW),
    unused: 0,
    further: [1, 1],
    costs: [2, 3, 5],
  };
  const ALL_ADMITTED = { window: REQUEST.window, admitted: 5, lookups: 0, remaining: 0 };

  /** A primary that hears nothing, over a channel that its end closes. */
  function silentPrimary(millisecondsMax = PRIMARY_MILLISECONDS_MAX) {
    let close = () => {};
    const channel: Channel = {
      otherSide: "the other process",
      carriesErrors: false,
      send: () => {},
      onMessage: () => {},
      onClose: (closed) => {
        close = () => closed(failure("the other process has ended"));
      },
    };
    return { primary: new Peer<PrimaryCalls>(channel, {}, { millisecondsMax }), end: () => close() };
  }

  test("a primary decides which requests are admitted", async () => {
    const issuer = new LeaseIssuer(() => NOW);
    const primary = { call: async (_: string, request: LeaseRequest) => issuer.lend(request) };
    // 1 + 1 of 4 before, then 2: the limit is reached, and the last two are refused.
    expect(await lentBy(primary as never, REQUEST)).toEqual({ ...ALL_ADMITTED, admitted: 3 });
  });

  test("all requests are admitted while the primary is silent, and nothing is lent beyond them", async () => {
    const { primary } = silentPrimary({ ...PRIMARY_MILLISECONDS_MAX, lend: 1 });
    expect(await lentBy(primary, REQUEST)).toEqual(ALL_ADMITTED);
  });

  test("all requests are admitted when the primary ends, and from then on", async () => {
    const { primary, end } = silentPrimary();
    const lease = lentBy(primary, REQUEST);
    end();
    expect(await lease).toEqual(ALL_ADMITTED);
    expect(await lentBy(primary, REQUEST)).toEqual(ALL_ADMITTED);
  });
});
