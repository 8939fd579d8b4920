import { stripTypeScriptTypes } from "node:module";
import { describe, expect, it } from "vitest";
import { applied } from "../../scripts/mutate/mutant.ts";
import { mutantsOf } from "../../scripts/mutate/mutants.ts";
import { switched } from "../../scripts/mutate/switched.ts";

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
