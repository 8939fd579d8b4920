import { mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failure } from "../../../../src/core/runtime/failure.ts";
import type { CataloguedRelease } from "../../../../src/nodes/catalogue/release-catalogue.ts";
import { ReleaseFolder } from "../../../../src/nodes/catalogue/release-folder.ts";
import { LineWriter } from "../../../../src/serve/operations/line-writer.ts";
import { droppedLine, Log } from "../../../../src/serve/operations/log.ts";
import { ReleaseFollower } from "../../../../src/serve/operations/node/release-follower.ts";
import type { ServerStatus } from "../../../../src/serve/operations/server-status.ts";

const DAMAGED: CataloguedRelease = {
  contentHash: "a".repeat(64),
  name: "Test",
  version: "1",
  bytes: 1,
  sha256: "b".repeat(64),
  pushedAt: "2026-01-01T00:00:00.000Z",
  pushedBy: "test",
};

let folder: string;
let active: CataloguedRelease;
let follower: ReleaseFollower;
let writer: LineWriter;
const hold = vi.fn(async () => {
  throw failure("The release is damaged.");
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-follower-"));
  active = DAMAGED;
  hold.mockClear();
  writer = new LineWriter(droppedLine, openSync(join(folder, "log"), "a"));
  vi.useFakeTimers();
  follower = new ReleaseFollower({
    catalogue: { active: async () => active },
    folder: new ReleaseFolder(join(folder, "releases")),
    hold,
    isServable: async () => false,
    onReloaded: async () => {},
    waits: true,
    log: new Log(writer, { level: "off" }),
  });
});

afterEach(async () => {
  await follower.close();
  vi.useRealTimers();
  await writer.close();
  rmSync(folder, { recursive: true });
});

/** Looks every second, as a server of a home does. */
async function lookFor(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    await follower.lookForChange();
  }
}

test("a release that cannot be served is tried ever more slowly, however often somebody looks", async () => {
  void follower.start();
  await lookFor(14);
  // At once, and after 1, 2, 4 and 8 seconds: the last of these is not over yet.
  expect(hold).toHaveBeenCalledTimes(4);
  await lookFor(3);
  expect(hold).toHaveBeenCalledTimes(5);
});

test("a release that was pushed again, or another one, is tried at once", async () => {
  void follower.start();
  await lookFor(14);
  const before = hold.mock.calls.length;
  active = { ...DAMAGED, pushedAt: "2026-01-02T00:00:00.000Z" };
  await follower.lookForChange();
  await vi.advanceTimersByTimeAsync(0);
  expect(hold).toHaveBeenCalledTimes(before + 1);
  active = { ...DAMAGED, contentHash: "c".repeat(64) };
  await follower.lookForChange();
  await vi.advanceTimersByTimeAsync(0);
  expect(hold).toHaveBeenCalledTimes(before + 2);
});

test("a refused release that is no longer active is forgotten once the active one is in service", async () => {
  const forgetRefusal = vi.fn();
  const served = { release: { hash: DAMAGED.contentHash } } as ServerStatus;
  void follower.start();
  follower.follow({ status: () => served, reload: async () => {}, forgetRefusal });
  await lookFor(2);
  expect(forgetRefusal).toHaveBeenCalled();
});
