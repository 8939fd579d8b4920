import { join } from "node:path";
import { expect, it } from "vitest";
import { declaredEquivalents, Equivalents, staleAmong } from "../../scripts/mutate/equivalents.ts";
import { mutantsOf } from "../../scripts/mutate/mutants.ts";
import { sourcesOf } from "../../scripts/mutate/sources.ts";

const ENTRY = {
  file: "src/a.ts",
  within: "lesser",
  original: "return b < a ? b : a;",
  mutated: "return b <= a ? b : a;",
  reason: "equal amounts are the same amount",
};

function mutantOf(source: string) {
  return mutantsOf("src/a.ts", source).find(({ mutated }) => mutated === ENTRY.mutated);
}

it("an entry is found by its texts wherever the line has gone, and nowhere else", () => {
  const equivalents = new Equivalents([ENTRY]);
  const here = mutantOf("function lesser() {\n  return b < a ? b : a;\n}");
  const lower = mutantOf("\n\n\nfunction lesser() {\n    return b < a ? b : a;\n}");
  const elsewhere = mutantOf("function first() {\n  return b < a ? b : a;\n}");
  const reasons = [here, lower, elsewhere].map((mutant) => mutant && equivalents.reasonFor(mutant));
  expect(reasons).toEqual([ENTRY.reason, ENTRY.reason, null]);
});

it("an entry whose line was changed is stale", () => {
  const asDeclared = mutantsOf("src/a.ts", "function lesser() { return b < a ? b : a; }");
  const broken = "function lesser() {\n  return b < a ? b : a;\n}";
  expect(staleAmong([ENTRY], asDeclared)).toEqual([ENTRY]);
  expect(staleAmong([ENTRY], mutantsOf("src/a.ts", broken))).toEqual([]);
});

it("every declared equivalent is a mutant of today's sources and says why", () => {
  const declared = declaredEquivalents();
  const files = [...new Set(declared.map(({ file }) => file))];
  const sources = files.length === 0 ? new Map<string, string>() : sourcesOf(join(import.meta.dirname, "../.."), files);
  const mutants = [...sources].flatMap(([file, source]) => mutantsOf(file, source));
  expect(staleAmong(declared, mutants)).toEqual([]);
  expect(declared.filter(({ reason }) => reason.trim().length < 10)).toEqual([]);
});
