import { expect, it } from "vitest";
import { isLess, leastAfter, versionOf } from "../../../scripts/release/version.ts";

it.each([
  ["0.9.9", "0.10.0", true],
  ["1.0.0", "1.0.1", true],
  ["1.9.0", "2.0.0", true],
  ["1.0.0", "1.0.0", false],
  ["2.0.0", "1.9.9", false],
])("%s is less than %s: %s", (one, other, expected) => {
  expect(isLess(versionOf(one), versionOf(other))).toBe(expected);
});

it.each([
  ["0.4.2", false, "0.4.3"],
  ["0.4.2", true, "0.5.0"],
  ["1.4.2", false, "1.4.3"],
  ["1.4.2", true, "2.0.0"],
])("after %s (answers changed: %s) comes %s at least", (current, hasChangedAnswers, least) => {
  expect(leastAfter(versionOf(current), hasChangedAnswers).join(".")).toBe(least);
});
