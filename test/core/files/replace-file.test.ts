import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { replaceFile, replaceFileLater } from "../../../src/core/files/replace-file.ts";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-replace-"));
  path = join(folder, "status.json");
});

afterEach(() => rmSync(folder, { recursive: true }));

describe.each([
  ["at once", async (...[at, text, options]: Parameters<typeof replaceFile>) => replaceFile(at, text, options)],
  [
    "later",
    (...[at, text, options]: Parameters<typeof replaceFile>) =>
      replaceFileLater(at, (file) => file.writeFile(text), options),
  ],
])("a file that is replaced %s", (_, replace) => {
  test("holds the text, has the mode, and nothing is left beside it", async () => {
    writeFileSync(path, "before");
    await replace(path, "after", { mode: 0o600 });
    expect(readFileSync(path, "utf8")).toBe("after");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["status.json"]);
  });

  test("is written without a flush as well", async () => {
    await replace(path, "after", { flush: false });
    expect(readFileSync(path, "utf8")).toBe("after");
  });

  test("takes the place of a draft that a crash has left, and of a link, which is not written through", async () => {
    const other = join(folder, "other");
    writeFileSync(other, "another file");
    symlinkSync(other, `${path}.partial`);
    await replace(path, "after");
    expect(readFileSync(other, "utf8")).toBe("another file");
    expect(readdirSync(folder).sort()).toEqual(["other", "status.json"]);
  });

  test("stays as it was when the draft cannot be put in its place", async () => {
    mkdirSync(path);
    await expect(replace(path, "after", { draft: join(folder, "mine") })).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(readdirSync(folder)).toEqual(["status.json"]);
  });
});

test("what fails while it writes leaves the file that was there, and no draft", async () => {
  writeFileSync(path, "before");
  const write = replaceFileLater(path, async (file) => {
    await file.writeFile("half");
    throw new Error("no more");
  });
  await expect(write).rejects.toThrow("no more");
  expect(readFileSync(path, "utf8")).toBe("before");
  expect(readdirSync(folder)).toEqual(["status.json"]);
});
