import { describe, expect, it } from "vitest";
import { providerDefinition } from "../../../src/states/ny/providers.ts";
import { routing } from "../../../src/states/ny/routing.ts";
import type { Provider } from "../../../src/states/ny/tables.ts";
import { dataOf, rowsOf } from "../../support/sheet.ts";
import { clinic, provider } from "./rows.ts";

/*
 * Rows of one class are priced alike as far as "can it be priced" goes, for any request: this
 * is what a lookup by name relies on.
 */

const { order } = providerDefinition;
const classes = providerDefinition.classes as Required<typeof providerDefinition.classes>;
const data = dataOf();

describe("the outpatient class", () => {
  const isSame = (a: Provider, b: Provider) => classes.outpatient(a, data) === classes.outpatient(b, data);

  it("of a hospital is its certificate, without its letter", () => {
    expect(isSame(provider(), provider({ opcert: "7000101A", npi: "1100000002", county: "Erie" }))).toBe(true);
    expect(isSame(provider(), provider({ opcert: "7000102H" }))).toBe(false);
    expect(isSame(provider(), provider({ opcert: null }))).toBe(false);
  });

  it("of a clinic is its peer groups and regions", () => {
    const published = clinic({ peerGroups: ["clinic", "ambsurg"], serviceRegions: ["Downstate", "Upstate"] });
    const reordered = clinic({
      npi: "1100000002",
      county: "Erie",
      peerGroups: ["ambsurg", "clinic"],
      serviceRegions: ["Upstate", "Downstate"],
    });
    expect(isSame(published, reordered)).toBe(true);
    expect(isSame(published, { ...published, peerGroups: ["clinic"] })).toBe(false);
    expect(isSame(published, { ...published, serviceRegions: ["Upstate"] })).toBe(false);
  });

  it("of a clinic without published regions is that of its county, as the release routes it", () => {
    expect(isSame(clinic({ county: "Erie" }), clinic({ county: "NIAGARA" }))).toBe(true);
    expect(isSame(clinic({ county: "Erie" }), clinic({ serviceRegions: ["Upstate"] }))).toBe(true);
    expect(isSame(clinic({ county: "Erie" }), clinic({ county: "Kings" }))).toBe(false);
    expect(isSame(clinic({ county: "Erie" }), clinic({ county: "Bergen" }))).toBe(false);
    const route = rowsOf(routing, [{ line: 2, kind: "county", code: "Bergen", target: "Upstate" }]);
    expect(classes.outpatient(clinic({ county: "Bergen" }), dataOf(route))).toBe(
      classes.outpatient(clinic({ county: "Erie" }), dataOf()),
    );
  });

  it("of everyone else is the type, own or derived", () => {
    const physician = provider({ providerType: "PHYSICIAN" });
    expect(isSame(physician, provider({ providerType: null, primaryTaxonomyCode: "207Q00000X", opcert: null }))).toBe(
      true,
    );
    expect(isSame(physician, provider({ providerType: "LABORATORY" }))).toBe(false);
    expect(isSame(physician, provider())).toBe(false);
  });
});

it("the inpatient class is the certificate of a hospital; nobody else is looked at", () => {
  const classOf = (row: Provider) => classes.inpatient(row, data);
  expect(classOf(provider())).toBe(classOf(provider({ opcert: "7000101" })));
  expect(classOf(provider())).not.toBe(classOf(provider({ opcert: "7000102" })));
  expect(classOf(provider({ opcert: null }))).not.toBeNull();
  expect(classOf(provider({ providerType: "PHYSICIAN" }))).toBeNull();
});

it("rows of one provider follow each other by type", () => {
  const types = ["LABORATORY", "PHYSICIAN", "OUTPATIENT_CLINIC_ASC", "HOSPITAL"] as const;
  const last = types.map((providerType) => order(provider({ providerType })).at(-1) as string);
  expect([...last].sort()).toEqual([...last].reverse());
});
