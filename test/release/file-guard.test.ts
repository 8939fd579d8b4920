import {
  appendFileSync,
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { buildRelease } from "../../src/release/build.ts";
import { openRelease, openSharedRelease } from "../../src/release/open.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import type { Damage } from "../../src/release/soundness.ts";
import { SOON } from "../support/waiting.ts";
import { fees, temporaryFolder, testState, writeDataset } from "./test-state.ts";

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

const NEVER = new AbortController().signal;

describe("the guard of an open release", () => {
  test("sees a file that nobody touched", async () => {
    expect(release.guard.look()).toBe("unchanged");
    for (let count = 0; count < 5; count += 1) await release.guard.scrub();
    expect(damages).toEqual([]);
  });

  test("sees at once that the file has another size, and tells it once", () => {
    appendFileSync(path, "x");
    release.guard.look();
    release.guard.look();
    expect(damages).toEqual([{ file: path, place: "the file", cause: "the file was written to" }]);
  });

  test("proves a file again that was written over with as many bytes, and finds that it is another", async () => {
    overwrite();
    release.guard.look();
    await vi.waitFor(() => expect(damages).toHaveLength(1), SOON);
    expect(damages[0]?.cause).toMatch(/is damaged: bytes 0 to 262143 are not those that were built/);
  });

  test("serves on from a file that was only touched, once it is proved again also for other threads", async () => {
    const before = release.shared.identity;
    utimesSync(path, 2_000, 2_000);
    expect(release.guard.look()).toBe("unchanged");
    // Told at once, it would be here already.
    expect(damages).toEqual([]);
    await vi.waitFor(() => expect(release.shared.identity.written).toBe(2_000_000_000_000n), SOON);
    expect(before.written).toBe(1_000_000_000_000n);
    openSharedRelease(structuredClone(release.shared), [testState]).close();
    expect(release.guard.look()).toBe("unchanged");
    expect(damages).toEqual([]);
  });

  test("that a cell is nowhere is believed of a file that was touched, and not of one that was written over", () => {
    const { data } = release.states.get("zz") as StateInRelease;
    utimesSync(path, 2_000, 2_000);
    expect(data.hasRows(fees, { column: "code", text: "none" })).toBe(false);
    expect(damages).toEqual([]);
    overwrite();
    expect(() => data.hasRows(fees, { column: "code", text: "nobody" })).toThrow("the file was written to");
    expect(damages).toHaveLength(1);
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

  test("links the file that is open to another path, unless its own path leads to another one; then it can be copied", async () => {
    const kept = `${path}.kept`;
    expect(await release.guard.linkAt(kept)).toBe(true);
    expect(statSync(kept).ino).toBe(statSync(path).ino);
    rmSync(kept);
    writeFileSync(`${path}.new`, "another one");
    renameSync(`${path}.new`, path);
    expect(await release.guard.linkAt(kept)).toBe(false);
    expect(existsSync(kept)).toBe(false);
    await release.guard.copyTo(kept, NEVER);
    expect(readFileSync(kept).equals(readFileSync(sound))).toBe(true);
    openRelease(kept, [testState]).close();
    rmSync(kept);
    await expect(release.guard.copyTo(kept, AbortSignal.abort())).rejects.toThrow("aborted");
    rmSync(kept, { force: true });
    expect(damages).toEqual([]);
  });

  test.each([
    ["a relative symbolic link", "release.db"],
    ["an absolute symbolic link", path],
  ])(
    "links the file itself where it was opened through %s, so that the file stays when the release is deleted",
    async (_what, target) => {
      const [active, kept] = [join(folder, "active.db"), join(folder, "kept", "release.db")];
      mkdirSync(join(folder, "kept"));
      symlinkSync(target, active);
      const opened = openRelease(active, [testState]);
      try {
        expect(await opened.guard.linkAt(kept)).toBe(true);
        expect(lstatSync(kept).isFile()).toBe(true);
        expect(lstatSync(kept).ino).toBe(statSync(path).ino);
        rmSync(path);
        openRelease(kept, [testState]).close();
      } finally {
        opened.close();
        rmSync(active);
        rmSync(join(folder, "kept"), { recursive: true });
      }
    },
  );

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
