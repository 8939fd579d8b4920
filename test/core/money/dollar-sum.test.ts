import { expect, test } from "vitest";
import { DollarSum } from "../../../src/core/money/dollar-sum.ts";
import { Money } from "../../../src/core/money/money.ts";

const sumOf = (...texts: readonly string[]) =>
  texts.reduce((sum, each) => sum.addText(each), new DollarSum()).total.text;

test("amounts are added to the cent, whatever their form and sign; other texts count as nothing", () => {
  expect(sumOf()).toBe("0.00");
  expect(sumOf("0.10", "0.20", "-0.05")).toBe("0.25");
  expect(sumOf("-0.05")).toBe("-0.05");
  expect(sumOf("12", "1.5", "", "abc", "$3.00")).toBe("13.50");
  expect(new DollarSum().addText("1.00").addSum(new DollarSum().add(new Money(250n))).total.text).toBe("3.50");
});

test("a sum beyond what numbers hold exactly stays exact", () => {
  // 20,000 x 999999999999.99 has 17 digits of cents.
  const sum = new DollarSum();
  for (let line = 0; line < 20_000; line += 1) sum.addText("999999999999.99");
  expect(sum.total.text).toBe("19999999999999800.00");
});
