import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Semaphore } from "../../../src/core/runtime/semaphore.ts";

/** Work that begins when there is a place for it and ends when it is told to. */
function stoppable(semaphore: Semaphore, name: string, told: string[]) {
  const ending = Promise.withResolvers<string>();
  let leave = () => {};
  const done = semaphore.use(async (leaveEarly) => {
    told.push(name);
    leave = leaveEarly;
    return await ending.promise;
  });
  return { done, end: ending.resolve, fail: ending.reject, leave: () => leave() };
}

test("who comes later waits for a place, first come, first served", async () => {
  const told: string[] = [];
  const semaphore = new Semaphore(2);
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => stoppable(semaphore, name, told));
  await nextTurn();
  expect(told).toEqual(["a", "b"]);
  expect(semaphore.waiting).toBe(2);
  b?.end("B");
  expect(await b?.done).toBe("B");
  await nextTurn();
  expect(told).toEqual(["a", "b", "c"]);
  a?.fail(new Error("broken"));
  await expect(a?.done).rejects.toThrow("broken");
  await nextTurn();
  expect(told).toEqual(["a", "b", "c", "d"]);
  c?.end("");
  d?.end("");
});

test("work that leaves its place lets one other in, also when it ends afterwards", async () => {
  const told: string[] = [];
  const semaphore = new Semaphore(1);
  const [a, b, c] = ["a", "b", "c"].map((name) => stoppable(semaphore, name, told));
  await nextTurn();
  a?.leave();
  a?.leave();
  await nextTurn();
  expect(told).toEqual(["a", "b"]);
  a?.end("");
  await a?.done;
  await nextTurn();
  expect(told).toEqual(["a", "b"]);
  b?.end("");
  await nextTurn();
  expect(told).toEqual(["a", "b", "c"]);
  c?.end("");
});
