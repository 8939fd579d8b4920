import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { MicroBatches } from "../../../src/serve/http/micro-batches.ts";

function joinWith(microBatches: MicroBatches, names: readonly string[]): string[] {
  const told: string[] = [];
  for (const name of names) {
    microBatches.join(() => {
      told.push(`make ${name}`);
      microBatches.send(() => told.push(`send ${name}`));
    });
  }
  return told;
}

it("requests of one turn are all answered before any answer is sent", async () => {
  const told = joinWith(new MicroBatches(), ["a", "b", "c"]);
  expect(told).toEqual([]);
  await nextTurn();
  expect(told).toEqual(["make a", "make b", "make c", "send a", "send b", "send c"]);
});

it("a micro-batch takes 64 requests, and the others follow in the next turns", async () => {
  const told = joinWith(
    new MicroBatches(),
    Array.from({ length: 130 }, (_, number) => String(number)),
  );
  await nextTurn();
  expect(told).toHaveLength(128);
  expect(told.at(-1)).toBe("send 63");
  await nextTurn();
  await nextTurn();
  expect(told).toHaveLength(260);
  expect(told.at(-1)).toBe("send 129");
});

it("an answer that was waited for is sent at once", async () => {
  const microBatches = new MicroBatches();
  const told: string[] = [];
  microBatches.join(() => {
    Promise.resolve().then(() => microBatches.send(() => told.push("late")));
  });
  await nextTurn();
  expect(told).toEqual(["late"]);
});
