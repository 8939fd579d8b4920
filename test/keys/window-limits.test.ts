import { expect, test } from "vitest";
import type { ApiKey } from "../../src/keys/api-key.ts";
import { limitPerWindow, WindowLimits } from "../../src/keys/rate-limits.ts";

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

test("what is left and when the window ends are told", () => {
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

test("a request that costs nothing tells what is left and uses nothing", () => {
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
