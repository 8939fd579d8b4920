import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { currentEnding, endable, orEnded, sharedWork } from "../../../src/core/runtime/ending.ts";
import { nextSlice } from "../../../src/core/runtime/scheduler.ts";
import { Semaphore } from "../../../src/core/runtime/semaphore.ts";

test("work ends at its next slice once it is told to, and other work does not", async () => {
  const notices = new AbortController();
  const done: string[] = [];
  const work = async (name: string) => {
    for (let slice = 0; slice < 3; slice += 1) {
      await nextSlice();
      done.push(name);
      if (name === "told") notices.abort(new Error("enough"));
    }
  };
  const ended = endable(notices.signal, () => work("told"));
  const other = endable(new AbortController().signal, () => work("other"));
  await expect(ended).rejects.toThrow("enough");
  await other;
  expect(done.filter((name) => name === "told")).toHaveLength(1);
  expect(done.filter((name) => name === "other")).toHaveLength(3);
});

test("what is done for everybody goes on when the one who asked for it first has to end", async () => {
  const notices = new AbortController();
  let loaded: Promise<string> | null = null;
  const load = () => {
    loaded ??= sharedWork(async () => {
      for (let slice = 0; slice < 3; slice += 1) await nextSlice();
      return "loaded";
    });
    return loaded;
  };
  const first = endable(notices.signal, async () => {
    await load();
    await nextSlice();
  });
  notices.abort(new Error("enough"));
  expect(await load()).toBe("loaded");
  await expect(first).rejects.toThrow("enough");
});

test("nothing ends work that nobody can end", async () => {
  expect(currentEnding()).toBeNull();
  expect(await orEnded(Promise.resolve("done"))).toBe("done");
});

test("waiting for others ends with the work, at once when it has ended before", async () => {
  const notices = new AbortController();
  const never = endable(notices.signal, () => orEnded(new Promise(() => {})));
  notices.abort(new Error("enough"));
  await expect(never).rejects.toThrow("enough");
  await expect(endable(notices.signal, () => orEnded(Promise.resolve("done")))).rejects.toThrow("enough");
  expect(await endable(new AbortController().signal, () => orEnded(Promise.resolve("done")))).toBe("done");
});

test("what was awaited by work that had ended before may fail, without an unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  // Vitest listens too, and would fail the run: for this test, only we do.
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", note);
  try {
    const enough = AbortSignal.abort(new Error("enough"));
    const failing = nextTurn().then(() => Promise.reject(new Error("failed later")));
    await expect(endable(enough, () => orEnded(failing))).rejects.toThrow("enough");
    await expect(endable(enough, () => orEnded(Promise.reject(new Error("failed"))))).rejects.toThrow("enough");
    // Node tells of rejections once the turn in which they came is over.
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    expect(unhandled).toEqual([]);
  } finally {
    process.removeAllListeners("unhandledRejection");
    for (const listener of others) process.on("unhandledRejection", listener);
  }
});

test("who has to end while it waits for a place gives up its turn, and none is lost", async () => {
  const semaphore = new Semaphore(1);
  const notices = new AbortController();
  const ending = Promise.withResolvers<void>();
  const order: string[] = [];
  const use = (name: string) =>
    semaphore.use(async () => {
      order.push(name);
    });
  const holder = semaphore.use(() => ending.promise);
  const waiting = endable(notices.signal, () => use("told"));
  const after = use("after");
  notices.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  ending.resolve();
  await Promise.all([holder, after]);

  // Told to end in the very moment in which it is given the place.
  const again = Promise.withResolvers<void>();
  const second = new AbortController();
  const another = semaphore.use(() => again.promise);
  const last = endable(second.signal, () => use("told in the same moment"));
  await nextTurn();
  again.resolve();
  void another.then(() => second.abort(new Error("enough")));
  await Promise.allSettled([another, last]);
  await use("free");
  expect(order.filter((name) => !name.startsWith("told"))).toEqual(["after", "free"]);
});
