import { expect, it } from "vitest";
import { stoppedScenes } from "../../scripts/faults/disk-scenes.ts";
import { clockScenes } from "../../scripts/faults/key-scenes.ts";
import { FAULT_MILLISECONDS_MAX, foundIn } from "./support.ts";

it("a stopped process is continued or replaced", { timeout: FAULT_MILLISECONDS_MAX }, async () => {
  expect(await foundIn(stoppedScenes)).toEqual([]);
});

it("a clock that is set ends keys and locks nobody out", { timeout: FAULT_MILLISECONDS_MAX }, async () => {
  expect(await foundIn(clockScenes)).toEqual([]);
});
