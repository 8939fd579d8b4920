import { mkdirSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fileStates, isSame, leftovers, neitherOldNorNew } from "../../scripts/faults/file-states.ts";
import { newWorkspace } from "./support.ts";

it("a file is old, new or broken; what a command leaves of its own is a leftover", () => {
  const folder = newWorkspace().fresh("files");
  writeFileSync(`${folder}/a.csv`, "old");
  const before = fileStates(folder);
  writeFileSync(`${folder}/a.csv`, "new");
  const after = fileStates(folder);
  expect(isSame(before, after)).toBe(false);
  expect(neitherOldNorNew(after, before, after)).toEqual([]);

  writeFileSync(`${folder}/a.csv`, "half");
  expect(neitherOldNorNew(fileStates(folder), before, after)).toHaveLength(1);

  writeFileSync(`${folder}/rates.db`, "no release");
  expect(fileStates(folder).get("rates.db")).toContain("broken: ");
  mkdirSync(`${folder}/.import`);
  writeFileSync(`${folder}/rates.db.1.partial`, "");
  expect(leftovers(folder).toSorted()).toEqual([".import", "rates.db.1.partial"]);
});
