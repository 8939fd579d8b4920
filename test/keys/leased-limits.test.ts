import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ApiKey } from "../../src/keys/api-key.ts";
import { LeasedLimits, LeaseIssuer, type LeaseRequest } from "../../src/keys/leased-limits.ts";

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
    { numRuns: 50 },
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
    { numRuns: 100 },
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
