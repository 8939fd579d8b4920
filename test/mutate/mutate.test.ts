import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { drawn } from "../../scripts/mutate/draw.ts";
import { declaredEquivalents, Equivalents, staleAmong } from "../../scripts/mutate/equivalents.ts";
import { judgesFor, judgesOf } from "../../scripts/mutate/judges.ts";
import { applied } from "../../scripts/mutate/mutant.ts";
import { mutantsOf } from "../../scripts/mutate/mutants.ts";
import { mutatedText } from "../../scripts/mutate/mutated-text.ts";
import { optionsOf } from "../../scripts/mutate/options.ts";
import { totalsOf } from "../../scripts/mutate/report.ts";
import { roundsOf } from "../../scripts/mutate/rounds.ts";
import { randomNumbers, shuffled } from "../../scripts/mutate/sample.ts";
import { sourceFiles, sourcesOf } from "../../scripts/mutate/sources.ts";
import { switched } from "../../scripts/mutate/switched.ts";

describe("sample", () => {
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
});

describe("compiling", () => {
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
});

describe("operators", () => {
  /** The lines that an operator makes of a source. */
  function mutatedBy(operator: string, source: string): readonly string[] {
    return mutantsOf("src/a.ts", source)
      .filter((mutant) => mutant.operator === operator)
      .map(({ mutated }) => mutated);
  }

  describe("what each operator makes of a line", () => {
    it.each<[operator: string, source: string, mutated: readonly string[]]>([
      ["comparison", "x = a < b;", ["x = a <= b;", "x = a >= b;"]],
      ["comparison", "x = a >= b;", ["x = a > b;", "x = a < b;"]],
      ["comparison", "x = (a ?? 0) === (b as number);", ["x = (a ?? 0) !== (b as number);"]],
      ["comparison", "x = a instanceof NoRate;", ["x = !(a instanceof NoRate);"]],
      ["logic", "x = a && b;", ["x = a;", "x = b;", "x = (a) || (b);"]],
      ["logic", "x = a ?? b;", ["x = a;", "x = b;"]],
      ["logic", "x = !a;", ["x = a;"]],
      ["conditions", "if (a) b();", ["if (true) b();", "if (false) b();"]],
      ["conditions", "x = a ? b : c;", ["x = true ? b : c;", "x = false ? b : c;", "x = a ? (c) : (b);"]],
      ["conditions", "while (a) b();", ["while (false) b();"]],
      ["chains", "x = a?.b.c ?? d;", ["x = undefined ?? d;"]],
      ["arithmetic", "x = a + b;", ["x = a - b;"]],
      ["arithmetic", "x = a * b / c;", ["x = a * b * c;", "x = (a / b) / c;"]],
      ["arithmetic", "x += a;", ["x -= a;"]],
      ["arithmetic", "x = -a;", ["x = a;"]],
      ["arithmetic", 'x = a + "b";', []],
      ["values", "x = 10;", ["x = 11;", "x = 9;"]],
      ["values", "x = 2n;", ["x = 3n;", "x = 1n;"]],
      ["values", "x = true;", ["x = false;"]],
      ["texts", 'x = "a";', ['x = "a~";']],
      ["texts", `x = \`\${a} of \${b}\`;`, [`x = \`\${a} of ~\${b}\`;`]],
      ["texts", `function f() { note(formula\`rate \${a}\`); }`, [`function f() { note(formula\`rate ~\${a}\`); }`]],
      ["texts", 'x = typeof a === "string";', []],
      ["methods", "x = a.some(f);", ["x = a.every(f);"]],
      ["methods", "x = a.filter(f);", ["x = a;"]],
      ["methods", "x = Math.min(a, b);", ["x = Math.max(a, b);"]],
      ["money", "x = plus(a, b);", ["x = minus(a, b);", "x = a;", "x = b;"]],
      ["money", "x = isZero(a);", ["x = !isZero(a);"]],
      ["removal", "if (a) b();", ["if (a) ;"]],
      ["removal", "for (const a of b) { if (a) continue; }", ["for (const a of b) { if (a) ; }"]],
      ["returns", "function f() { return a; }", ["function f() { return null; }"]],
      ["returns", "function f() { return [a]; }", ["function f() { return []; }"]],
      ["returns", "f = (a) => a.b;", ["f = (a) => null;"]],
      ["fields", "x = { a: b, c };", ["x = { a: null, c };", "x = { a: b, c: null };"]],
      [
        "fields",
        "x = { ...a, b: [...c] };",
        ["x = { ...{}, b: [...c] };", "x = { ...a, b: null };", "x = { ...a, b: [...[]] };"],
      ],
    ])("%s: %s", (operator, source, mutated) => {
      expect(mutatedBy(operator, source)).toEqual(mutated);
    });
  });

  describe("what is left alone", () => {
    it.each([
      ["types", 'type A = "a" | 1; interface B { readonly c: true }'],
      ["imports", 'import { a } from "./a.ts"; export { b } from "./b.ts"; export * from "./c.ts";'],
      ["thrown errors", `throw new Error(\`Not a plain decimal: \${text + 1}\`);`],
      ["descriptions", 'const a: B = { description: "words", examples: [{ title: "more words" }] };'],
      ["names of fields", 'const a: B = { "Level I": null };'],
      ["texts of declarations", 'const npi = nullableString("National provider identifier.");'],
    ])("%s", (_, source) => {
      expect(mutantsOf("src/a.ts", source)).toEqual([]);
    });

    it("links in the middle of an optional chain, which parentheses would end", () => {
      expect(mutatedBy("methods", "x = a?.filter(f).slice(1);")).toEqual(["x = a?.filter(f);"]);
    });
  });

  it("rules inside a declaration are mutated, and so are texts whose type is written down", () => {
    expect(mutatedBy("texts", 'const a = lookup({ price: () => "b" });')).toEqual([
      'const a = lookup({ price: () => "b~" });',
    ]);
    expect(mutatedBy("texts", 'const a: Labels = { b: "c" };')).toEqual(['const a: Labels = { b: "c~" };']);
  });

  it("a mutant names its place", () => {
    const [mutant] = mutantsOf("src/a.ts", "\nexport function first(): number {\n  return x - y;\n}\n");
    expect(mutant).toMatchObject({ file: "src/a.ts", line: 3, within: "first", original: "return x - y;" });
  });

  it("what stands inside something that binds more is put in parentheses", () => {
    expect(mutatedBy("logic", "x = a && b && c;")).toContain("x = ((a) || (b)) && c;");
  });
});

describe("switched", () => {
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
});

describe("equivalents", () => {
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
    const sources =
      files.length === 0 ? new Map<string, string>() : sourcesOf(join(import.meta.dirname, "../.."), files);
    const mutants = [...sources].flatMap(([file, source]) => mutantsOf(file, source));
    expect(staleAmong(declared, mutants)).toEqual([]);
    expect(declared.filter(({ reason }) => reason.trim().length < 10)).toEqual([]);
  });
});

describe("judging", () => {
  const ROOT = join(import.meta.dirname, "../..");

  it("the test of the file judges first, then the quickest; those that do not reach the mutant never", () => {
    const judge = (path: string, milliseconds: number, ...reached: number[]) => ({
      path,
      milliseconds,
      reached: new Set(reached),
    });
    const judges = [
      judge("test/states/every-state.test.ts", 9000, 4),
      judge("test/states/ca/worked-examples.test.ts", 700, 4, 5),
      judge("test/core/calendar/day.test.ts", 20, 5),
      judge("test/core/money/rounding.test.ts", 900, 4),
    ];
    expect(judgesFor(4, "src/core/money/rounding.ts", judges).map(({ path }) => path)).toEqual([
      "test/core/money/rounding.test.ts",
      "test/states/ca/worked-examples.test.ts",
      "test/states/every-state.test.ts",
    ]);
  });

  it("tests of rules judge; those that start processes do so in a thorough run only", () => {
    const usual = judgesOf(ROOT, false);
    const thorough = judgesOf(ROOT, true);
    expect(usual).toContain("test/core/money/arithmetic.test.ts");
    expect(usual).toContain("test/states/ca/worked-examples.test.ts");
    expect(usual).not.toContain("test/serve/operations/server.test.ts");
    expect(thorough).toContain("test/serve/operations/server.test.ts");
    expect(thorough).not.toContain("test/mutate/mutate.test.ts");
  });

  it("rules are mutated, publications are not", () => {
    const files = sourceFiles(ROOT);
    expect(files).toContain("src/states/ny/inpatient/acute.ts");
    expect(files).toContain("src/registry/names/name-index.ts");
    expect(files.filter((path) => path.includes("publications") || path.startsWith("src/serve/http"))).toEqual([]);
  });

  it("the share leaves equivalent mutants out", () => {
    const totals = totalsOf([
      { kind: "test failed", by: "a" },
      { kind: "timed out", by: "a" },
      { kind: "crashed", by: "a" },
      { kind: "survived", reachedBy: 2 },
      { kind: "equivalent", reason: "b" },
    ]);
    expect(totals).toEqual({
      killed: { "test failed": 1, "timed out": 1, crashed: 1 },
      survived: 1,
      equivalent: 1,
      share: 0.75,
    });
  });

  it("options that are no numbers are refused by name", () => {
    expect(optionsOf(["--only", "src/core/money", "--only", "src/core/calendar", "--seed", "3"])).toMatchObject({
      seed: 3,
      count: 400,
      only: ["src/core/money", "src/core/calendar"],
    });
    expect(() => optionsOf(["--count", "many"])).toThrow('--count takes a whole number of at least 1, not "many".');
  });
});
