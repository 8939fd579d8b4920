import { expect, it } from "vitest";
import { chooseRegion, regionsOf } from "../../../../src/states/ny/outpatient/region.ts";
import { routing } from "../../../../src/states/ny/tables.ts";
import { clinic, rateData, rowsOf } from "../rows.ts";

const data = rateData(
  rowsOf(
    routing,
    { line: 2, kind: "county", code: "ORANGE", target: "Upstate" },
    { line: 3, kind: "county", code: "Bergen", target: "Downstate" },
  ),
);

it("published regions come before the county, Downstate first", () => {
  expect(regionsOf(clinic({ serviceRegions: ["Upstate", "Downstate"], county: "Erie" }), data)).toEqual([
    "Downstate",
    "Upstate",
  ]);
  expect(regionsOf(clinic({ serviceRegions: ["Downstate"], county: "Erie" }), data)).toEqual(["Downstate"]);
});

it("the county is compared without case, accents and punctuation, and routing.csv replaces what ships", () => {
  const ofCounty = (county: string | null) => regionsOf(clinic({ county }), data);
  expect(ofCounty("St. Lawrence")).toEqual(["Upstate"]);
  expect(ofCounty("ST LAWRENCE")).toEqual(["Upstate"]);
  expect(ofCounty("new york")).toEqual(["Downstate"]);
  expect(ofCounty("Orange")).toEqual(["Upstate"]);
  expect(ofCounty("bergen")).toEqual(["Downstate"]);
  expect(ofCounty("Kings County")).toEqual([]);
  expect(ofCounty(null)).toEqual([]);
});

it("all 62 counties of the state are routed", () => {
  const downstate = "Bronx Dutchess Kings Nassau Orange Putnam Queens Richmond Rockland Suffolk Westchester".split(" ");
  for (const county of downstate) expect(regionsOf(clinic({ county }), rateData())).toEqual(["Downstate"]);
  expect(regionsOf(clinic({ county: "Sullivan" }), rateData())).toEqual(["Upstate"]);
  expect(regionsOf(clinic({ county: "Ulster" }), rateData())).toEqual(["Upstate"]);
});

it("a provider in one region is priced there, and a region sent in vain is remembered", () => {
  const upstate = clinic({ county: "Erie" });
  expect(chooseRegion(upstate, null, data)).toEqual({ region: "Upstate", ignored: null });
  expect(chooseRegion(upstate, "Upstate", data)).toEqual({ region: "Upstate", ignored: null });
  expect(chooseRegion(upstate, "Downstate", data)).toEqual({ region: "Upstate", ignored: "Downstate" });
});

it("a provider in both regions is priced where it was asked, else Downstate", () => {
  const both = clinic({ serviceRegions: ["Upstate", "Downstate"] });
  expect(chooseRegion(both, null, data)).toEqual({ region: "Downstate", ignored: null });
  expect(chooseRegion(both, "Upstate", data)).toEqual({ region: "Upstate", ignored: null });
});

it("a provider in no known region is priced where it was asked, else not at all", () => {
  expect(chooseRegion(clinic(), "Downstate", data)).toEqual({ region: "Downstate", ignored: null });
  expect(chooseRegion(clinic(), null, data)).toMatchObject({
    message: "The APG region of EXAMPLE is not known; send service_region.",
  });
});
