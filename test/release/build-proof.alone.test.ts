import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { isFailure } from "../../src/core/runtime/failure.ts";
import { buildRelease } from "../../src/release/build.ts";
import * as seal from "../../src/release/seal.ts";
import { temporaryFolder, testState, writeDataset } from "./test-state.ts";

vi.mock(import("../../src/release/seal.ts"), async (original) => {
  const actual = await original();
  return { ...actual, sealFile: vi.fn(actual.sealFile) };
});

/** A disk that keeps another price than it was given. */
function spoil(file: string): void {
  const bytes = readFileSync(file);
  bytes.write("90.50", bytes.indexOf("10.50"));
  writeFileSync(file, bytes);
}

test("a build reads its file once more, and refuses one that is not what it wrote; the earlier one stays", async () => {
  const out = join(temporaryFolder(), "release.db");
  writeFileSync(out, "the earlier one");
  const { sealFile } = await vi.importActual<typeof seal>("../../src/release/seal.ts");
  vi.mocked(seal.sealFile).mockImplementation((file) => {
    sealFile(file);
    spoil(file);
  });
  const error = await buildRelease({ dataset: writeDataset(), out, states: [testState] }).catch((thrown) => thrown);
  expect(isFailure(error)).toBe(true);
  expect(error.message).toMatch(
    /release\.db was not written: what was read back is damaged: bytes 0 to 262143 are not/,
  );
  expect(readFileSync(out, "utf8")).toBe("the earlier one");
  expect(readdirSync(join(out, ".."))).toEqual(["release.db"]);
});
