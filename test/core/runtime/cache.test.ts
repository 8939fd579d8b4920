import * as fc from "fast-check";
import { beforeEach, describe, expect, it, test } from "vitest";
import { RecentlyUsed, RecentlyUsedKeys, sharedFor } from "../../../src/core/runtime/cache.ts";
import { runs } from "../../support/property-runs.ts";

describe("recently used", () => {
  test("it never holds more than its limit, and keeps what is asked for", () => {
    const cache = new RecentlyUsed<number, string>(10);
    cache.set(0, "zero");
    for (let key = 1; key <= 100; key += 1) {
      cache.set(key, String(key));
      expect(cache.get(0)).toBe("zero");
    }
    const held = Array.from({ length: 101 }, (_, key) => key).filter((key) => cache.get(key) !== undefined);
    expect(held.length).toBeLessThanOrEqual(10);
    expect(held).toContain(100);
  });
});

const HELD_MAX = 8;

describe("A cache by keys of several parts", () => {
  it.each([0, 1, 2, 3])("has for a key of %i parts the value it was given, or none", (parts) => {
    const key = fc.array(fc.constantFrom("a", "b", 1, null), { minLength: parts, maxLength: parts });
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), (keys) => {
        const cache = new RecentlyUsedKeys<string>(HELD_MAX);
        for (const each of keys) {
          const value = JSON.stringify(each);
          const kept = cache.get(each);
          expect([undefined, value]).toContain(kept);
          if (kept === undefined) cache.set(each, value);
          expect(cache.get(each)).toBe(value);
        }
      }),
      runs(),
    );
  });

  it("keeps what is asked for and forgets what is not", () => {
    const cache = new RecentlyUsedKeys<number>(HELD_MAX);
    cache.set(["often", 0], 1);
    cache.set(["once", 0], 2);
    for (let number = 0; number < HELD_MAX; number += 1) {
      cache.set(["others", number], number + 1);
      cache.get(["often", 0]);
    }
    expect(cache.get(["often", 0])).toBe(1);
    expect(cache.get(["once", 0])).toBeUndefined();
  });
});

describe("shared for", () => {
  let now: number;
  let makes: number;
  let gate: PromiseWithResolvers<void>;

  beforeEach(() => {
    now = 0;
    makes = 0;
    gate = Promise.withResolvers();
  });

  const numbers = () =>
    sharedFor(
      1_000,
      async () => {
        makes += 1;
        const number = makes;
        await gate.promise;
        return number;
      },
      () => now,
    );

  test("what is being made is shared by all who ask meanwhile, however long it takes", async () => {
    const next = numbers();
    const first = next();
    now += 10_000;
    const second = next();
    gate.resolve();
    expect(await Promise.all([first, second])).toEqual([1, 1]);
  });

  test("what was made is shared for a while, and then made again", async () => {
    const next = numbers();
    gate.resolve();
    await next();
    now += 999;
    expect(await next()).toBe(1);
    now += 1;
    expect(await next()).toBe(2);
  });

  test("what failed is not kept", async () => {
    const next = numbers();
    gate.reject(new Error("not now"));
    await expect(next()).rejects.toThrow("not now");
    gate = Promise.withResolvers();
    gate.resolve();
    expect(await next()).toBe(2);
  });
});
