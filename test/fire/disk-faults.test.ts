import { expect, it } from "vitest";
import { diskScenes } from "../../scripts/faults/disk-scenes.ts";
import { startScenes } from "../../scripts/faults/start-scenes.ts";
import { FAULT_MILLISECONDS_MAX, foundIn } from "./support.ts";

/* Scenes are mostly waiting: those of a file are played beside each other, each with a server of its own. */

it.concurrent("a server whose disk fails goes on answering right prices", { timeout: FAULT_MILLISECONDS_MAX }, async ({
  onTestFinished,
}) => {
  expect(await foundIn(diskScenes, onTestFinished)).toEqual([]);
});

it.concurrent("a server whose disk fails while it starts answers, or says which file", {
  timeout: FAULT_MILLISECONDS_MAX,
}, async ({ onTestFinished }) => {
  expect(await foundIn(startScenes, onTestFinished)).toEqual([]);
});
