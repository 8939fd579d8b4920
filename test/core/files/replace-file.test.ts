import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { replaceFile, replaceFileLater, writeAlone } from "../../../src/core/files/replace-file.ts";

const folder = mkdtempSync(join(tmpdir(), "ratebook-replace-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a second command is refused while the first one writes to the same file, which then has all of it", async () => {
  const out = join(folder, "list.csv");
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const first = writeAlone(out, "price-list", async (target) => {
    await mayEnd;
    replaceFile(target, "the first");
  });
  await expect(writeAlone(out, "price-list", async () => {})).rejects.toThrow(/list\.csv/);
  end();
  await first;
  expect(readFileSync(out, "utf8")).toBe("the first");
  await writeAlone(out, "price-list", async (target) => replaceFile(target, "the next"));
  expect(readFileSync(out, "utf8")).toBe("the next");
});

test("a link stays a link and leads to the new content, and a folder is refused", async () => {
  writeFileSync(join(folder, "target.csv"), "old");
  const link = join(folder, "link.csv");
  symlinkSync("target.csv", link);
  await writeAlone(link, "price-list", async (target) => replaceFile(target, "new"));
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, "target.csv"), "utf8")).toBe("new");
  await expect(writeAlone(folder, "price-list", async () => {})).rejects.toThrow("only a file is replaced");
});

test("a new file never replaces one that appeared meanwhile, and the draft is gone", async () => {
  const out = join(folder, "new.csv");
  replaceFile(out, "the first", { newBy: "--out" });
  expect(() => replaceFile(out, "the second", { newBy: "--out" })).toThrow(
    `${out} exists. Choose another --out, or replace it with --force.`,
  );
  const later = replaceFileLater(out, (file) => file.write("the third"), { newBy: "--out" });
  await expect(later).rejects.toThrow("exists. Choose another --out");
  expect(readFileSync(out, "utf8")).toBe("the first");
  expect(existsSync(`${out}.partial`)).toBe(false);
  replaceFile(out, "by force");
  expect(readFileSync(out, "utf8")).toBe("by force");
});
