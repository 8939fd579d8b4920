import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { writeWhole } from "../../src/files/write-whole.ts";

/** What the system takes at a time, as a disk that is nearly full or a pipe does. */
const TAKEN_AT_ONCE = 3;

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:fs")>();
  const writeSync = (descriptor: number, bytes: Uint8Array, offset: number) =>
    real.writeSync(descriptor, bytes, offset, Math.min(TAKEN_AT_ONCE, bytes.length - offset));
  return { ...real, writeSync };
});

test.each(["", "a", "abc", "abcd", "ten bytes!"])("all of %j is written, however little is taken at a time", (text) => {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-write-whole-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "written");
  const descriptor = openSync(file, "w");
  writeWhole(descriptor, Buffer.from(text));
  closeSync(descriptor);
  expect(readFileSync(file, "utf8")).toBe(text);
});
