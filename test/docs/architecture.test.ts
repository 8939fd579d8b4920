import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { undrawable } from "../../scripts/map/drawing.ts";
import { LAYERS, moduleNames } from "../../scripts/map/layers.ts";
import { PAGE, SOURCE, withMap } from "../../scripts/map/page.ts";
import { usesIn } from "../../scripts/map/uses.ts";

/* The pages that lead through the source have every module, every file of the index engine and every decision. */

const ROOT = join(import.meta.dirname, "../..");
const page = readFileSync(PAGE, "utf8");
const INDEX_ENGINE = join(SOURCE, "registry/README.md");
const DECISIONS = join(ROOT, "docs/contributing/decisions");
const MODULE_NAMES = foldersOf(SOURCE);

function foldersOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

describe("the map of the modules", () => {
  it("is as the source is: npm run map draws it anew", () => {
    expect(page).toBe(withMap(page));
  });

  it("has every module, and no arrow that leads up", () => {
    expect(moduleNames(LAYERS).toSorted()).toEqual(MODULE_NAMES.toSorted());
    expect(undrawable(LAYERS, usesIn(SOURCE))).toEqual([]);
    for (const module of MODULE_NAMES) {
      expect(page).toMatch(new RegExp(`^\\| ${module} .*\\|$`, "m"));
      expect(page).toContain(`| \`src/${module}\` |`);
    }
  });
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
