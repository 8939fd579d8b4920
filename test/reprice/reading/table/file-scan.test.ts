import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { scanFile } from "../../../../src/reprice/reading/input-file.ts";
import { temporaryFolder } from "../../../serve/operations/support/running-server.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const MEGABYTE = 1 << 20;

async function scanned(bytes: Buffer) {
  const path = join(folder.path, "in");
  writeFileSync(path, bytes);
  return await scanFile(path, "claims");
}

/** A file is read a megabyte at a time, so that this text lies across the border by so many of its bytes. */
function acrossTheBorder(text: string, before: number): Buffer {
  return Buffer.concat([Buffer.alloc(MEGABYTE - before, "a"), Buffer.from(text), Buffer.from("end")]);
}

describe("A scan of a file", () => {
  it("knows it by all of its bytes", async () => {
    const bytes = Buffer.alloc(3 * MEGABYTE, "x");
    const edited = Buffer.from(bytes);
    edited[2 * MEGABYTE + 5] = 121;
    const one = await scanned(bytes);
    expect(one.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect((await scanned(edited)).sha256).not.toBe(one.sha256);
    expect(one).toMatchObject({ size: bytes.length, isUtf8: true });
    expect(one.head).toEqual(bytes.subarray(0, 64 * 1024));
  });

  it.each([
    ["ñ", 1],
    ["€", 1],
    ["€", 2],
    ["𝄞", 1],
    ["𝄞", 2],
    ["𝄞", 3],
  ])("takes %s for UTF-8 with %i of its bytes before a border", async (character, before) => {
    expect((await scanned(acrossTheBorder(character, before))).isUtf8).toBe(true);
  });

  it.each([
    ["a byte of Windows-1252 in the last place", Buffer.from("Pe\xf1", "latin1")],
    [
      "half a character at the border",
      Buffer.concat([Buffer.alloc(MEGABYTE - 1, "a"), Buffer.from("\xc3a", "latin1")]),
    ],
    ["half a character at the end", Buffer.from("\xe2\x82", "latin1")],
  ])("does not take %s for UTF-8", async (_what, bytes) => {
    expect((await scanned(bytes)).isUtf8).toBe(false);
  });

  it("refuses what is no file, and what is not there", async () => {
    await expect(scanFile(folder.path, "claims")).rejects.toThrow(
      "claims is not a file. Name a file on disk, or - to read standard input.",
    );
    await expect(scanFile(join(folder.path, "none"), "claims")).rejects.toThrow("claims does not exist.");
  });
});
