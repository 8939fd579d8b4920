import { expect, it } from "vitest";
import { heading } from "../../../../src/imports/declaring/fields.ts";
import { publication, section } from "../../../../src/imports/declaring/publication.ts";
import { cbsa as layout } from "../../../../src/imports/federal/cbsa.ts";
import { nppes as registry } from "../../../../src/imports/federal/nppes.ts";
import { cbsa } from "../../../../src/states/ca/publications/federal.ts";
import { providers } from "../../../../src/states/ca/tables.ts";
import { csv, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const listing = publication({
  folder: "ca",
  name: "listing",
  title: "Listing",
  publisher: "California",
  published: "monthly",
  page: null,
  form: "CSV",
  confidence: "remembered",
  sections: [
    section({
      fields: { npi: heading("NPI"), county: heading("County"), state: heading("State") },
      feeds: [providers],
      read: () => ({
        record: ({ npi, county, state }, intake) =>
          intake.take(providers, { npi, providerName: "Poppy Clinic", county, state }),
      }),
    }),
  ],
});

const options = { asOf: "2026-01-01", others: [registry, layout, listing] };

const LISTED = {
  name: "listing.csv",
  content: csv(
    ["NPI", "County", "State"],
    ["1003000019", "KERN", "CA"],
    ["1003000027", "San Benito County", "CA"],
    ["1003000035", "Douglas", "NV"],
    ["1003000043", "Orange", "FL"],
    ["1003000050", "", "CA"],
  ),
};

const areas = (list: readonly Record<string, string>[]) =>
  list.map(({ cbsa_code, cbsa_description }) => `${cbsa_code} ${cbsa_description}`.trim());

it("fills the statistical area of providers by county and state", async () => {
  const crosswalk = {
    name: "cbsa-county-crosswalk-2023.csv",
    content: csv(
      ["cbsacode", "csacode", "cbsatitle", "countycountyequivalent", "statename", "fipsstatecode"],
      ["12540", "", "Bakersfield-Delano, CA", "Kern County", "California", "06"],
      ["41940", "", "San Jose, CA", "San Benito County", "California", "06"],
      ["23820", "", "Gardnerville Ranchos, NV-CA", "Douglas County", "Nevada", "32"],
      ["36740", "", "Orlando, FL", "Orange County", "Florida", "12"],
    ),
  };
  const { dataset } = await importing(listing, LISTED, options);
  const { rows, report } = await importing(cbsa, crosswalk, { ...options, into: dataset });
  expect(areas(rows("ca/providers"))).toEqual([
    "12540 Bakersfield-Delano, CA",
    "41940 San Jose, CA",
    "23820 Gardnerville Ranchos, NV-CA",
    "",
    "",
  ]);
  expect(rows("ca/providers").map(({ county }) => county)).toEqual([
    "KERN",
    "San Benito County",
    "Douglas",
    "Orange",
    "",
  ]);
  expect(report.leftOut).toMatchObject([
    { reason: "a county neither of California nor of a state next to it", count: 1 },
  ]);
});

it("reads the Census Bureau's workbook, with its title above and its notes below", async () => {
  const content = xlsx({
    "List 1": [
      ["List 1. Core based statistical areas"],
      ["(Delineation of July)"],
      ["CBSA Code", "CBSA Title", "County/County Equivalent", "State Name"],
      ["12540", "Bakersfield-Delano, CA", "Kern County", "California"],
      ["Note: the areas are those of July"],
    ],
  });
  const { dataset } = await importing(listing, LISTED, options);
  const { rows, report } = await importing(
    cbsa,
    { name: "list1_2023.xlsx", content },
    { others: options.others, into: dataset },
  );
  expect(report.edition).toBe("2023-07-01");
  expect(areas(rows("ca/providers"))[0]).toBe("12540 Bakersfield-Delano, CA");
  expect(report.leftOut).toMatchObject([{ reason: "a note, not a county", count: 1 }]);
});

it("refuses a list of areas without counties", async () => {
  const file = { name: "areas_2023.csv", content: csv(["CBSA Code", "CBSA Title"], ["12540", "Bakersfield, CA"]) };
  await expect(importing(cbsa, file, options)).rejects.toThrow('"County/County Equivalent"');
});
