import { expect, it } from "vitest";
import { keyScenes } from "../../scripts/faults/key-scenes.ts";
import { releaseScenes } from "../../scripts/faults/release-scenes.ts";
import { FAULT_MILLISECONDS_MAX, foundIn } from "./support.ts";

it("a release that changes under a server never gives a wrong price", { timeout: FAULT_MILLISECONDS_MAX }, async () => {
  expect(await foundIn(releaseScenes)).toEqual([]);
});

it("a keys.db that is another one is noticed", { timeout: FAULT_MILLISECONDS_MAX }, async () => {
  expect(await foundIn(keyScenes)).toEqual([]);
});
