import { expect, it } from "vitest";
import { fullHeapMegabytes } from "../../src/runtime/heap-room.ts";

it("there is room while little is in use", () => {
  expect(fullHeapMegabytes()).toBeNull();
});
