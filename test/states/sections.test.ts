import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { states } from "../../src/states/index.ts";

/* Rules, steps and tables name the section of the page that they come from: each must be there, and none may be left out. */

const ROOT = join(import.meta.dirname, "../..");

/** `top`: `src/states` for rules, `test/states` for worked examples. */
function sourcesOf(code: string, top = "src/states"): readonly string[] {
  const folder = join(ROOT, top, code);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return files.map((name) => readFileSync(join(folder, name), "utf8"));
}

/** `4.3` of the headings of a page. */
function headingsOf(code: string): ReadonlySet<string> {
  const page = readFileSync(join(ROOT, "docs/methodology", `${code}.md`), "utf8");
  return new Set([...page.matchAll(/^#{2,4} ([0-9]+(?:\.[0-9]+)*)/gm)].map(([, number]) => number as string));
}

describe.each(states)("$name", ({ code, tables, lookups }) => {
  const own = tables.filter(({ folder }) => folder === code);

  it("cites sections that its page has", () => {
    const headings = headingsOf(code);
    const cited = sourcesOf(code).flatMap((source) =>
      [...source.matchAll(new RegExp(`"${code} ([0-9]+(?:\\.[0-9]+)*)(?: step [0-9]+[a-z]?)?"`, "g"))].map(
        ([, number]) => number as string,
      ),
    );
    // Each table cites its section, and each setting that of a step at least.
    expect(cited.length).toBeGreaterThanOrEqual(own.length + lookups.length);
    expect([...new Set(cited)].filter((number) => !headings.has(number))).toEqual([]);
  });

  it("cites every section of its page", () => {
    const source = [...sourcesOf(code), ...sourcesOf(code, "test/states")].join("\n");
    const cited = [...source.matchAll(new RegExp(`\\b${code} ([0-9]+(?:\\.[0-9]+)*)`, "g"))].map(
      ([, number]) => number as string,
    );
    // Who cites 4.3 knows of 4.
    const isCited = (heading: string) => cited.some((number) => number === heading || number.startsWith(`${heading}.`));
    expect([...headingsOf(code)].filter((heading) => !isCited(heading))).toEqual([]);
  });
});
