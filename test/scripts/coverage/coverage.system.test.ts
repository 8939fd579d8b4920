import { expect, it } from "vitest";
import { byModule, type Counts } from "../../../scripts/coverage/by-module.ts";
import { coverageTable } from "../../../scripts/coverage/table.ts";

const counts = (covered: number, total: number): Counts => ({
  lines: { total, covered },
  branches: { total: 0, covered: 0 },
  functions: { total: total * 2, covered },
});

const FILES = {
  "/clone/src/states/ny/outpatient/lookup.ts": counts(1, 2),
  "/clone/src/states/index.ts": counts(1, 1),
  "/clone/src/core/money/round.ts": counts(1999, 2000),
  "/clone/src/states/ca/tables.ts": counts(3, 4),
  "/clone/src/core/money/money.ts": counts(1, 1),
};

it("adds files up by module, a state being a module of its own", () => {
  const modules = byModule("/clone", FILES).map(({ name, files, counts: { lines } }) => [name, files, lines.covered]);
  expect(modules).toEqual([
    ["src/core/money", 2, 2000],
    ["src/states", 1, 1],
    ["src/states/ca", 1, 3],
    ["src/states/ny", 1, 1],
  ]);
});

it("prints a row for each module, and calls nothing whole that lacks a line", () => {
  expect(coverageTable(byModule("/clone", FILES)).split("\n")).toEqual([
    "| Module | Files | Lines | Branches | Functions |",
    "| --- | ---: | ---: | ---: | ---: |",
    "| `src/core/money` | 2 | 99.9 % | - | 49.9 % |",
    "| `src/states` | 1 | 100.0 % | - | 50.0 % |",
    "| `src/states/ca` | 1 | 75.0 % | - | 37.5 % |",
    "| `src/states/ny` | 1 | 50.0 % | - | 25.0 % |",
    "| together | 5 | 99.8 % | - | 49.9 % |",
  ]);
});
