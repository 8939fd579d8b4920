import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolders } from "../../../src/core/files/writing.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-folders-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

test("what is missing is made, with the mode that was asked for", () => {
  const deep = join(folder, "a", "b");
  makeFolders(deep, 0o700);
  for (const made of [join(folder, "a"), deep]) expect(statSync(made).mode & 0o777).toBe(0o700);
});

test("what is there stays as it is, a link to a folder included", () => {
  mkdirSync(join(folder, "real"));
  symlinkSync("real", join(folder, "link"));
  makeFolders(join(folder, "link"));
  makeFolders(join(folder, "link", "below"));
  expect(existsSync(join(folder, "real", "below"))).toBe(true);
});

test("a file in the way is named", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(() => makeFolders(file)).toThrow(/EEXIST.*file'$/);
  expect(() => makeFolders(join(file, "below"))).toThrow(/file/);
});

test.runIf(existsSync("/proc/self"))("a place where nothing can be made is not tried for ever", () => {
  expect(() => makeFolders("/proc/ratebook-test/home")).toThrow(/'\/proc\/ratebook-test'/);
});
