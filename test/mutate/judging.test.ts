import { join } from "node:path";
import { expect, it } from "vitest";
import { judgesFor, judgesOf } from "../../scripts/mutate/judges.ts";
import { optionsOf } from "../../scripts/mutate/options.ts";
import { totalsOf } from "../../scripts/mutate/report.ts";
import { sourceFiles } from "../../scripts/mutate/sources.ts";

const ROOT = join(import.meta.dirname, "../..");

it("the test of the file judges first, then the quickest; those that do not reach the mutant never", () => {
  const judge = (path: string, milliseconds: number, ...reached: number[]) => ({
    path,
    milliseconds,
    reached: new Set(reached),
  });
  const judges = [
    judge("test/states/every-state.test.ts", 9000, 4),
    judge("test/states/ca/worked-examples.test.ts", 700, 4, 5),
    judge("test/core/calendar/day.test.ts", 20, 5),
    judge("test/core/money/rounding.test.ts", 900, 4),
  ];
  expect(judgesFor(4, "src/core/money/rounding.ts", judges).map(({ path }) => path)).toEqual([
    "test/core/money/rounding.test.ts",
    "test/states/ca/worked-examples.test.ts",
    "test/states/every-state.test.ts",
  ]);
});

it("tests of rules judge; those that start processes do so in a thorough run only", () => {
  const usual = judgesOf(ROOT, false);
  const thorough = judgesOf(ROOT, true);
  expect(usual).toContain("test/core/money/arithmetic.test.ts");
  expect(usual).toContain("test/states/ca/worked-examples.test.ts");
  expect(usual).not.toContain("test/serve/operations/server.test.ts");
  expect(thorough).toContain("test/serve/operations/server.test.ts");
  expect(thorough).not.toContain("test/mutate/judging.test.ts");
});

it("rules are mutated, publications are not", () => {
  const files = sourceFiles(ROOT);
  expect(files).toContain("src/states/ny/inpatient/acute.ts");
  expect(files).toContain("src/registry/names/name-index.ts");
  expect(files.filter((path) => path.includes("publications") || path.startsWith("src/serve/http"))).toEqual([]);
});

it("the share leaves equivalent mutants out", () => {
  const totals = totalsOf([
    { kind: "test failed", by: "a" },
    { kind: "timed out", by: "a" },
    { kind: "crashed", by: "a" },
    { kind: "survived", reachedBy: 2 },
    { kind: "equivalent", reason: "b" },
  ]);
  expect(totals).toEqual({
    killed: { "test failed": 1, "timed out": 1, crashed: 1 },
    survived: 1,
    equivalent: 1,
    share: 0.75,
  });
});

it("options that are no numbers are refused by name", () => {
  expect(optionsOf(["--only", "src/core/money", "--only", "src/core/calendar", "--seed", "3"])).toMatchObject({
    seed: 3,
    count: 400,
    only: ["src/core/money", "src/core/calendar"],
  });
  expect(() => optionsOf(["--count", "many"])).toThrow('--count takes a whole number of at least 1, not "many".');
});
