import { expect, it } from "vitest";
import { mutantsOf } from "../../scripts/mutate/mutants.ts";
import { mutatedText } from "../../scripts/mutate/mutated-text.ts";
import { roundsOf } from "../../scripts/mutate/rounds.ts";

const SOURCE = `const before = 1;
function first(): string {
  return [
    before,
  ].join("+");
}
function second(): boolean {
  return before === 1;
}
`;
const mutants = mutantsOf("src/a.ts", SOURCE);

it("a round has at most one mutant of each declaration, and rounds have them all", () => {
  const rounds = roundsOf(mutants);
  for (const round of rounds) expect(new Set(round.map(({ within }) => within)).size).toBe(round.length);
  expect(rounds.flat()).toHaveLength(mutants.length);
});

it("an error is that of the mutant whose declaration it stands in, though lines have moved", () => {
  const shorter = mutants.find(({ within, operator }) => within === "first" && operator === "returns");
  const negated = mutants.find(({ within, operator }) => within === "second" && operator === "comparison");
  if (shorter === undefined || negated === undefined) throw new Error("The source has both mutants");
  const { text, mutantAt } = mutatedText(SOURCE, [negated, shorter]);
  expect(text.split("\n")).toEqual([
    "const before = 1;",
    "function first(): string {",
    "  return null;",
    "}",
    "function second(): boolean {",
    "  return before !== 1;",
    "}",
    "",
  ]);
  expect([1, 3, 6].map(mutantAt)).toEqual([null, shorter, negated]);
});
