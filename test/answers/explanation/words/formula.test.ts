import { expect, it } from "vitest";
import { formulaText } from "../../../../src/answers/explanation/record-words.ts";
import type { Expression } from "../../../../src/answers/explanation/schema.ts";
import type { Operator } from "../../../../src/pricing/worksheet/calculation.ts";

const a = { ref: "a" };
const b = { ref: "b" };
const c = { ref: "c" };

function of(op: Operator, ...args: readonly Expression[]): Expression {
  return { op, of: args };
}

it.each([
  [of("multiply", a, b, c), "a x b x c"],
  [of("multiply", of("subtract", a, b), c), "(a - b) x c"],
  [of("add", of("multiply", a, b), c), "a x b + c"],
  [of("subtract", a, of("add", b, c)), "a - (b + c)"],
  [of("subtract", of("add", a, b), c), "a + b - c"],
  [of("divide", of("multiply", a, b), c), "a x b / c"],
  [of("divide", a, of("multiply", b, c)), "a / (b x c)"],
  [of("multiply", a, of("divide", b, c)), "a x (b / c)"],
  [of("min", of("add", a, b), c), "lesser of a + b and c"],
  [of("multiply", of("max", a, b), c), "(greater of a and b) x c"],
  [of("add", of("min", a, b), c), "(lesser of a and b) + c"],
  [a, "a"],
])("%j reads %s", (expression, text) => {
  expect(formulaText(expression, (id) => id)).toBe(text);
});
