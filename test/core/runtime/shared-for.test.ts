import { beforeEach, expect, test } from "vitest";
import { sharedFor } from "../../../src/core/runtime/cache.ts";

let now: number;
let makes: number;
let gate: PromiseWithResolvers<void>;

beforeEach(() => {
  now = 0;
  makes = 0;
  gate = Promise.withResolvers();
});

const numbers = () =>
  sharedFor(
    1_000,
    async () => {
      makes += 1;
      const number = makes;
      await gate.promise;
      return number;
    },
    () => now,
  );

test("what is being made is shared by all who ask meanwhile, however long it takes", async () => {
  const next = numbers();
  const first = next();
  now += 10_000;
  const second = next();
  gate.resolve();
  expect(await Promise.all([first, second])).toEqual([1, 1]);
});

test("what was made is shared for a while, and then made again", async () => {
  const next = numbers();
  gate.resolve();
  await next();
  now += 999;
  expect(await next()).toBe(1);
  now += 1;
  expect(await next()).toBe(2);
});

test("what failed is not kept", async () => {
  const next = numbers();
  gate.reject(new Error("not now"));
  await expect(next()).rejects.toThrow("not now");
  gate = Promise.withResolvers();
  gate.resolve();
  expect(await next()).toBe(2);
});
