import { expect, test } from "vitest";
import { countText, grouped, plainCountText, plural } from "../../../src/core/text/plural.ts";

test("one takes the singular, nothing and many the plural", () => {
  expect([0, 1, 2, 11, 21, 101].map((count) => plural(count, "line"))).toEqual([
    "lines",
    "line",
    "lines",
    "lines",
    "lines",
    "lines",
  ]);
  expect(plural(1, "line is", "lines are")).toBe("line is");
  expect(plural(2, "line is", "lines are")).toBe("lines are");
});

test("a count has separators of thousands, unless it is a plain one", () => {
  expect(grouped(999)).toBe("999");
  expect(grouped(1_234_567)).toBe("1,234,567");
  expect([countText(1, "line"), countText(1204, "line")]).toEqual(["1 line", "1,204 lines"]);
  expect([plainCountText(1, "key has", "keys have"), plainCountText(1204, "key")]).toEqual(["1 key has", "1204 keys"]);
});
