import { expect, it } from "vitest";
import { chooseRegion, regionsOf } from "../../../../src/states/ny/outpatient/apg.ts";
import { routing } from "../../../../src/states/ny/routing.ts";
import { dtcBaseRates, type Provider } from "../../../../src/states/ny/tables.ts";
import { NOTATION, type Region } from "../../../../src/states/ny/values.ts";
import { dataOf, noRateOf, rowsOf, sheetOver } from "../../../support/sheet.ts";
import { clinic, DAY, money, period } from "../rows.ts";

const routes = rowsOf(routing, [
  { line: 2, kind: "county", code: "ORANGE", target: "Upstate" },
  { line: 3, kind: "county", code: "Bergen", target: "Downstate" },
]);
const data = dataOf(routes);

/** The region of a price, on a sheet of its own. */
function choose(provider: Provider, sent: Region | null, sheet = sheetOver(DAY, NOTATION, routes)) {
  return chooseRegion(provider, "clinic", sent, sheet);
}

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
  for (const county of downstate) expect(regionsOf(clinic({ county }), dataOf())).toEqual(["Downstate"]);
  expect(regionsOf(clinic({ county: "Sullivan" }), dataOf())).toEqual(["Upstate"]);
  expect(regionsOf(clinic({ county: "Ulster" }), dataOf())).toEqual(["Upstate"]);
});

it("a provider in one region is priced there, and a region sent in vain is remembered", () => {
  const upstate = clinic({ county: "Erie" });
  expect(choose(upstate, null)).toEqual({ region: "Upstate", ignored: null });
  expect(choose(upstate, "Upstate")).toEqual({ region: "Upstate", ignored: null });
  expect(choose(upstate, "Downstate")).toEqual({ region: "Upstate", ignored: "Downstate" });
});

it("a provider in both regions is priced where it was asked, else Downstate", () => {
  const both = clinic({ serviceRegions: ["Upstate", "Downstate"] });
  expect(choose(both, null)).toEqual({ region: "Downstate", ignored: null });
  expect(choose(both, "Upstate")).toEqual({ region: "Upstate", ignored: null });
});

it("a provider in no known region is priced where it was asked, else not at all", () => {
  expect(choose(clinic(), "Downstate")).toEqual({ region: "Downstate", ignored: null });
  expect(noRateOf(() => choose(clinic(), null))).toMatchObject({
    code: "missing_information",
    message: "The APG region of EXAMPLE is not known; send service_region.",
    remedy: [],
  });
});

it("the regions that have a base rate on the day would help where none is known", () => {
  const baseRate = { line: 2, peerGroup: "clinic", baseRate: money("100.00") } as const;
  const published = rowsOf(dtcBaseRates, [
    { ...baseRate, region: "Downstate", period: period("2025-03-02") },
    { ...baseRate, region: "Upstate", period: period("2025-03-01") },
  ]);
  const { remedy } = noRateOf(() => choose(clinic(), null, sheetOver(DAY, NOTATION, published)));
  expect(remedy).toEqual([{ parameter: "service_region", value: "Upstate", why: "has a base rate on the day" }]);
});

it("a region that was not sent is said to be assumed, one that was sent is not", () => {
  const assumed = (provider: Provider, sent: Region | null) => {
    const sheet = sheetOver(DAY, NOTATION, routes);
    choose(provider, sent, sheet);
    return sheet.assumptions.map(({ parameter, value, reason }) => `${parameter} ${value}, ${reason}`);
  };
  const both = clinic({ serviceRegions: ["Upstate", "Downstate"] });
  expect(assumed(both, null)).toEqual(["service_region Downstate, not sent: the provider is in both regions"]);
  expect(assumed(both, "Upstate")).toEqual([]);
  expect(assumed(clinic({ county: "Erie" }), null)).toEqual([
    "service_region Upstate, not sent: the provider's only region",
  ]);
  expect(assumed(clinic({ county: "Erie" }), "Downstate")).toEqual([]);
  expect(assumed(clinic(), "Downstate")).toEqual([]);
});

it("a row of routing.csv that gave the region is part of the record, a route that ships has none", () => {
  const followed = (county: string) => {
    const sheet = sheetOver(DAY, NOTATION, routes);
    choose(clinic({ county }), null, sheet);
    return sheet.readings.rowsOn(DAY).map(({ table, row, used }) => [table.name, row.line, used]);
  };
  expect(followed("bergen")).toEqual([["routing", 3, true]]);
  expect(followed("Erie")).toEqual([]);
});
