import { expect, test } from "vitest";
import { Factor } from "../../src/core/money/factor.ts";
import { Refusal } from "../../src/core/text/refusal.ts";
import { decimal, money } from "../../src/dataset/column.ts";

test("a figure of more characters than any that is published is refused: JSON has no such number", () => {
  expect(decimal().read("9".repeat(40))).toBeInstanceOf(Factor);
  for (const column of [decimal(), money()]) {
    expect(column.read("9".repeat(41))).toEqual(new Refusal("a figure of at most 40 characters"));
  }
});
