import type { Operator } from "../../../src/pricing/worksheet/calculation.ts";
import { computed, type Ratio, ratio } from "./ratio.ts";

/*
 * A reader of formulas as `calculation_method` prints them, who has never seen the expression behind the text: products
 * before sums, both from left to right, a choice as far as its text goes, and parentheses first. Of a figure with a name
 * it takes the value in the parentheses behind the name.
 */

const CHOICES: readonly (readonly [lead: string, operator: Operator])[] = [
  ["lesser of ", "min"],
  ["greater of ", "max"],
];

const VALUE = /^\$?(-?[0-9]+(?:\.[0-9]+)?)/;
const NAMED = /^[A-Za-z][A-Za-z0-9 -]*? \(\$?(-?[0-9]+(?:\.[0-9]+)?)[^)]*\)/;

export function valueOfText(text: string): Ratio {
  let rest = text;

  function taken(token: string): boolean {
    if (!rest.startsWith(token)) return false;
    rest = rest.slice(token.length);
    return true;
  }

  function expected(token: string): void {
    if (!taken(token)) throw new Error(`"${token}" expected before "${rest}" in "${text}"`);
  }

  function chain(argument: () => Ratio, signs: readonly (readonly [sign: string, operator: Operator])[]): Ratio {
    let value = argument();
    for (;;) {
      const next = signs.find(([sign]) => taken(sign));
      if (next === undefined) return value;
      value = computed(next[1], [value, argument()]);
    }
  }

  function sum(): Ratio {
    return chain(product, [
      [" + ", "add"],
      [" - ", "subtract"],
    ]);
  }

  function product(): Ratio {
    return chain(argument, [
      [" x ", "multiply"],
      [" / ", "divide"],
    ]);
  }

  function argument(): Ratio {
    if (taken("(")) {
      const value = sum();
      expected(")");
      return value;
    }
    const choice = CHOICES.find(([lead]) => taken(lead));
    if (choice !== undefined) {
      const first = sum();
      expected(" and ");
      return computed(choice[1], [first, sum()]);
    }
    const [whole, digits] = VALUE.exec(rest) ?? NAMED.exec(rest) ?? [];
    if (whole === undefined || digits === undefined) throw new Error(`No value before "${rest}" in "${text}"`);
    rest = rest.slice(whole.length);
    return ratio(digits);
  }

  const value = sum();
  if (rest !== "") throw new Error(`"${rest}" is left of "${text}"`);
  return value;
}
