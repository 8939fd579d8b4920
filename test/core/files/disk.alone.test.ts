import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type DiskState, diskStateAt, WatchedDisk } from "../../../src/core/files/disk.ts";

const ROOMY: DiskState = { freeBytes: 7, isWritable: true };

describe("A disk", () => {
  it("of a folder that does not exist yet is that of the folder above", async () => {
    const folder = temporaryFolder();
    const { freeBytes, isWritable } = await diskStateAt(join(folder, "not", "yet"));
    expect(freeBytes).toBeGreaterThan(0);
    expect(isWritable).toBe(true);
  });
});

describe("A watched disk", () => {
  afterEach(() => vi.useRealTimers());

  it("is unknown until it has answered, and never waited for", async () => {
    const asked: string[] = [];
    const answers: ((state: DiskState) => void)[] = [];
    const disk = watched((folder) => {
      asked.push(folder);
      return new Promise((resolve) => answers.push(resolve));
    });
    expect([disk.state, disk.state]).toEqual([null, null]);
    expect(asked).toEqual(["home"]);
    answers[0]?.(ROOMY);
    await expect.poll(() => disk.state).toEqual(ROOMY);
    expect(asked).toEqual(["home"]);
  });

  it("is unknown when it cannot be read", async () => {
    let answer: () => Promise<DiskState> = async () => ROOMY;
    const disk = watched(() => answer());
    await expect.poll(() => disk.state).toEqual(ROOMY);
    answer = () => Promise.reject(new Error("EIO"));
    await disk.look();
    expect(disk.state).toBeNull();
  });

  it("is looked at whether or not somebody reads it, and unknown when it hangs", async () => {
    vi.useFakeTimers();
    const looks: Promise<DiskState>[] = [
      Promise.resolve(ROOMY),
      Promise.resolve({ ...ROOMY, freeBytes: 0 }),
      new Promise(() => {}),
    ];
    const disk = watched(() => looks.shift() as Promise<DiskState>);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(disk.state).toEqual(ROOMY);
    await vi.advanceTimersByTimeAsync(1);
    expect(disk.state).toEqual({ ...ROOMY, freeBytes: 0 });
    await vi.advanceTimersByTimeAsync(30_001);
    expect(disk.state).toBeNull();
  });
});

function watched(look: (folder: string) => Promise<DiskState>): WatchedDisk {
  const disk = new WatchedDisk("home", look);
  onTestFinished(() => disk.close());
  return disk;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-disk-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
