import { expect, test } from "vitest";
import { awaited } from "../../../../src/serve/http/releases/comparer.ts";

const FOREVER = new Promise<never>(() => undefined);

test("a service that stops says so, and not that the work goes on", async () => {
  expect(await awaited(FOREVER, () => true)).toEqual({ kind: "stopping" });
});

test("work that takes longer than clients wait goes on", async () => {
  expect(await awaited(FOREVER, () => false, 1)).toEqual({ kind: "still_at_it" });
});
