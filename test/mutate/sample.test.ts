import { expect, it } from "vitest";
import { drawn } from "../../scripts/mutate/draw.ts";
import { mutantsOf } from "../../scripts/mutate/mutants.ts";
import { randomNumbers, shuffled } from "../../scripts/mutate/sample.ts";

const LETTERS = ["a", "b", "c", "d", "e", "f", "g", "h"];

it("the numbers of a seed are those of mulberry32, on every machine", () => {
  const next = randomNumbers(1);
  expect([next(), next(), next()].map((number) => number * 2 ** 32)).toEqual([2693262067, 11749833, 2265367787]);
});

it("a seed gives one order, another seed another, and none loses anything", () => {
  expect(shuffled(LETTERS, 7)).toEqual(shuffled(LETTERS, 7));
  expect(shuffled(LETTERS, 7)).not.toEqual(shuffled(LETTERS, 8));
  expect([...shuffled(LETTERS, 7)].sort()).toEqual(LETTERS);
});

it("mutants that do not compile are passed over until there are enough", () => {
  const order = mutantsOf("src/a.ts", "x = [1, 2, 3, 4, 5, 6];");
  const isRefused = (place: number) => place % 3 !== 0;
  const refusals = new Set(order.filter((_, place) => isRefused(place)));
  const { mutants, refused } = drawn(order, 3, (some) => new Set(some.filter((mutant) => refusals.has(mutant))));
  expect(mutants).toEqual([order[0], order[3], order[6]]);
  expect(refused).toBe(4);
});

it("fewer mutants than asked for are all there are", () => {
  const order = mutantsOf("src/a.ts", "x = 1;");
  expect(drawn(order, 400, () => new Set()).mutants).toEqual(order);
});
