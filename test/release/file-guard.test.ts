import {
  chmodSync,
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { buildRelease } from "../../src/release/build.ts";
import type { Damage } from "../../src/release/damaged.ts";
import { openRelease } from "../../src/release/open.ts";
import type { Release } from "../../src/release/release.ts";
import { temporaryFolder, testState, writeDataset } from "./test-state.ts";

const SOON = { timeout: 20_000, interval: 20 };
const folder = temporaryFolder();
const sound = join(folder, "sound.db");
const path = join(folder, "release.db");
let release: Release;
let damages: Damage[];

beforeAll(async () => {
  await buildRelease({ dataset: writeDataset(), out: sound, states: [testState] });
});

beforeEach(() => {
  rmSync(path, { force: true });
  copyFileSync(sound, path);
  utimesSync(path, 1_000, 1_000);
  release = openRelease(path, [testState]);
  damages = [];
  release.guard.soundness.watch((damage) => damages.push(damage));
});

afterEach(() => release.close());

function overwrite(): void {
  const bytes = readFileSync(path);
  const at = bytes.indexOf("10.50");
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, "90.50", at);
  closeSync(descriptor);
}

describe("the guard of an open release", () => {
  test("sees a file that nobody touched", async () => {
    expect(release.guard.look()).toBe("unchanged");
    for (let count = 0; count < 5; count += 1) await release.guard.scrub();
    expect(damages).toEqual([]);
  });

  test("sees at once that the content was written to, and tells it once", () => {
    overwrite();
    release.guard.look();
    release.guard.look();
    expect(damages).toEqual([{ file: path, place: "the file", cause: "the file was written to" }]);
  });

  test("sees another file at the path, or none, and that the one that is served is sound still", async () => {
    copyFileSync(sound, `${path}.new`);
    renameSync(`${path}.new`, path);
    expect(release.guard.look()).toBe("replaced");
    rmSync(path);
    expect(release.guard.look()).toBe("missing");
    await release.guard.scrub();
    expect(damages).toEqual([]);
  });

  test("proves a file again that was renamed or given other permissions", async () => {
    chmodSync(path, 0o600);
    for (let count = 0; count < 5; count += 1) {
      expect(release.guard.look()).toBe("unchanged");
      await release.guard.scrub();
    }
    expect(damages).toEqual([]);
  });

  test("finds a content that was written to by somebody who set its clock back", async () => {
    overwrite();
    utimesSync(path, 1_000, 1_000);
    expect(statSync(path).mtimeMs).toBe(1_000_000);
    await vi.waitFor(() => {
      release.guard.look();
      expect(damages).toHaveLength(1);
    }, SOON);
    expect(damages[0]?.cause).toMatch(/is damaged: bytes 0 to 262143 are not those that were built/);
  });

  test("finds what has rotted by reading it again", async () => {
    overwrite();
    await release.guard.scrub();
    expect(damages[0]?.cause).toBe("bytes 0 to 262143 are not those that were built");
  });

  test("finds a file that is cut off by reading it again", async () => {
    writeFileSync(path, "");
    await release.guard.scrub();
    expect(damages).toHaveLength(1);
  });
});
