import { expect, test } from "vitest";
import { nextSlice, Slices } from "../../../src/core/runtime/scheduler.ts";

/** Works for a while, in slices, and says when each of them began. */
async function longWork(name: string, begun: string[], slicesWanted: number): Promise<void> {
  const slices = new Slices(1);
  for (let slice = 0; slice < slicesWanted; slice += 1) {
    begun.push(name);
    while (!slices.isOver());
    await nextSlice();
  }
}

test("several long works take turns, one slice at a time, and others come in between", async () => {
  const begun: string[] = [];
  let turns = 0;
  const isDone = { value: false };
  const others = (async () => {
    while (!isDone.value) {
      await new Promise((resolve) => setImmediate(resolve));
      begun.push("other");
      turns += 1;
    }
  })();
  await Promise.all([longWork("a", begun, 4), longWork("b", begun, 4)]);
  isDone.value = true;
  await others;

  const afterTheFirst = begun.slice(2).filter((name) => name !== "other");
  expect(afterTheFirst).toEqual(["a", "b", "a", "b", "a", "b"]);
  // Never two slices without a look at who else is waiting.
  const withoutOthers = begun.slice(2).join(" ");
  expect(withoutOthers).not.toMatch(/[ab] [ab]/);
  expect(turns).toBeGreaterThan(4);
});

test("the clock is read as often as was asked for", () => {
  const slices = new Slices(2);
  const until = performance.now() + 10;
  while (performance.now() < until);
  expect([slices.isOver(), slices.isOver(), slices.isOver()]).toEqual([false, true, false]);
});
