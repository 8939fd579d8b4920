import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { FreeSpace, freeBytesAt } from "../../../src/core/files/free-space.ts";

describe("Free space", () => {
  it("of a folder that does not exist yet is that of the folder above", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ratebook-free-space-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(await freeBytesAt(join(folder, "not", "yet"))).toBeGreaterThan(0);
  });

  it("is unknown until the disk has answered, and never waited for", async () => {
    const asked: string[] = [];
    const answers: ((bytes: number) => void)[] = [];
    const space = new FreeSpace("home", (folder) => {
      asked.push(folder);
      return new Promise((resolve) => answers.push(resolve));
    });
    expect([space.bytes, space.bytes]).toEqual([null, null]);
    expect(asked).toEqual(["home"]);
    answers[0]?.(7);
    await expect.poll(() => space.bytes).toBe(7);
    expect(asked).toEqual(["home"]);
  });

  it("is unknown when the disk cannot be read", async () => {
    let answer: () => Promise<number> = async () => 7;
    const space = new FreeSpace("home", () => answer());
    await expect.poll(() => space.bytes).toBe(7);
    answer = () => Promise.reject(new Error("EIO"));
    await space.refresh();
    expect(space.bytes).toBeNull();
  });
});
