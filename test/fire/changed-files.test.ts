import { expect, it } from "vitest";
import { keyScenes } from "../../scripts/faults/key-scenes.ts";
import { releaseScenes } from "../../scripts/faults/release-scenes.ts";
import { FAULT_MILLISECONDS_MAX, foundIn } from "./support.ts";

/* Scenes are mostly waiting: those of a file are played beside each other, each with a server of its own. */

it.concurrent("a release that changes under a server never gives a wrong price", {
  timeout: FAULT_MILLISECONDS_MAX,
}, async ({ onTestFinished }) => {
  expect(await foundIn(releaseScenes, onTestFinished)).toEqual([]);
});

it.concurrent("a keys.db that is another one is noticed", { timeout: FAULT_MILLISECONDS_MAX }, async ({
  onTestFinished,
}) => {
  expect(await foundIn(keyScenes, onTestFinished)).toEqual([]);
});
