import { expect, test } from "vitest";
import { RecentlyUsed } from "../../../src/core/runtime/cache.ts";

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
