import { describe, expect, it } from "vitest";
import { drawing, undrawable } from "../../scripts/map/drawing.ts";
import type { Layer } from "../../scripts/map/layers.ts";
import { standsOn } from "../../scripts/map/uses.ts";

const LAYERS: readonly Layer[] = [
  { title: "roof", modules: [{ name: "door", holds: "the way in" }] },
  {
    title: "ground",
    modules: [
      { name: "rules", holds: "what is paid" },
      { name: "money", holds: "cents" },
    ],
  },
];
const USES = new Map([
  ["door", new Set(["rules", "money"])],
  ["rules", new Set(["money"])],
  ["money", new Set<string>()],
]);

describe("the drawing of the modules", () => {
  it("shows each layer with its modules, and beside a module those that it stands on", () => {
    expect(drawing(LAYERS, USES).split("\n")).toEqual([
      "+- roof ---------+",
      "| door  -> rules |",
      "+- ground -------+",
      "| rules -> money |",
      "| money          |",
      "+----------------+",
    ]);
  });

  it("leaves out a module that is reached through another", () => {
    expect([...standsOn("door", USES)]).toEqual(["rules"]);
  });

  it("reports imports that lead up, and of modules that are on no layer", () => {
    expect(undrawable(LAYERS, USES)).toEqual([]);
    const wrong = new Map([...USES, ["money", new Set(["rules", "attic"])]]);
    expect(undrawable(LAYERS, wrong)).toEqual(["money -> rules", "money -> attic"]);
  });
});
