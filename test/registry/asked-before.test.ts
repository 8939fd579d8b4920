import { expect, test } from "vitest";
import { AskedBefore } from "../../src/registry/row-cache.ts";

test("a row is known from the second time on, each for itself", () => {
  const asked = new AskedBefore(20, 20);
  expect([asked.ask(7), asked.ask(8), asked.ask(7), asked.ask(8), asked.ask(19)]).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
});

test("after as many rows as it may remember it begins anew", () => {
  const asked = new AskedBefore(100, 2);
  expect([asked.ask(1), asked.ask(2), asked.ask(1)]).toEqual([false, false, true]);
  expect(asked.ask(3)).toBe(false);
  expect([asked.ask(1), asked.ask(3)]).toEqual([false, true]);
});
