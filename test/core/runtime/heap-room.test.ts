import { expect, it } from "vitest";
import { fullHeapMegabytes } from "../../../src/core/runtime/memory.ts";

it("there is room while little is in use", () => {
  expect(fullHeapMegabytes()).toBeNull();
});
