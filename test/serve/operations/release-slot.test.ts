import { closeSync, copyFileSync, openSync, readFileSync, statSync, utimesSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { buildRelease } from "../../../src/release/build.ts";
import { openReleaseInSlices } from "../../../src/release/open.ts";
import { type KeeperIntervals, ReleaseKeeper, ReleaseSlot } from "../../../src/serve/operations/release-slot.ts";
import { changeBehindSeal } from "../../release/reseal.ts";
import { temporaryFolder, testState, writeDataset } from "../../release/test-state.ts";
import { SOON as WAITING } from "../../support/waiting.ts";

const SOON = { ...WAITING, interval: 5 };
/** Longer than any test. */
const NEVER = 1_000_000_000;
const QUICK: KeeperIntervals = {
  lookMilliseconds: 5,
  scrubMilliseconds: NEVER,
  unchangedMilliseconds: NEVER,
  shortLifeMilliseconds: NEVER,
};

const folder = temporaryFolder();
const sound = join(folder, "sound.db");
let files = 0;
let path: string;
let slot: ReleaseSlot;
let keeper: ReleaseKeeper | null;
let opened: { count: number };
let notices: string[];

beforeAll(async () => {
  await buildRelease({ dataset: writeDataset(), out: sound, states: [testState] });
  // Some blocks that nobody reads.
  changeBehindSeal(sound, (database) => database.exec("CREATE TABLE unread AS SELECT zeroblob(2000000) AS zeros"));
});

beforeEach(() => {
  files += 1;
  path = join(folder, `release-${files}.db`);
  copyFileSync(sound, path);
  slot = new ReleaseSlot();
  keeper = null;
  opened = { count: 0 };
  notices = [];
});

afterEach(() => {
  keeper?.end();
  slot.clear();
});

/** What a keeper of an earlier test still does is none of the next one's. */
async function keep(intervals: KeeperIntervals): Promise<void> {
  const [file, events, openings] = [path, notices, opened];
  const notify = (event: string) => events.push(event);
  const log = { info: notify, warn: notify, error: notify } as never;
  const open = () => {
    openings.count += 1;
    return openReleaseInSlices(file, [testState]);
  };
  keeper = new ReleaseKeeper({ slot, open, path: file, log, onReopened: () => notify("taken up") }, intervals);
  keeper.serve(await open());
}

/** Another byte in the last block of the content, which no lookup reads. */
function flipUnreadByte(): void {
  const at = statSync(path).size - 300_000;
  expect(readFileSync(path)[at]).toBe(0);
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, "x", at);
  closeSync(descriptor);
}

/** Damage that somebody noticed, in a file that is sound. */
function noticeDamage(): void {
  slot.current?.guard.soundness.damaged("zz_fees", "a row is not the one that was stored");
}

test("a byte that rots in a block that nobody reads is found by scrubbing alone", async () => {
  await keep({ ...QUICK, lookMilliseconds: NEVER, scrubMilliseconds: 1 });
  flipUnreadByte();
  await vi.waitFor(() => expect(notices).toContain("release_damaged"), SOON);
  expect(slot.current).toBeNull();
  expect(slot.damage?.cause).toMatch(/^bytes \d+ to \d+ are not those that were built$/);
});

test("a damaged release is opened anew at once", async () => {
  await keep(QUICK);
  noticeDamage();
  expect(slot.current).toBeNull();
  await vi.waitFor(() => expect(slot.current).not.toBeNull(), SOON);
  expect(notices).toEqual(["release_damaged", "release_reopened", "taken up"]);
});

test("one that was opened anew a moment ago and is damaged again waits until its file is changed, and is tried then", async () => {
  await keep(QUICK);
  noticeDamage();
  await vi.waitFor(() => expect(slot.current).not.toBeNull(), SOON);
  noticeDamage();
  // Some ten looks: opening it in a loop would be under way since the first.
  await wait(60);
  expect(slot.current).toBeNull();
  expect(opened.count).toBe(2);

  utimesSync(path, 1_000, 1_000);
  await vi.waitFor(() => expect(slot.current).not.toBeNull(), SOON);
  expect(opened.count).toBe(3);
});

test("one whose file was changed since it was opened anew is tried at once", async () => {
  await keep({ ...QUICK, lookMilliseconds: NEVER });
  noticeDamage();
  await vi.waitFor(() => expect(slot.current).not.toBeNull(), SOON);
  utimesSync(path, 1_000, 1_000);
  noticeDamage();
  await vi.waitFor(() => expect(slot.current).not.toBeNull(), SOON);
  expect(opened.count).toBe(3);
});

test("one that lived long enough is tried at once, and one that waits is tried after a while", async () => {
  await keep({ ...QUICK, shortLifeMilliseconds: 0 });
  for (let count = 2; count <= 4; count += 1) {
    noticeDamage();
    await vi.waitFor(() => expect(slot.current).not.toBeNull(), SOON);
    expect(opened.count).toBe(count);
  }
  keeper?.end();
  slot.clear();
  await keep({ ...QUICK, unchangedMilliseconds: 10 });
  for (let count = 6; count <= 7; count += 1) {
    noticeDamage();
    await vi.waitFor(() => expect(slot.current).not.toBeNull(), SOON);
    expect(opened.count).toBe(count);
  }
});
