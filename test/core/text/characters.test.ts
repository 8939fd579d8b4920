import { expect, it } from "vitest";
import { isLongerThan } from "../../../src/core/text/encoding.ts";

it.each([
  ["", 0, false],
  ["abc", 3, false],
  ["abcd", 3, true],
  // Two UTF-16 units each.
  ["\u{1F600}\u{1F600}\u{1F600}", 3, false],
  ["\u{1F600}\u{1F600}\u{1F600}\u{1F600}", 3, true],
  ["\u{1F600}abcd", 4, true],
  // An accent of its own is a character.
  ["e\u0301", 1, true],
])("%j is longer than %d characters: %s", (text, charactersMax, isLonger) => {
  expect(isLongerThan(text, charactersMax)).toBe(isLonger);
});
