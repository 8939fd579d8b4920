import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { isSliceOver, nextSlice } from "../../../src/core/runtime/scheduler.ts";

test("a slice is over for work that has none, and after a while for work that has one", async () => {
  expect(isSliceOver()).toBe(true);
  await nextSlice();
  expect(isSliceOver()).toBe(false);
  const until = performance.now() + 10;
  while (performance.now() < until);
  expect(isSliceOver()).toBe(true);
});

test("one long work goes on per turn, the longest waiting first, and others come in between", async () => {
  const done: string[] = [];
  const works = ["a", "b", "c"].map((name) =>
    nextSlice().then(async () => {
      done.push(name);
      await nextTurn();
      done.push(`after ${name}`);
    }),
  );
  await Promise.all(works);
  expect(done).toEqual(["a", "b", "after a", "c", "after b", "after c"]);
});
