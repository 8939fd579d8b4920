import { expect, it } from "vitest";
import { factor } from "../../../src/core/money/factor.ts";
import { constant, words } from "../../../src/pricing/worksheet/calculation.ts";
import { wordsText } from "../../../src/pricing/worksheet/line.ts";

const NOTATION = { dollarSignInParentheses: true };
const TWO = constant("xx 1", factor("2"));

it("texts between words are words, values stay values", () => {
  const said = words`note: ${"271"} has ${TWO} units, ${"0"}${TWO}${"!"}`;
  expect(said.terms).toEqual([TWO, TWO]);
  expect(wordsText(said, NOTATION)).toBe("note: 271 has 2 units, 02!");
});

it("words alone are the line", () => {
  expect(wordsText(words`no capital add-on is published`, NOTATION)).toBe("no capital add-on is published");
});
