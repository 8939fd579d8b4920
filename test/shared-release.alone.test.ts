import { appendFileSync, cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { SAMPLE } from "./cli/support/ratebook.ts";
import { temporaryFolder } from "./serve/operations/support/running-server.ts";
import { sharedRelease } from "./support/shared-release.ts";
import { SHARED_RELEASES_VARIABLE } from "./support/suite/shared-releases.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
afterEach(() => {
  vi.unstubAllEnvs();
});

function georgia(name: string): string {
  const dataset = join(folder.path, name);
  for (const part of ["dataset.json", "ga", "common"])
    cpSync(join(SAMPLE, part), join(dataset, part), { recursive: true });
  return dataset;
}

it("the same files are one release wherever they are, and a line more is another", async () => {
  const { file } = await sharedRelease(georgia("one"));
  expect((await sharedRelease(georgia("two"))).file).toBe(file);
  const longer = georgia("three");
  appendFileSync(join(longer, "ga/providers.csv"), "\n");
  expect((await sharedRelease(longer)).file).not.toBe(file);
});

it("without a folder to share, a release is compiled for one test and gone after it", async () => {
  const shared = await sharedRelease(georgia("four"));
  vi.stubEnv(SHARED_RELEASES_VARIABLE, "");
  const own = await sharedRelease(georgia("four"));
  expect(own.file).not.toBe(shared.file);
  own.discard();
  shared.discard();
  expect([own, shared].map(({ file }) => existsSync(file))).toEqual([false, true]);
});
