import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { undrawable } from "../../scripts/map/drawing.ts";
import { FLOORS, roomNames } from "../../scripts/map/floors.ts";
import { PAGE, SOURCE, withMap } from "../../scripts/map/page.ts";
import { usesIn } from "../../scripts/map/uses.ts";

/* The pages that lead through the source: what they name is there. */

const ROOT = join(import.meta.dirname, "../..");
const page = readFileSync(PAGE, "utf8");
const INDEX_ENGINE = join(SOURCE, "provider-index/README.md");
const DECISIONS = join(ROOT, "docs/decisions");
const PAGES = [
  PAGE,
  INDEX_ENGINE,
  ...readdirSync(DECISIONS).map((name) => join(DECISIONS, name)),
  join(ROOT, "CONTRIBUTING.md"),
];
const ROOMS = foldersOf(SOURCE);
const STATES = foldersOf(join(SOURCE, "states"));

function foldersOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** Paths from the root of the repository that a page names as code; one with `<state>` stands for those of all states. */
function pathsIn(text: string): readonly string[] {
  const named = text.matchAll(/`((?:src|test|scripts|bench|bin|web|docs)\/[\w./<>-]+)`/g);
  return [...named].flatMap(([, path = ""]) =>
    path.includes("<state>") ? STATES.map((state) => path.replace("<state>", state)) : [path],
  );
}

/** Files that a page leads to, as they are named from its folder. */
function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path = ""]) => path);
}

/** What CONTRIBUTING.md tells how to make is not there yet. */
function isPattern(path: string): boolean {
  return path.includes("<");
}

describe("the map of the house", () => {
  it("is as the source is: npm run map draws it anew", () => {
    expect(page).toBe(withMap(page));
  });

  it("has every room, and no arrow that leads up", () => {
    expect(roomNames(FLOORS).toSorted()).toEqual(ROOMS.toSorted());
    expect(undrawable(FLOORS, usesIn(SOURCE))).toEqual([]);
    for (const room of ROOMS) {
      expect(page).toMatch(new RegExp(`^\\| ${room} .*\\|$`, "m"));
      expect(page).toContain(`| \`src/${room}\` |`);
    }
  });

  it.each(PAGES.map((path) => relative(ROOT, path)))("%s names files that are there", (path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    const missing = [
      ...pathsIn(text).filter((named) => !isPattern(named) && !existsSync(join(ROOT, named))),
      ...linksIn(text).filter((linked) => !existsSync(join(ROOT, dirname(path), linked))),
    ];
    expect(missing).toEqual([]);
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

it("every decision is in the list of decisions", () => {
  const list = readFileSync(join(DECISIONS, "README.md"), "utf8");
  expect(readdirSync(DECISIONS).filter((name) => name !== "README.md" && !list.includes(`(${name})`))).toEqual([]);
});
