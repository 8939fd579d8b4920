import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

/* The pages that lead through the source have every module, every file of the index engine and every decision. */

const ROOT = join(import.meta.dirname, "../..");
const SOURCE = join(ROOT, "src");
const INDEX_ENGINE = join(SOURCE, "registry/README.md");
const DECISIONS = join(ROOT, "docs/contributing/decisions");

it("the page of the architecture has every module", () => {
  const page = readFileSync(join(ROOT, "docs/contributing/architecture.md"), "utf8");
  const listed = [...page.matchAll(/^\| [^|]*\| `src\/([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(readdirSync(SOURCE).toSorted());
});

it("the page of the index engine has every file of it, and no other", () => {
  const folder = dirname(INDEX_ENGINE);
  const listed = [...readFileSync(INDEX_ENGINE, "utf8").matchAll(/^\| (`[^|]+`) *\|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = ""]) => name),
  );
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.replaceAll("\\", "/"));
  expect(listed.toSorted()).toEqual(files.toSorted());
});

describe.each(readdirSync(DECISIONS).filter((name) => name !== "README.md"))("the decision %s", (name) => {
  it("is in the list of decisions", () => {
    expect(readFileSync(join(DECISIONS, "README.md"), "utf8")).toContain(`(${name})`);
  });

  it("says what the question was, what was chosen and what would change our mind", () => {
    const parts = [...readFileSync(join(DECISIONS, name), "utf8").matchAll(/^\*\*([^*]+)\.\*\*/gm)].map(
      ([, part]) => part,
    );
    expect(parts.slice(0, 2)).toEqual(["Question", "Choice"]);
    expect(parts.at(-1)).toBe("What would change our mind");
  });
});
