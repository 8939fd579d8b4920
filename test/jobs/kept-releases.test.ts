import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KeptReleases, type ReleaseInService } from "../../src/jobs/kept-releases.ts";
import { JOB_LIMITS } from "../../src/jobs/limits.ts";
import { JOB_SPACE } from "../../src/jobs/space.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";

const HOUR = 60 * 60_000;

let home: ReturnType<typeof temporaryFolder>;
let kept: KeptReleases;
let made: string[];

beforeEach(() => {
  home = temporaryFolder();
  kept = new KeptReleases(home.path, JOB_SPACE);
  made = [];
});

afterEach(() => home.remove());

function release(sign: string): ReleaseInService {
  const keepAt = async (path: string) => {
    made.push(sign);
    writeFileSync(path, sign);
  };
  return { contentHash: sign.repeat(64), bytes: 1, keepAt };
}

function hashes(...signs: readonly string[]): ReadonlySet<string> {
  return new Set(signs.map((sign) => sign.repeat(64)));
}

function onDisk(): readonly string[] {
  const folder = join(home.path, "releases");
  return existsSync(folder) ? readdirSync(folder).map((name) => name.slice(0, 1)) : [];
}

test("jobs of one release share its file, also when they come at once", async () => {
  const files = await Promise.all([0, 1, 2].map(() => kept.keep(release("a"), hashes())));
  files.push(await kept.keep(release("a"), hashes("a")));
  expect(new Set(files).size).toBe(1);
  expect(readFileSync(files[0] as string, "utf8")).toBe("a");
  expect(made).toEqual(["a"]);
});

test("one that no job needs goes an hour after it was last asked for, and one that a job needs stays", async () => {
  for (const sign of ["a", "b"]) await kept.keep(release(sign), hashes());
  const now = Date.now();
  await kept.sweep(hashes("b"), new Date(now + HOUR - 60_000), HOUR);
  expect(onDisk()).toEqual(["a", "b"]);
  await kept.sweep(hashes("b"), new Date(now + HOUR + 60_000), HOUR);
  expect(onDisk()).toEqual(["b"]);
  await kept.sweep(hashes(), new Date(now), 0);
  expect(onDisk()).toEqual([]);
});

test("four are kept: one that no job needs makes room, and where all are needed a further one is refused", async () => {
  const all = ["a", "b", "c", "d"];
  expect(all).toHaveLength(JOB_LIMITS.keptReleasesMax);
  for (const sign of all) await kept.keep(release(sign), hashes(...all));
  await expect(kept.keep(release("e"), hashes(...all))).rejects.toThrow("Send the file again when one of them is done");
  await kept.keep(release("e"), hashes("b", "c", "d"));
  expect([...onDisk()].sort()).toEqual(["b", "c", "d", "e"]);
});

test("one that cannot be kept leaves nothing in its place, and the next try makes it", async () => {
  const broken = { ...release("a"), keepAt: () => Promise.reject(new Error("broken")) };
  await expect(kept.keep(broken, hashes())).rejects.toThrow("broken");
  await kept.keep(release("a"), hashes());
  expect(made).toEqual(["a"]);
});

test("none is kept on a disk that has no room for it", async () => {
  kept = new KeptReleases(home.path, { ...JOB_SPACE, freeBytesMin: Number.MAX_SAFE_INTEGER });
  await expect(kept.keep(release("a"), hashes())).rejects.toThrow("The disk of the service is full");
  expect(made).toEqual([]);
});

test("what is used again is kept from then on", async () => {
  await kept.keep(release("a"), hashes());
  const folder = join(home.path, "releases", "a".repeat(64));
  utimesSync(folder, 1, 1);
  await kept.keep(release("a"), hashes());
  await kept.sweep(hashes(), new Date(), HOUR);
  expect(onDisk()).toEqual(["a"]);
});
