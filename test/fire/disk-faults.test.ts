import { expect, it } from "vitest";
import { diskScenes } from "../../scripts/faults/disk-scenes.ts";
import { startScenes } from "../../scripts/faults/start-scenes.ts";
import { FAULT_MILLISECONDS_MAX, foundIn } from "./support.ts";

it("a server whose disk fails goes on answering right prices", { timeout: FAULT_MILLISECONDS_MAX }, async () => {
  expect(await foundIn(diskScenes)).toEqual([]);
});

it("a server whose disk fails while it starts answers, or says which file", {
  timeout: FAULT_MILLISECONDS_MAX,
}, async () => {
  expect(await foundIn(startScenes)).toEqual([]);
});
