import { expect, it } from "vitest";
import { stoppedScenes } from "../../scripts/faults/disk-scenes.ts";
import { clockScenes } from "../../scripts/faults/key-scenes.ts";
import { FAULT_MILLISECONDS_MAX, foundIn } from "./support.ts";

/* Scenes are mostly waiting: those of a file are played beside each other, each with a server of its own. */

it.concurrent("a stopped process is continued or replaced", { timeout: FAULT_MILLISECONDS_MAX }, async ({
  onTestFinished,
}) => {
  expect(await foundIn(stoppedScenes, onTestFinished)).toEqual([]);
});

it.concurrent("a clock that is set ends keys and locks nobody out", { timeout: FAULT_MILLISECONDS_MAX }, async ({
  onTestFinished,
}) => {
  expect(await foundIn(clockScenes, onTestFinished)).toEqual([]);
});
