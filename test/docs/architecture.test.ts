import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { undrawable } from "../../scripts/map/drawing.ts";
import { LAYERS, moduleNames } from "../../scripts/map/layers.ts";
import { PAGE, SOURCE, withMap } from "../../scripts/map/page.ts";
import { usesIn } from "../../scripts/map/uses.ts";

/* The page that leads through the source has every module. */

const page = readFileSync(PAGE, "utf8");
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
