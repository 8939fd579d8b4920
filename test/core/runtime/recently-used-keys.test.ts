import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RecentlyUsedKeys } from "../../../src/core/runtime/cache.ts";

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
