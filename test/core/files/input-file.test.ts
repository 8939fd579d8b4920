import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { refuseNoFile } from "../../../src/core/files/reading.ts";

const folder = mkdtempSync(join(tmpdir(), "ratebook-input-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("only a file is read: a FIFO would wait for ever", () => {
  const [file, fifo] = [join(folder, "fees.csv"), join(folder, "fifo")];
  writeFileSync(file, "Code,Fee");
  execFileSync("mkfifo", [fifo]);
  expect(() => refuseNoFile(file)).not.toThrow();
  expect(() => refuseNoFile(fifo)).toThrow(`${fifo} is a FIFO, not a file. Name a file.`);
  expect(() => refuseNoFile(folder)).toThrow(`${folder} is a folder, not a file. Name a file.`);
  expect(() => refuseNoFile(join(folder, "none"))).toThrow("There is no file");
});
