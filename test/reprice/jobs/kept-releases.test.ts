import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KeptReleases, type ReleaseInService } from "../../../src/reprice/jobs/kept-releases.ts";
import { JOB_SPACE } from "../../../src/reprice/jobs/space.ts";
import { JOB_LIMITS } from "../../../src/reprice/limits.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FULL = { ...JOB_SPACE, freeBytesMin: Number.MAX_SAFE_INTEGER };

let home: ReturnType<typeof temporaryFolder>;
let kept: KeptReleases;
let made: string[];
let inUse: readonly string[];

beforeEach(() => {
  home = temporaryFolder();
  kept = keptReleases();
  made = [];
  inUse = [];
});

afterEach(() => home.remove());

function keptReleases(space = JOB_SPACE): KeptReleases {
  return new KeptReleases(home.path, space, async () => new Set(inUse.map(hash)));
}

function release(sign: string): ReleaseInService {
  const linkAt = async (path: string) => {
    made.push(sign);
    writeFileSync(path, sign);
    return true;
  };
  return { contentHash: hash(sign), bytes: 1, linkAt, copyTo: () => Promise.reject(new Error("copied")) };
}

/** One that cannot be linked. */
function copiedRelease(sign: string): ReleaseInService {
  return {
    ...release(sign),
    linkAt: async () => false,
    copyTo: async (path) => writeFileSync(path, `copy of ${sign}`),
  };
}

function hash(sign: string): string {
  return sign.repeat(64);
}

function folderOf(sign: string): string {
  return join(home.path, "releases", hash(sign));
}

function namesOnDisk(): readonly string[] {
  const folder = join(home.path, "releases");
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function onDisk(): readonly string[] {
  return namesOnDisk().map((name) => name.slice(0, 1));
}

/** Makes releases look as if they were last touched so long ago. */
function age(milliseconds: number, ...signs: readonly string[]): void {
  const touchedAt = new Date(Date.now() - milliseconds);
  for (const sign of signs) utimesSync(folderOf(sign), touchedAt, touchedAt);
}

test("jobs of one release share its file, also when they come at once", async () => {
  const files = await Promise.all([0, 1, 2].map(() => kept.keep(release("a"))));
  files.push(await kept.keep(release("a")));
  expect(new Set(files).size).toBe(1);
  expect(readFileSync(files[0] as string, "utf8")).toBe("a");
  expect(made).toEqual(["a"]);
});

test("processes that keep one release at once share its file too, and leave nothing beside it", async () => {
  const files = await Promise.all([kept, keptReleases(), keptReleases()].map((each) => each.keep(release("a"))));
  expect(new Set(files).size).toBe(1);
  expect(readFileSync(files[0] as string, "utf8")).toBe("a");
  expect(namesOnDisk()).toEqual([hash("a")]);
});

test("one that no job needs goes an hour after it was last asked for, and one that a job needs stays", async () => {
  for (const sign of ["a", "b"]) await kept.keep(release(sign));
  inUse = ["b"];
  const now = Date.now();
  await kept.sweep(new Date(now + HOUR - MINUTE), HOUR);
  expect(onDisk()).toEqual(["a", "b"]);
  await kept.sweep(new Date(now + HOUR + MINUTE), HOUR);
  expect(onDisk()).toEqual(["b"]);
});

test("one that was touched within the last minute is not deleted, whatever is known of its jobs", async () => {
  for (const sign of ["a", "b", "c", "d"]) await kept.keep(release(sign));
  age(MINUTE + 1_000, "a", "b");
  age(MINUTE - 10_000, "c", "d");
  await kept.touch([hash("b")], new Date());
  await kept.sweep(new Date(), 0);
  expect(onDisk()).toEqual(["b", "c", "d"]);
  await kept.keep(release("e"));
  await expect(kept.keep(release("f"))).rejects.toThrow("Send the file again in a minute");
  expect(onDisk()).toEqual(["b", "c", "d", "e"]);
});

test("four are kept: one that no job needs makes room, and where all are needed a further one is refused", async () => {
  const all = ["a", "b", "c", "d"];
  expect(all).toHaveLength(JOB_LIMITS.keptReleasesMax);
  for (const sign of all) await kept.keep(release(sign));
  age(2 * MINUTE, ...all);
  inUse = all;
  await expect(kept.keep(release("e"))).rejects.toThrow("or when one of these jobs is done");
  expect(onDisk()).toEqual(all);
  inUse = ["b", "c", "d"];
  await kept.keep(release("e"));
  expect(onDisk()).toEqual(["b", "c", "d", "e"]);
});

test("one that another process takes or deletes meanwhile is there when it is kept", async () => {
  const other = keptReleases();
  await kept.keep(release("a"));
  age(2 * HOUR, "a");
  const taken = new KeptReleases(home.path, JOB_SPACE, async () => {
    await other.keep(release("a"));
    return new Set();
  });
  await taken.sweep(new Date(), HOUR);
  expect(made).toEqual(["a"]);
  expect(onDisk()).toEqual(["a"]);
  rmSync(folderOf("a"), { recursive: true });
  expect(readFileSync(await kept.keep(release("a")), "utf8")).toBe("a");
});

test("one that cannot be kept leaves nothing on the disk, and the next try makes it", async () => {
  const broken = { ...copiedRelease("a"), copyTo: () => Promise.reject(new Error("broken")) };
  await expect(kept.keep(broken)).rejects.toThrow("broken");
  expect(namesOnDisk()).toEqual([]);
  await kept.keep(release("a"));
  expect(made).toEqual(["a"]);
});

test("a link takes no room, so a full disk keeps one; a copy is refused there and leaves nothing", async () => {
  kept = keptReleases(FULL);
  expect(readFileSync(await kept.keep(release("a")), "utf8")).toBe("a");
  await expect(kept.keep(copiedRelease("b"))).rejects.toThrow("The disk of the service is full");
  expect(namesOnDisk()).toEqual([hash("a")]);
  expect(readFileSync(await keptReleases().keep(copiedRelease("b")), "utf8")).toBe("copy of b");
});

test("what a killed process left unfinished does not count, and goes", async () => {
  const unfinished = ["new-1", "deleted-2", "new-3", "deleted-4"];
  for (const name of unfinished) mkdirSync(join(home.path, "releases", name), { recursive: true });
  writeFileSync(join(home.path, "releases", "new-1", "release.db"), "half");
  await kept.keep(release("a"));
  await kept.sweep(new Date(), 0);
  expect(namesOnDisk()).toEqual([hash("a"), ...unfinished.toSorted()]);
  await kept.sweep(new Date(Date.now() + 3 * MINUTE), HOUR);
  expect(namesOnDisk()).toEqual([hash("a")]);
});

test("what is used again is kept from then on", async () => {
  await kept.keep(release("a"));
  utimesSync(folderOf("a"), 1, 1);
  await kept.keep(release("a"));
  await kept.sweep(new Date(), HOUR);
  expect(Date.now() - statSync(folderOf("a")).mtimeMs).toBeLessThan(MINUTE);
  expect(onDisk()).toEqual(["a"]);
});
