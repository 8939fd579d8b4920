import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { inThisTurn, isSliceOver, nextSlice } from "../../src/timing/turns.ts";

test("what is quick comes before the slice of a long work, even when it came later", async () => {
  const done: string[] = [];
  const long = nextSlice().then(() => done.push("long"));
  inThisTurn(() => done.push("quick"));
  inThisTurn(() => done.push("quick too"));
  await long;
  expect(done).toEqual(["quick", "quick too", "long"]);
});

test("one long work goes on per turn, and what comes meanwhile is quick again", async () => {
  const done: string[] = [];
  const works = ["a", "b", "c"].map((name) =>
    nextSlice().then(() => {
      done.push(name);
      inThisTurn(() => done.push(`after ${name}`));
    }),
  );
  await Promise.all(works);
  await nextTurn();
  expect(done).toEqual(["a", "after a", "b", "after b", "c", "after c"]);
});

test("a slice is over for work that has none, and after a while for work that has one", async () => {
  expect(isSliceOver()).toBe(true);
  await nextSlice();
  expect(isSliceOver()).toBe(false);
  const until = performance.now() + 10;
  while (performance.now() < until);
  expect(isSliceOver()).toBe(true);
});
