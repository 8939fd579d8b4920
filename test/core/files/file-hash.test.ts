import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sha256, sha256Of } from "../../../src/core/files/file-hash.ts";

/** FIPS 180-2, appendix B.1. */
const OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

test("a text, its bytes and a file of them have the same hash", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-file-hash-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "abc");
  writeFileSync(file, "abc");
  let told = 0;
  const ofFile = await sha256Of(file, (bytes) => {
    told += bytes;
  });
  expect([sha256("abc"), sha256(Buffer.from("abc")), ofFile]).toEqual([OF_ABC, OF_ABC, OF_ABC]);
  expect(told).toBe(3);
});
