import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sampleRelease } from "../../../src/cli/sample.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { ROOT } from "../support/ratebook.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

test.skipIf(process.platform === "win32")("every folder that is made for the sample is its user's alone", async () => {
  const work = join(folder.path, ".ratebook", "sample");
  const release = await sampleRelease(ROOT, work);
  expect(existsSync(release)).toBe(true);
  for (const made of [work, join(work, "..")]) expect(statSync(made).mode & 0o777).toBe(0o700);
});
