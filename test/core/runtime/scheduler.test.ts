import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { isSliceOver, nextSlice, Slices } from "../../../src/core/runtime/scheduler.ts";
import { Semaphore } from "../../../src/core/runtime/semaphore.ts";

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

describe("slices", () => {
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
});

describe("semaphore", () => {
  /** Work that begins when there is a place for it and ends when the test ends it. */
  function stoppable(semaphore: Semaphore, name: string, notices: string[]) {
    const ending = Promise.withResolvers<string>();
    let leave = () => {};
    const done = semaphore.use(async (leaveEarly) => {
      notices.push(name);
      leave = leaveEarly;
      return await ending.promise;
    });
    return { done, end: ending.resolve, fail: ending.reject, leave: () => leave() };
  }

  test("who comes later waits for a place, first come, first served", async () => {
    const notices: string[] = [];
    const semaphore = new Semaphore(2);
    const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => stoppable(semaphore, name, notices));
    await nextTurn();
    expect(notices).toEqual(["a", "b"]);
    expect(semaphore.waiting).toBe(2);
    b?.end("B");
    expect(await b?.done).toBe("B");
    await nextTurn();
    expect(notices).toEqual(["a", "b", "c"]);
    a?.fail(new Error("broken"));
    await expect(a?.done).rejects.toThrow("broken");
    await nextTurn();
    expect(notices).toEqual(["a", "b", "c", "d"]);
    c?.end("");
    d?.end("");
  });

  test("work that leaves its place lets one other in, also when it ends afterwards", async () => {
    const notices: string[] = [];
    const semaphore = new Semaphore(1);
    const [a, b, c] = ["a", "b", "c"].map((name) => stoppable(semaphore, name, notices));
    await nextTurn();
    a?.leave();
    a?.leave();
    await nextTurn();
    expect(notices).toEqual(["a", "b"]);
    a?.end("");
    await a?.done;
    await nextTurn();
    expect(notices).toEqual(["a", "b"]);
    b?.end("");
    await nextTurn();
    expect(notices).toEqual(["a", "b", "c"]);
    c?.end("");
  });
});
