import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { writeWhole } from "../../../src/core/files/writing.ts";

/** What the system takes at a time, as a disk that is nearly full or a pipe does. */
const TAKEN_AT_ONCE = 3;

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:fs")>();
  const writeSync = (descriptor: number, bytes: Uint8Array, offset: number, length: number, place: number | null) =>
    real.writeSync(descriptor, bytes, offset, Math.min(TAKEN_AT_ONCE, length), place);
  return { ...real, writeSync };
});

test.each(["", "a", "abc", "abcd", "ten bytes!"])("all of %j is written, however little is taken at a time", (text) => {
  const file = fileToWrite();
  const descriptor = openSync(file, "w");
  writeWhole(descriptor, Buffer.from(text));
  closeSync(descriptor);
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("all is written at the place that is asked for", () => {
  const file = fileToWrite();
  writeFileSync(file, "content, then what is written over");
  const descriptor = openSync(file, "r+");
  writeWhole(descriptor, Buffer.from("a seal"), "content".length);
  closeSync(descriptor);
  expect(readFileSync(file, "utf8")).toBe("contenta seal what is written over");
});

function fileToWrite(): string {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-write-whole-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "written");
}
