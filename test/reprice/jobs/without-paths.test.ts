import { expect, test } from "vitest";
import type { ReleaseDescription } from "../../../src/release/release.ts";
import { JOB_LIMITS } from "../../../src/reprice/jobs/limits.ts";
import { withoutPaths } from "../../../src/reprice/jobs/thread-side.ts";

const TASK = {
  input: "/home/rates/jobs/0a1b/input",
  release: { file: "/srv/rates.db", description: {} as ReleaseDescription },
};

test.each([
  ["/home/rates/jobs/0a1b/input:1: There is no column npi.", "line 1: There is no column npi."],
  ["the file:7: There is no column npi.", "line 7: There is no column npi."],
  ['the file: workbook, sheet "May", 4 columns.', 'the file: workbook, sheet "May", 4 columns.'],
  ["/home/rates/jobs/0a1b/input has become shorter.", "the file has become shorter."],
  [
    "/home/rates/jobs/0a1b/results.csv.partial cannot be written (ENOSPC).",
    "results.csv.partial cannot be written (ENOSPC).",
  ],
  ["The release /srv/rates.db was replaced.", "The release was replaced."],
  ["/srv/rates.db is no release.", "the release is no release."],
])("%s", (told, shown) => {
  expect(withoutPaths(told, TASK)).toBe(shown);
});

test("a sentence that quotes a long heading is cut", () => {
  expect(withoutPaths("x".repeat(10_000), TASK)).toHaveLength(JOB_LIMITS.noteLengthMax);
});
