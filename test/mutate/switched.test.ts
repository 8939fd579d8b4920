import { stripTypeScriptTypes } from "node:module";
import { expect, it } from "vitest";
import { applied } from "../../scripts/mutate/mutant.ts";
import { mutantsOf } from "../../scripts/mutate/mutants.ts";
import { switched } from "../../scripts/mutate/switched.ts";

/** Nested conditions, statements without braces, shorthands, chains: what a switch has to be put around. */
const SOURCE = `
interface Stay { readonly days: number; readonly rates?: { readonly list: readonly number[] } }
function price({ days, rates }: Stay): unknown {
  const notes: string[] = [];
  if (days > 3 && days < 10) notes.push("short");
  else notes.push(\`\${days} days\`);
  const first = rates?.list.filter((rate) => rate >= 2).at(0) ?? (days === 0 ? -1 : 1);
  let total = 0;
  for (const rate of rates?.list ?? []) {
    if (rate === 2) continue;
    total += rate * days;
  }
  return { days, first, notes: [...notes], total: Math.max(total, 1), found: !(total === 0) };
}
result = [price({ days: 3 }), price({ days: 5, rates: { list: [1, 2, 3] } })];
`;

function outcomeOf(source: string, isOn: (number: number) => boolean = () => false): string {
  const code = stripTypeScriptTypes(source).replace(/^import .*?;/, "");
  try {
    return JSON.stringify(new Function("isOn$", `let result; ${code}; return result;`)(isOn));
  } catch (error) {
    return `threw a ${(error as Error).name}`;
  }
}

const mutants = mutantsOf("src/a.ts", SOURCE);
const withAll = switched(
  SOURCE,
  mutants.map(({ edit }, number) => ({ number, edit })),
  "./switch.ts",
);

it("a source with all of its mutants is itself while none is on", () => {
  expect(outcomeOf(withAll)).toBe(outcomeOf(SOURCE));
});

it("a mutant that is on does what its edit does, whatever else is in the source", () => {
  for (const [number, { mutated, edit }] of mutants.entries()) {
    expect([mutated, outcomeOf(withAll, (on) => on === number)]).toEqual([mutated, outcomeOf(applied(SOURCE, edit))]);
  }
});

it("most mutants change the outcome, so that the comparison means something", () => {
  const changed = mutants.filter((_, number) => outcomeOf(withAll, (on) => on === number) !== outcomeOf(SOURCE));
  expect(changed.length).toBeGreaterThan(mutants.length / 2);
});
