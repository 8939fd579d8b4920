import { expect, test } from "vitest";
import { decimal, money } from "../../src/dataset/column.ts";
import { Factor } from "../../src/money/factor.ts";
import { Refusal } from "../../src/text/refusal.ts";

test("a figure of more characters than any that is published is refused: JSON has no such number", () => {
  expect(decimal().read("9".repeat(40))).toBeInstanceOf(Factor);
  for (const column of [decimal(), money()]) {
    expect(column.read("9".repeat(41))).toEqual(new Refusal("a figure of at most 40 characters"));
  }
});
