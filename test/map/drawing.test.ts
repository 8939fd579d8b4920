import { describe, expect, it } from "vitest";
import { drawing, undrawable } from "../../scripts/map/drawing.ts";
import type { Floor } from "../../scripts/map/floors.ts";
import { standsOn } from "../../scripts/map/uses.ts";

const FLOORS: readonly Floor[] = [
  { title: "roof", rooms: [{ name: "door", holds: "the way in" }] },
  {
    title: "ground",
    rooms: [
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

describe("the drawing of the rooms", () => {
  it("shows each floor with its rooms, and beside a room those that it stands on", () => {
    expect(drawing(FLOORS, USES).split("\n")).toEqual([
      "+- roof ---------+",
      "| door  -> rules |",
      "+- ground -------+",
      "| rules -> money |",
      "| money          |",
      "+----------------+",
    ]);
  });

  it("leaves out a room that is reached through another", () => {
    expect([...standsOn("door", USES)]).toEqual(["rules"]);
  });

  it("tells of imports that lead up, and of rooms that are on no floor", () => {
    expect(undrawable(FLOORS, USES)).toEqual([]);
    const wrong = new Map([...USES, ["money", new Set(["rules", "attic"])]]);
    expect(undrawable(FLOORS, wrong)).toEqual(["money -> rules", "money -> attic"]);
  });
});
