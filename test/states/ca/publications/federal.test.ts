import { afterAll, describe, expect, it } from "vitest";
import { heading } from "../../../../src/imports/declaring/fields.ts";
import { publication, section } from "../../../../src/imports/declaring/publication.ts";
import { cbsa as layout } from "../../../../src/imports/federal/cbsa.ts";
import { nppes as registry } from "../../../../src/imports/federal/nppes.ts";
import { cbsa, nppes } from "../../../../src/states/ca/publications/index.ts";
import { mediCalRates } from "../../../../src/states/ca/publications/medi-cal-rates/medi-cal-rates.ts";
import { providers } from "../../../../src/states/ca/tables.ts";
import {
  identifiers,
  organization,
  person,
  practice,
  type RegistryRow,
  registryFile,
  taxonomies,
  unanswered,
} from "../../../imports/federal/registry.ts";
import { csv, xlsx, zip } from "../../../imports/fixtures.ts";
import { importing, snapshot } from "../../../imports/support.ts";
import { type DatasetFiles, serviceOf, type TestService } from "../../../support/release.ts";
import { currentRate, firstRow, HEADINGS } from "./medi-cal-rates/rates-file.ts";

describe("cbsa", () => {
  const listing = publication({
    folder: "ca",
    name: "listing",
    title: "Listing",
    publisher: "California",
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
});

describe("nppes", () => {
  const here = practice("CA", "FRESNO", "937100000");
  const HEADER = "npi,state_provider_id,alternate_npis,provider_name,provider_type";

  async function imported(rows: readonly RegistryRow[], own = "") {
    const file = { name: "npidata_pfile_20050523-20260208.csv", content: registryFile(...rows) };
    return await importing(nppes, file, { others: [registry], files: { "ca/providers.csv": `${HEADER}\n${own}` } });
  }

  describe("the registry's California providers", () => {
    it("are added with their Medi-Cal number; the taxonomy gives their type", async () => {
      const { rows } = await imported([
        person("1003000019", "ALDER", "JO", {
          ...here,
          ...taxonomies("213E00000X*"),
          ...identifiers("05 CA 000e24150"),
        }),
      ]);
      expect(rows("ca/providers")).toEqual([
        {
          npi: "1003000019",
          state_provider_id: "000E24150",
          alternate_npis: "",
          provider_name: "ALDER, JO",
          provider_type: "",
          entity_type: "Individual",
          primary_taxonomy: "213E00000X",
          street_address: "10 MAIN ST",
          city: "FRESNO",
          state: "CA",
          zip_code: "93710-0000",
          county: "",
          cbsa_code: "",
          cbsa_description: "",
        },
      ]);
    });

    it("are no hospitals under a Medi-Cal number, nor under another NPI of a listed hospital", async () => {
      const { rows } = await imported(
        [
          organization("1003000019", "A HOSPITAL", {
            ...here,
            ...taxonomies("282N00000X*"),
            ...identifiers("05 CA HSC1"),
          }),
          organization("1003000027", "POPPY PSYCHIATRIC UNIT", { ...here, ...taxonomies("273R00000X*") }),
        ],
        "1003000035,106190001,1003000027|1003000043,Poppy Hospital,hospital\n",
      );
      expect(rows("ca/providers")).toMatchObject([
        { npi: "1003000019", state_provider_id: "" },
        { npi: "1003000035", provider_name: "Poppy Hospital" },
      ]);
    });

    it("get a type from all taxonomies alike where none is marked as primary", async () => {
      const { rows } = await imported([
        person("1003000019", "A", "A", { ...here, ...unanswered("213E00000X", "213ES0103X") }),
        person("1003000027", "B", "B", { ...here, ...unanswered("213E00000X", "207Q00000X") }),
      ]);
      expect(rows("ca/providers").map((row) => row.provider_type)).toEqual(["podiatrist", ""]);
    });
  });
});

describe("two downloads", () => {
  /* The quick start of docs/data.md: the rates and the registry as they are downloaded, and nothing else. */

  const here = practice("CA", "FRESNO", "937100000");
  const OFFICE = "1003000019";
  const HOSPITAL = "1003000027";
  const PODIATRIST = "1003000035";

  const RATES = [
    currentRate("N", "99213", "2.40", "24.00", "001", { child: "26.18", er: "29.81", cutback: "1" }),
    currentRate("P", "99213", "2.40", "24.00", "052", { child: "26.18", cutback: "1" }),
    currentRate("X", "99213", "82.02", "82.02", "009", { cutback: "1" }),
    currentRate("Y", "99213", "82.02", "82.02", "009", { er: "82.02", cutback: "1" }),
    currentRate("X", "90840", "62.46", "62.46", "009"),
    currentRate("Y", "90845", "77.50", "77.50", "009"),
  ];

  const REGISTRANTS = registryFile(
    person(OFFICE, "ALDER", "JO", { ...here, ...taxonomies("207Q00000X*") }),
    organization(HOSPITAL, "BAY HOSPITAL", { ...here, ...taxonomies("282N00000X*") }),
    person(PODIATRIST, "BIRCH", "LU", { ...here, ...taxonomies("213E00000X*") }),
  );

  /** The tables of stays, which neither file brings. */
  const WITHOUT_STAYS: DatasetFiles = {
    "ca/hospital_rates.csv":
      "state_provider_id,drg_base_rate,cost_to_charge_ratio,designated_nicu,designated_public_hospital,effective_start_date\n",
    "ca/drg_weights.csv":
      "drg,soi,casemix_weight,national_average_los,policy_adjustor_a,policy_adjustor_b,policy_adjustor_c,policy_adjustor_d,effective_start_date\n",
  };

  let built: Promise<TestService> | null = null;
  afterAll(async () => (await built)?.close());

  async function service(): Promise<TestService> {
    built ??= downloads().then((files) => serviceOf("ca", { ...WITHOUT_STAYS, ...files }));
    return await built;
  }

  async function downloads(): Promise<DatasetFiles> {
    const workbook = xlsx({ rates_data: [firstRow("01/15/2026"), HEADINGS, ...RATES] });
    const rates = { name: "rates.zip", content: zip({ "conv_data.txt": "x", "rates_data.xlsx": workbook }) };
    const { dataset } = await importing(mediCalRates, rates);
    const members = { "npidata_pfile_20050523-20260111.csv": REGISTRANTS };
    const registrants = { name: "NPPES_Data_Dissemination_January_2026_V2.zip", content: zip(members) };
    await importing(nppes, registrants, { others: [registry, mediCalRates], into: dataset });
    return Object.fromEntries(Object.entries(snapshot(dataset)).filter(([path]) => path.startsWith("ca/")));
  }

  async function price(npi: string, billing_code: string, more: Record<string, string> = {}) {
    const query = { npi, date_of_service: "2026-02-01", billing_code, ...more };
    const [result, ...others] = await (await service()).lookup("outpatient", query);
    expect(others).toEqual([]);
    return result;
  }

  const TARGETED = { procedure_type: "Targeted Rate Increase" };
  const JUSTICE = { procedure_type: "Justice Involved" };
  const EMERGENCY = { emergency_room: "true" };

  describe("the rates and the registry alone", () => {
    it.each([
      [OFFICE, "99213", {}, "24.00", "Medicine"],
      [OFFICE, "99213", { child_patient: "true" }, "26.18", "Medicine"],
      [OFFICE, "99213", EMERGENCY, "29.81", "Medicine"],
      [PODIATRIST, "99213", {}, "24.00", "Podiatrist"],
      [OFFICE, "99213", TARGETED, "82.02", "Targeted Rate Increase"],
      [OFFICE, "99213", { ...TARGETED, ...EMERGENCY }, "82.02", "Targeted Rate Increase"],
      [OFFICE, "99213", { ...JUSTICE, ...EMERGENCY }, "82.02", "Justice Involved"],
      [OFFICE, "90840", {}, "62.46", "Targeted Rate Increase"],
      [OFFICE, "90845", {}, "77.50", "Justice Involved"],
      // 24.00 x 0.80 = 19.20, x 1.4344 = 27.54048
      [HOSPITAL, "99213", {}, "27.54", "Medicine"],
      // 82.02 x 0.80 = 65.616, and no add-on
      [HOSPITAL, "99213", TARGETED, "65.62", "Targeted Rate Increase"],
      // 77.50 x 1.4344 = 111.166
      [HOSPITAL, "90845", {}, "111.17", "Justice Involved"],
    ])(
      "price for %s the code %s with %o: %s, as %s",
      async (npi, code, more: Record<string, string>, payment, type) => {
        expect(await price(npi, code, more)).toMatchObject({
          rate_found: true,
          payment_rate: payment,
          procedure_type_used: type,
        });
      },
    );

    it("have no price for the days before the edition", async () => {
      expect(await price(OFFICE, "99213", { date_of_service: "2026-01-14" })).toMatchObject({
        rate_found: false,
        error_message: expect.stringContaining("the nearest published period is 2026-01-15 onward"),
      });
      expect(await price(OFFICE, "99213", { date_of_service: "2026-01-15" })).toMatchObject({ payment_rate: "24.00" });
    });
  });
});
