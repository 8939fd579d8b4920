import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { RepricingTally } from "../../../src/reprice/pricing/tally.ts";
import { pathsFor, RunFiles, type RunPaths } from "../../../src/reprice/writing/run-files.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const DESCRIPTORS = "/proc/self/fd";

let place: string;
let paths: RunPaths;

beforeEach(() => {
  place = mkdtempSync(join(folder.path, "run-"));
  paths = pathsFor(join(place, "out.csv"));
});

/** The files that this process holds open there; elsewhere than on Linux nobody tells. */
function heldOpen(): readonly string[] {
  if (!existsSync(DESCRIPTORS)) return [];
  return readdirSync(DESCRIPTORS).flatMap((descriptor) => {
    try {
      const path = readlinkSync(join(DESCRIPTORS, descriptor));
      return path.startsWith(place) ? [path] : [];
    } catch {
      // Such as the one that the list itself was read with.
      return [];
    }
  });
}

const HEADERS = { output: "npi\n", faults: "fault_line,npi\n" };

describe("A run that cannot begin leaves nothing behind and nothing open", () => {
  it.each([
    ["the results", () => paths.outPartial],
    ["the faults", () => paths.faultsPartial],
  ])("because a folder stands where %s are to be written", async (_what, path) => {
    mkdirSync(path());
    await expect(RunFiles.begin(paths, HEADERS)).rejects.toThrow(`${path()} cannot be written (EISDIR`);
    expect(readdirSync(place).map((name) => join(place, name))).toEqual([path()]);
    expect(heldOpen()).toEqual([]);
  });

  it.each([
    ["the results", 0, () => paths.outPartial],
    ["the faults", 1, () => paths.faultsPartial],
  ])("because the disk is full where %s are to be written", async (_what, writesBefore, path) => {
    const handle = await open(join(place, "any"), "w");
    const write = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, "write");
    await handle.close();
    rmSync(join(place, "any"));
    for (let count = 0; count < writesBefore; count += 1) write.mockResolvedValueOnce({ bytesWritten: 4, buffer: "" });
    write.mockRejectedValueOnce(Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" }));
    await expect(RunFiles.begin(paths, HEADERS)).rejects.toThrow(`${path()} cannot be written (ENOSPC`);
    write.mockRestore();
    expect(readdirSync(place)).toEqual([]);
    expect(heldOpen()).toEqual([]);
  });
});

it.skipIf(process.platform === "win32")(
  "A link or a FIFO in the way goes, and nothing is written through it",
  async () => {
    writeFileSync(join(place, "victim"), "untouched");
    symlinkSync(join(place, "victim"), paths.outPartial);
    execFileSync("mkfifo", [paths.faultsPartial]);
    const files = await RunFiles.begin(paths, HEADERS);
    await files.keep(false);
    expect(readFileSync(join(place, "victim"), "utf8")).toBe("untouched");
    expect(lstatSync(paths.out).isFile()).toBe(true);
  },
);

it("A run that cannot go on keeps what is there and leaves nothing open", async () => {
  const files = await RunFiles.begin(paths, HEADERS);
  const { outputBytes } = files;
  // One fault was written after the header.
  const faultsBytes = files.faultsBytes + 10;
  expect(heldOpen()).toHaveLength(existsSync(DESCRIPTORS) ? 2 : 0);
  await files.close();
  rmSync(paths.faultsPartial);
  const start = { line: 2, offset: outputBytes };
  const checkpoint = { run: {}, today: "2026-11-15" as Day, place: start, outputBytes, faultsBytes };
  await expect(
    RunFiles.goOn(paths, { ...checkpoint, tally: new RepricingTally().record() }, HEADERS.faults),
  ).rejects.toThrow(`${paths.faultsPartial} has 0 of the ${faultsBytes} bytes`);
  expect(readdirSync(place)).toEqual(["out.csv.partial"]);
  expect(heldOpen()).toEqual([]);
});

it("A run without faults goes on although it was cut off when their empty file was gone already", async () => {
  const files = await RunFiles.begin(paths, HEADERS);
  const { outputBytes, faultsBytes } = files;
  await files.close();
  rmSync(paths.faultsPartial);
  const start = { line: 2, offset: outputBytes };
  const checkpoint = { run: {}, today: "2026-11-15" as Day, place: start, outputBytes, faultsBytes };
  const resumed = await RunFiles.goOn(paths, { ...checkpoint, tally: new RepricingTally().record() }, HEADERS.faults);
  await resumed.keep(false);
  expect(readdirSync(place)).toEqual(["out.csv"]);
});
