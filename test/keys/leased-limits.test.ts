import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiKey } from "../../src/keys/api-key.ts";
import {
  LeasedLimits,
  LeaseIssuer,
  type LeaseRequest,
  type LimitStore,
  SharedClock,
} from "../../src/keys/leased-limits.ts";
import { NodeLimits, PostgresLimitStore } from "../../src/keys/node-limits.ts";
import { WINDOW_MILLISECONDS, windowAt } from "../../src/keys/rate-limits.ts";
import { Database } from "../../src/nodes/database/database.ts";
import { type OwnDatabase, ownDatabase } from "../support/postgres/shared.ts";
import { runs } from "../support/property-runs.ts";

const WINDOW_START = Date.parse("2026-11-15T12:00:00Z");

function key(lookupsPerMinute: number | null): ApiKey {
  const rest = { name: "mercy", states: ["ca"], lastFour: "abcd", createdAt: "", expiresAt: null, revokedAt: null };
  return { id: "mercy", ...rest, lookupsPerMinute };
}

/** Workers of one primary, with a clock that all of them share and a count of what the primary was asked. */
function workers(count: number) {
  const clock = { now: WINDOW_START };
  const issuer = new LeaseIssuer(() => clock.now);
  const asked = { count: 0 };
  const ask = async (request: LeaseRequest) => {
    asked.count += 1;
    await turn();
    const lease = issuer.lend(request);
    await turn();
    return lease;
  };
  const limits = Array.from({ length: count }, () => new LeasedLimits(600_000, ask, () => clock.now));
  return { clock, asked, limits };
}

/** How many lookups of `costs` are admitted when they arrive at the workers in turn, a few at a time. */
async function admittedLookups(limits: readonly LeasedLimits[], mercy: ApiKey, costs: readonly number[], atOnce = 10) {
  let admitted = 0;
  for (let first = 0; first < costs.length; first += atOnce) {
    const some = costs.slice(first, first + atOnce).map(async (cost, place) => {
      const worker = limits[(first + place) % limits.length] as LeasedLimits;
      if ((await worker.take(mercy, cost)).admitted) admitted += cost;
    });
    await Promise.all(some);
  }
  return admitted;
}

test.each([1, 2, 3, 8])("%d workers together admit exactly the limit of single lookups", async (count) => {
  for (const limit of [1, 7, 64, 1_000]) {
    const { limits } = workers(count);
    const requests = Array.from({ length: limit * 2 + 300 }, () => 1);
    expect(await admittedLookups(limits, key(limit * 6), requests)).toBe(limit);
  }
});

test("batches overdraw the limit by less than one of them, however many workers there are", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 3_000 }),
      fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 20, maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      async (count, limit, costs, atOnce) => {
        const { limits } = workers(count);
        const admitted = await admittedLookups(limits, key(limit * 6), costs, atOnce);
        expect(admitted).toBeLessThan(limit + Math.max(...costs));
      },
    ),
    runs(50),
  );
});

test("a full batch is admitted in a fresh window, whatever the limit", async () => {
  const { clock, limits } = workers(2);
  const [first, second] = limits as [LeasedLimits, LeasedLimits];
  expect(await first.take(key(6), 1_000)).toMatchObject({ admitted: true, limit: 1, remaining: 0 });
  expect(await second.take(key(6), 1)).toMatchObject({ admitted: false, resetSeconds: 10 });
  clock.now += 10_000;
  expect(await second.take(key(6), 1_000)).toMatchObject({ admitted: true });
  expect(await first.take(key(6), 1)).toMatchObject({ admitted: false });
});

test("most requests are decided without asking the primary", async () => {
  const { asked, limits } = workers(2);
  const requests = Array.from({ length: 20_000 }, () => 1);
  expect(await admittedLookups(limits, key(600_000), requests, 1)).toBe(20_000);
  expect(asked.count).toBeLessThan(50);
});

test("a worker that was told that nothing is left does not ask again in the same window", async () => {
  const { asked, limits } = workers(1);
  await admittedLookups(limits, key(60), [1_000, 1], 1);
  const before = asked.count;
  await admittedLookups(limits, key(60), [1, 1, 1], 1);
  expect(asked.count).toBe(before);
});

test("leases end with their window", async () => {
  const { clock, limits } = workers(2);
  const mercy = key(6_000);
  const requests = Array.from({ length: 3_000 }, () => 1);
  await limits[0]?.take(mercy, 1);
  clock.now += 10_000;
  expect(await admittedLookups(limits, mercy, requests)).toBe(1_000);
});

test("requests that wait while the window ends are decided in the next one", async () => {
  const { clock, limits } = workers(1);
  const [worker] = limits as [LeasedLimits];
  await worker.take(key(6), 1);
  const waiting = Promise.all([worker.take(key(6), 0), worker.take(key(6), 1)]);
  clock.now += 10_000;
  expect((await waiting).map(({ admitted }) => admitted)).toContain(true);
});

test("a key without a limit is never asked about", async () => {
  const { asked, limits } = workers(1);
  expect(limits[0]?.take(key(0), 1_000)).toMatchObject({ admitted: true, limit: 0 });
  expect(asked.count).toBe(0);
});

test("of batches that arrive together at several workers, one goes beyond the limit", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 3_000 }),
      fc.array(fc.integer({ min: 2, max: 1_000 }), { minLength: 20, maxLength: 60 }),
      async (count, limit, sizes) => {
        const { limits } = workers(count);
        const mercy = key(limit * 6);
        const batches = sizes.map(async (items, place) => {
          const worker = limits[place % count] as LeasedLimits;
          if (!(await worker.take(mercy, 1)).admitted) return { paid: 0, priced: 0 };
          const isPriced = (await worker.takeFurther(mercy, items - 1)).admitted;
          return { paid: isPriced ? items : 1, priced: isPriced ? items : 0 };
        });
        const outcomes = await Promise.all(batches);
        const paid = outcomes.reduce((sum, outcome) => sum + outcome.paid, 0);
        expect(paid).toBeLessThan(limit + Math.max(...sizes));
        // In a fresh window the first one is always priced.
        expect(outcomes.some(({ priced }) => priced > 0)).toBe(true);
      },
    ),
    runs(100),
  );
});

test("a batch that was let in is priced although others were refused meanwhile, whatever the limit", async () => {
  const { limits } = workers(2);
  const [first, second] = limits as [LeasedLimits, LeasedLimits];
  expect(await first.take(key(6), 1)).toMatchObject({ admitted: true });
  expect(await first.take(key(6), 1)).toMatchObject({ admitted: false });
  expect(await second.take(key(6), 1)).toMatchObject({ admitted: false });
  // Asked together with one that is refused, and by a worker that knows that nothing is left.
  const [, further] = await Promise.all([second.take(key(6), 1), first.takeFurther(key(6), 999)]);
  expect(further).toMatchObject({ admitted: true, limit: 1, remaining: 0 });
  expect(await first.takeFurther(key(6), 1)).toMatchObject({ admitted: false });
});

describe("limit store", () => {
  const START = Date.parse("2026-11-15T12:00:00Z");
  const WINDOW = windowAt(START);

  let server: OwnDatabase;
  let database: Database;
  let keys = 0;

  beforeAll(async () => {
    server = await ownDatabase();
    database = new Database(server.url);
  });

  afterAll(async () => {
    await database.close();
    await server.remove();
  });

  /** A request of a key; the others of the test are about others. */
  function asked(keyId: string, about: Partial<LeaseRequest>): LeaseRequest {
    return { keyId, limit: 640, window: WINDOW, unused: 0, further: [], costs: [], ...about };
  }

  function newKey(): string {
    keys += 1;
    return `key_${keys}`;
  }

  /** Limits in the database, whose clock the test sets. */
  function limitsAt(clock: { readonly now: number }, of = database): PostgresLimitStore {
    return new PostgresLimitStore(of, undefined, ({ sql }) => sql`${clock.now}::bigint`);
  }

  /** What every place that keeps limits does; `clock` is the time of the place. */
  function limitStoreContract(name: string, open: (clock: { now: number }) => LimitStore): void {
    describe(name, () => {
      test("lends a part of what is left, less and less", async () => {
        const [store, key] = [open({ now: START }), newKey()];
        expect(await store.lend(asked(key, { costs: [64] }))).toMatchObject({
          window: WINDOW,
          admitted: 1,
          lookups: 9,
          remaining: 567,
        });
        expect(await store.lend(asked(key, { costs: [560] }))).toMatchObject({ admitted: 1, lookups: 0, remaining: 7 });
      });

      test("admits while anything is left, whatever it costs, and no request afterwards", async () => {
        const [store, key] = [open({ now: START }), newKey()];
        expect(await store.lend(asked(key, { limit: 1, costs: [1_000, 1] }))).toMatchObject({
          admitted: 1,
          remaining: 0,
        });
        expect(await store.lend(asked(key, { limit: 1, costs: [1] }))).toMatchObject({ admitted: 0, lookups: 0 });
      });

      test("admits what was admitted before until another has gone beyond the limit", async () => {
        const [store, key] = [open({ now: START }), newKey()];
        await store.lend(asked(key, { limit: 2, costs: [1, 1] }));
        expect(await store.lend(asked(key, { limit: 2, further: [999, 999], costs: [1] }))).toMatchObject({
          admitted: 1,
        });
        expect(await store.lend(asked(key, { limit: 2, further: [1] }))).toMatchObject({ admitted: 0 });
      });

      test("takes back what is unused", async () => {
        const [store, key] = [open({ now: START }), newKey()];
        const { lookups } = await store.lend(asked(key, { costs: [576] }));
        expect(lookups).toBe(1);
        expect(await store.lend(asked(key, { unused: 1, costs: [64] }))).toMatchObject({ admitted: 1, remaining: 0 });
      });

      test("starts every window afresh, and keeps keys apart", async () => {
        const clock = { now: START };
        const [store, key] = [open(clock), newKey()];
        await store.lend(asked(key, { costs: [1_000] }));
        expect(await store.lend(asked(newKey(), { costs: [1] }))).toMatchObject({ admitted: 1 });
        clock.now += WINDOW_MILLISECONDS;
        expect(await store.lend(asked(key, { window: WINDOW + 1, costs: [1_000] }))).toMatchObject({
          window: WINDOW + 1,
          admitted: 1,
        });
      });
    });
  }

  limitStoreContract("limits in memory", (clock) => new LeaseIssuer(() => clock.now));
  limitStoreContract("limits in a database", (clock) => limitsAt(clock));

  test("the database decides about everything as memory does", async () => {
    const some = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 4 });
    const request = fc.record({ unused: fc.integer({ min: 0, max: 3 }), further: some, costs: some });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2_000 }),
        fc.array(request, { maxLength: 12 }),
        async (limit, requests) => {
          const [memory, shared, key] = [new LeaseIssuer(() => START), limitsAt({ now: START }), newKey()];
          let lent = 0;
          for (const { unused, ...rest } of requests) {
            const question = asked(key, { limit, ...rest, unused: Math.min(unused, lent) });
            const lease = memory.lend(question);
            expect(await shared.lend(question)).toEqual({ ...lease, clockMilliseconds: START });
            lent = lease.lookups;
          }
        },
      ),
      runs(40),
    );
  });

  test("the window is that of the database's clock, whatever window a node asks for", async () => {
    const [store, key] = [new PostgresLimitStore(database), newKey()];
    const before = windowAt(Date.now());
    const lease = await store.lend(asked(key, { window: before + 1_000, unused: 7, costs: [640] }));
    // The database runs on this machine.
    expect(lease.window).toBeGreaterThanOrEqual(before);
    expect(lease.window).toBeLessThanOrEqual(windowAt(Date.now()));
    expect(windowAt(lease.clockMilliseconds as number)).toBe(lease.window);
  });

  test("nodes whose clocks are apart share one window: the limit stands once for all of them", async () => {
    const limit = 600;
    const clock = { now: START };
    const ahead = [0, 4_000, -7_000, 3_600_000];
    const databases = ahead.map(() => new Database(server.url));
    const rest = { name: "mercy", states: ["ca"], lastFour: "abcd", createdAt: "", expiresAt: null, revokedAt: null };
    const key: ApiKey = { id: newKey(), ...rest, lookupsPerMinute: limit * 6 };
    const workers = databases.map((each, place) => {
      const now = () => clock.now + (ahead[place] as number);
      const node = new NodeLimits(limitsAt(clock, each), { nodesSeen: () => 4, now, answerMillisecondsMax: 60_000 });
      return new LeasedLimits(0, async (request) => await node.lend(request), now);
    });
    const takeAll = async () => {
      const taken = await Promise.all(
        workers.map(async (worker) => {
          let admitted = 0;
          for (let sent = 0; sent < limit; sent += 1) {
            const admission = await worker.take(key, 1);
            if (admission.admitted) admitted += 1;
            // Ten seconds from the start of the window, by the database: not by the clock of the node.
            expect(admission.resetSeconds).toBe(5);
          }
          return admitted;
        }),
      );
      return taken.reduce((sum, each) => sum + each);
    };
    for (const middle of [5_000, 15_000, 25_000]) {
      clock.now = START + middle;
      const admitted = await takeAll();
      expect(admitted).toBeLessThanOrEqual(limit);
      expect(admitted).toBeGreaterThanOrEqual(limit * 0.9);
    }
    await Promise.all(databases.map((each) => each.close()));
  });

  test("windows that are over are forgotten", async () => {
    // The function deletes what is over by the real clock as well: these windows are earlier.
    const clock = { now: Date.now() - 31 * WINDOW_MILLISECONDS };
    const [store, key] = [limitsAt(clock), newKey()];
    for (let window = 0; window < 30; window += 1) {
      await store.lend(asked(key, { costs: [1] }));
      clock.now += WINDOW_MILLISECONDS;
    }
    const rows = await database.sql`SELECT window_number FROM limits WHERE key_id = ${key}`;
    expect(rows.length).toBeLessThan(10);
  });

  test("a flood over three nodes of two workers is admitted within a tenth of the limit, with few questions", async () => {
    const limit = 20_000;
    const now = () => START;
    const keyId = newKey();
    const rest = { name: "mercy", states: ["ca"], lastFour: "abcd", createdAt: "", expiresAt: null, revokedAt: null };
    const key: ApiKey = { id: keyId, ...rest, lookupsPerMinute: limit * 6 };
    // A connection of its own for each node, as several machines have.
    const databases = Array.from({ length: 3 }, () => new Database(server.url));
    let questions = 0;
    const workers = databases.flatMap((each) => {
      const store = limitsAt({ now: START }, each);
      const counted: LimitStore = {
        lend: (request) => {
          questions += 1;
          return store.lend(request);
        },
      };
      const node = new NodeLimits(counted, { nodesSeen: () => 3, now, answerMillisecondsMax: 60_000 });
      const worker = () => new LeasedLimits(0, async (request) => await node.lend(request), now);
      return [worker(), worker()];
    });
    let admitted = 0;
    const flood = async (worker: LeasedLimits) => {
      for (let sent = 0; sent < limit / 2; sent += 1) if ((await worker.take(key, 1)).admitted) admitted += 1;
    };
    await Promise.all(workers.map(flood));
    expect(admitted).toBeLessThanOrEqual(limit);
    expect(admitted).toBeGreaterThan(limit * 0.9);
    // 60,000 requests were sent.
    expect(questions).toBeLessThan(1_000);
    await Promise.all(databases.map((each) => each.close()));
  });
});

describe("shared clock", () => {
  function clockAt(now: number) {
    const own = { now };
    return { own, clock: new SharedClock(() => own.now) };
  }

  test("is the process's own until another is heard", () => {
    const { own, clock } = clockAt(1_000);
    expect(clock.now).toBe(1_000);
    own.now = 2_000;
    expect(clock.now).toBe(2_000);
  });

  test("is the one that was heard from then on, which showed its time halfway between question and answer", () => {
    const { own, clock } = clockAt(10_000);
    own.now = 10_040;
    // At our 10,020 it was 95,020 there: 85,000 ahead.
    clock.hear(95_020, 10_000);
    expect(clock.now).toBe(95_040);
    own.now = 20_000;
    expect(clock.now).toBe(105_000);
  });

  test("does not move for a difference that the way of the answer explains, and does for one more", () => {
    const { own, clock } = clockAt(10_040);
    // Forty milliseconds of way: twenty more or less, and one for whole milliseconds.
    clock.hear(10_041, 10_000);
    expect(clock.now).toBe(own.now);
    clock.hear(10_042, 10_000);
    expect(clock.now).toBe(own.now + 22);
  });

  test("follows when our own is set, forwards or backwards", () => {
    const { own, clock } = clockAt(1_000_000);
    own.now -= 900_000;
    clock.hear(1_000_000, own.now);
    expect(clock.now).toBe(1_000_000);
  });
});
