import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ApiKey } from "../../src/keys/api-key.ts";
import { LeasedLimits, LeaseIssuer, type LeaseRequest, type LimitStore } from "../../src/keys/leased-limits.ts";
import { NodeLimits } from "../../src/keys/node-limits.ts";
import { limitPerWindow, WINDOW_MILLISECONDS, WindowLimits, windowAt } from "../../src/keys/rate-limits.ts";
import { runs } from "../support/property-runs.ts";

describe("window limits", () => {
  const WINDOW_START = Date.parse("2026-11-15T12:00:00Z");

  function key(id: string, lookupsPerMinute: number | null): ApiKey {
    const rest = { name: id, states: ["ca"], lastFour: "abcd", createdAt: "", expiresAt: null, revokedAt: null };
    return { id, ...rest, lookupsPerMinute };
  }

  function limitsAt(start: number, lookupsPerMinute = 600_000) {
    const clock = { now: start };
    return { clock, limits: new WindowLimits(lookupsPerMinute, () => clock.now) };
  }

  test.each([
    [600_000, 100_000],
    [60, 10],
    [61, 11],
    [6, 1],
    [1, 1],
    [0, 0],
  ])("%d lookups per minute are %d per window of ten seconds", (perMinute, perWindow) => {
    expect(limitPerWindow(perMinute)).toBe(perWindow);
  });

  test("exactly the limit is admitted in a window, and again in the next", () => {
    const { clock, limits } = limitsAt(WINDOW_START);
    const mercy = key("mercy", 30);
    const verdicts = () => Array.from({ length: 8 }, () => limits.take(mercy, 1).admitted);
    expect(verdicts()).toEqual([true, true, true, true, true, false, false, false]);
    clock.now = WINDOW_START + 9_999;
    expect(limits.take(mercy, 1).admitted).toBe(false);
    clock.now = WINDOW_START + 10_000;
    expect(verdicts()).toEqual([true, true, true, true, true, false, false, false]);
  });

  test("what is left and when the window ends are returned", () => {
    const { clock, limits } = limitsAt(WINDOW_START);
    const mercy = key("mercy", 60);
    expect(limits.take(mercy, 3)).toEqual({ admitted: true, limit: 10, remaining: 7, resetSeconds: 10 });
    clock.now = WINDOW_START + 1;
    expect(limits.take(mercy, 7)).toEqual({ admitted: true, limit: 10, remaining: 0, resetSeconds: 10 });
    clock.now = WINDOW_START + 9_000;
    expect(limits.take(mercy, 1)).toEqual({ admitted: false, limit: 10, remaining: 0, resetSeconds: 1 });
    clock.now = WINDOW_START + 9_999;
    expect(limits.take(mercy, 1).resetSeconds).toBe(1);
  });

  test("a full batch is admitted while anything is left, and uses up the window", () => {
    const { limits } = limitsAt(WINDOW_START);
    const mercy = key("mercy", 60);
    limits.take(mercy, 9);
    expect(limits.take(mercy, 1_000)).toMatchObject({ admitted: true, remaining: 0 });
    expect(limits.take(mercy, 1).admitted).toBe(false);
  });

  test("a request that costs nothing returns what is left and uses nothing", () => {
    const { limits } = limitsAt(WINDOW_START);
    const mercy = key("mercy", 60);
    expect(limits.take(mercy, 0)).toMatchObject({ admitted: true, remaining: 10 });
    expect(limits.take(mercy, 1)).toMatchObject({ remaining: 9 });
  });

  test("keys do not share their limits", () => {
    const { limits } = limitsAt(WINDOW_START);
    limits.take(key("mercy", 6), 1);
    expect(limits.take(key("mercy", 6), 1).admitted).toBe(false);
    expect(limits.take(key("grace", 6), 1).admitted).toBe(true);
  });

  test("a key without a limit of its own has the server's", () => {
    const { limits } = limitsAt(WINDOW_START, 12);
    expect(limits.take(key("mercy", null), 1)).toMatchObject({ limit: 2, remaining: 1 });
  });

  test("a key or a server may have no limit", () => {
    const { limits } = limitsAt(WINDOW_START, 0);
    for (const mercy of [key("mercy", 0), key("mercy", null)]) {
      expect(limits.take(mercy, 1_000_000)).toMatchObject({ admitted: true, limit: 0 });
      expect(limits.take(mercy, 1_000_000)).toMatchObject({ admitted: true, limit: 0 });
    }
  });

  test.each(Array.from({ length: 10 }, (_, second) => second))(
    "a client refused at second %d that waits 1, 2, 4, 8, 16 seconds is admitted",
    (second) => {
      const { clock, limits } = limitsAt(WINDOW_START + second * 1_000 + 1);
      const mercy = key("mercy", 6);
      limits.take(mercy, 1_000);
      const admitted = [1, 2, 4, 8, 16].some((seconds) => {
        clock.now += seconds * 1_000;
        return limits.take(mercy, 1_000).admitted;
      });
      expect(admitted).toBe(true);
    },
  );

  test("what a request costs beyond its first lookup is taken whole, unless another has overdrawn the window", () => {
    const { limits } = limitsAt(WINDOW_START);
    const mercy = key("mercy", 60);
    limits.take(mercy, 1);
    limits.take(mercy, 9);
    expect(limits.takeFurther(mercy, 999)).toMatchObject({ admitted: true, limit: 10, remaining: 0 });
    expect(limits.takeFurther(mercy, 1)).toMatchObject({ admitted: false, limit: 10, remaining: 0, resetSeconds: 10 });
    expect(limits.takeFurther(key("grace", 60), 4)).toMatchObject({ admitted: true, remaining: 6 });
    expect(limits.takeFurther(key("faith", 0), 4)).toMatchObject({ admitted: true, limit: 0 });
  });

  test("of sixty batches that arrive together, one goes beyond the limit", () => {
    for (const [limit, arrive] of [
      [100, 60],
      [60, 60],
      [59, 59],
      [1, 1],
    ] as const) {
      const { limits } = limitsAt(WINDOW_START);
      const mercy = key("mercy", 6 * limit);
      const arrived = Array.from({ length: 60 }, () => limits.take(mercy, 1)).filter(({ admitted }) => admitted);
      expect(arrived).toHaveLength(arrive);
      const priced = arrived.map(() => limits.takeFurther(mercy, 999)).filter(({ admitted }) => admitted);
      expect(priced).toHaveLength(1);
    }
  });
});

describe("node limits", () => {
  /** How far away the store is. */
  const TURNS_AWAY = 3;

  /** For a store that never answers. */
  const SOON = 20;

  const START = Date.parse("2026-11-15T12:00:00Z");

  function key(limit: number): ApiKey {
    const rest = { name: "mercy", states: ["ca"], lastFour: "abcd", createdAt: "", expiresAt: null, revokedAt: null };
    return { id: "mercy", ...rest, lookupsPerMinute: limit * 6 };
  }

  /** Nodes with workers over one store, on a clock that all of them share. `fate` says what becomes of a question. */
  function team(nodes: number, workersEach: number, answerMillisecondsMax = 60_000) {
    const clock = { now: START };
    const notices: string[] = [];
    const questions = { count: 0 };
    const fate = { is: "answered" as "answered" | "refused" | "never" };
    const issuer = new LeaseIssuer(() => clock.now);
    const store: LimitStore = {
      lend: async (request) => {
        questions.count += 1;
        if (fate.is === "refused") throw new Error("the connection was refused");
        if (fate.is === "never") await new Promise(() => {});
        for (let each = 0; each < TURNS_AWAY; each += 1) await turn();
        return issuer.lend(request);
      },
    };
    const offices = Array.from(
      { length: nodes },
      () =>
        new NodeLimits(store, {
          nodesSeen: () => nodes,
          now: () => clock.now,
          answerMillisecondsMax,
          onAlone: () => notices.push("alone"),
          onTogether: () => notices.push("together"),
        }),
    );
    const workers = offices.flatMap((node) =>
      Array.from({ length: workersEach }, () => {
        const ask = async (request: LeaseRequest) => await node.lend(request);
        return new LeasedLimits(0, ask, () => clock.now);
      }),
    );
    return { clock, notices, questions, fate, store, offices, workers };
  }

  /** Sends so many at a time, to the workers in turn; what they cost is admitted or not. */
  async function admitted(workers: readonly LeasedLimits[], mercy: ApiKey, costs: readonly number[], atOnce = 24) {
    let lookups = 0;
    for (let first = 0; first < costs.length; first += atOnce) {
      const some = costs.slice(first, first + atOnce).map(async (cost, place) => {
        const worker = workers[(first + place) % workers.length] as LeasedLimits;
        if ((await worker.take(mercy, cost)).admitted) lookups += cost;
      });
      await Promise.all(some);
    }
    return lookups;
  }

  test("nodes together admit the limit within a tenth under full load, and never more, in each window", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 3 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4_000 }),
        async (nodes, workersEach, limit) => {
          const { clock, workers, notices } = team(nodes, workersEach);
          const requests = Array.from({ length: limit * 2 + 500 }, () => 1);
          for (let window = 0; window < 2; window += 1) {
            const lookups = await admitted(workers, key(limit), requests);
            expect(lookups).toBeLessThanOrEqual(limit);
            expect(lookups).toBeGreaterThanOrEqual(Math.floor(limit * 0.9));
            clock.now += WINDOW_MILLISECONDS;
          }
          expect(notices).toEqual([]);
        },
      ),
      runs(25),
    );
  });

  test("batches overdraw the limit by less than one of them, however many nodes there are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3_000 }),
        fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 20, maxLength: 60 }),
        async (nodes, limit, costs) => {
          const { workers } = team(nodes, 2);
          expect(await admitted(workers, key(limit), costs)).toBeLessThan(limit + Math.max(...costs));
        },
      ),
      runs(50),
    );
  });

  test("of batches that arrive together at several nodes one goes beyond the limit, and the first is always priced", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3_000 }),
        fc.array(fc.integer({ min: 2, max: 1_000 }), { minLength: 20, maxLength: 60 }),
        async (nodes, limit, sizes) => {
          const { workers } = team(nodes, 2);
          const mercy = key(limit);
          const batches = sizes.map(async (items, place) => {
            const worker = workers[place % workers.length] as LeasedLimits;
            if (!(await worker.take(mercy, 1)).admitted) return { paid: 0, priced: 0 };
            const isPriced = (await worker.takeFurther(mercy, items - 1)).admitted;
            return { paid: isPriced ? items : 1, priced: isPriced ? items : 0 };
          });
          const outcomes = await Promise.all(batches);
          expect(outcomes.reduce((sum, { paid }) => sum + paid, 0)).toBeLessThan(limit + Math.max(...sizes));
          expect(outcomes.some(({ priced }) => priced > 0)).toBe(true);
        },
      ),
      runs(100),
    );
  });

  test("most requests are decided without asking the store, also those that are refused", async () => {
    const { workers, questions } = team(2, 2);
    const requests = Array.from({ length: 40_000 }, () => 1);
    expect(await admitted(workers, key(20_000), requests)).toBeGreaterThan(18_000);
    expect(questions.count).toBeLessThan(1_000);
  });

  test("a node that has borrowed lends at once, and borrows more before it runs dry", async () => {
    const { offices, questions } = team(1, 1);
    const [node] = offices as [NodeLimits];
    const request = { keyId: "mercy", limit: 64_000, window: windowAt(START), unused: 0, further: [], costs: [1] };
    await node.lend(request);
    expect(questions.count).toBe(1);
    // 999 were lent: a quarter went to the worker with the first answer, and what is left is lent without waiting.
    const leases = [node.lend(request), node.lend(request), node.lend(request)];
    expect(leases.every((lease) => !(lease instanceof Promise))).toBe(true);
    expect(questions.count).toBe(2);
  });

  test("what a node has left counts as left when a batch costs more than that", async () => {
    const { offices, store } = team(1, 1);
    const [node] = offices as [NodeLimits];
    const request = { keyId: "mercy", limit: 640, window: windowAt(START), unused: 0, further: [], costs: [64] };
    // The node is lent 9 of the 576 that are left; another takes all the others.
    const { lookups } = await node.lend(request);
    expect(await store.lend({ ...request, costs: [567] })).toMatchObject({ admitted: 1, remaining: 0 });
    expect(await node.lend({ ...request, unused: lookups, costs: [1_000] })).toMatchObject({
      admitted: 1,
      remaining: 0,
    });
    expect(await node.lend({ ...request, costs: [1] })).toMatchObject({ admitted: 0 });
  });

  test.each(["refused", "never"] as const)(
    "a store whose answer is %s: each node grants itself its share of the limit, and no request waits twice",
    async (what) => {
      const { workers, fate, notices, questions } = team(3, 2, SOON);
      fate.is = what;
      const requests = Array.from({ length: 3_000 }, () => 1);
      expect(await admitted(workers, key(900), requests)).toBe(900);
      expect(notices).toEqual(["alone", "alone", "alone"]);
      expect(questions.count).toBe(3);
    },
  );

  test("a full batch is admitted in a fresh window while the store is away, whatever the share", async () => {
    const { workers, fate } = team(3, 1);
    fate.is = "refused";
    expect(await workers[0]?.take(key(1), 1_000)).toMatchObject({ admitted: true });
    expect(await workers[0]?.take(key(1), 1)).toMatchObject({ admitted: false });
  });

  test("what a node has used before the store went away is part of its share", async () => {
    const { workers, fate } = team(2, 1);
    const [worker] = workers as [LeasedLimits, LeasedLimits];
    const ones = (count: number) => Array.from({ length: count }, () => 1);
    expect(await admitted([worker], key(1_000), ones(400))).toBe(400);
    fate.is = "refused";
    expect(await admitted([worker], key(1_000), ones(400))).toBe(100);
  });

  test("a node asks again after a while, and is together with the others again", async () => {
    const { clock, workers, fate, notices, questions } = team(2, 1);
    const mercy = key(640);
    fate.is = "refused";
    await admitted(workers, mercy, [1, 1]);
    clock.now += WINDOW_MILLISECONDS;
    await admitted(workers, mercy, [1, 1]);
    expect(questions.count).toBe(4);
    fate.is = "answered";
    clock.now += WINDOW_MILLISECONDS;
    const requests = Array.from({ length: 1_500 }, () => 1);
    expect(await admitted(workers, mercy, requests)).toBeLessThanOrEqual(640);
    expect(notices.toSorted()).toEqual(["alone", "alone", "together", "together"]);
  });

  test("a store that hangs is left with few questions", async () => {
    const { clock, workers, fate, questions } = team(1, 1, SOON);
    fate.is = "never";
    for (let window = 0; window < 20; window += 1) {
      expect(await admitted(workers, key(10), [1, 1])).toBe(2);
      clock.now += WINDOW_MILLISECONDS;
    }
    expect(questions.count).toBe(8);
  });
});
