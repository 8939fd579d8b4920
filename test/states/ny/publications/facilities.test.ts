import { describe, expect, it } from "vitest";
import { ownCertificates } from "../../../../src/states/ny/publications/certificates.ts";
import { enrolledProviders } from "../../../../src/states/ny/publications/enrolled-providers.ts";
import { facilities } from "../../../../src/states/ny/publications/facilities.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";
import { providersFile } from "./providers.ts";

const others = [enrolledProviders, ownCertificates, facilities];
const asOf = "2026-01-31";

/** NPI, name, profession, city and ZIP code. */
type Enrolled = readonly [npi: string, name: string, profession: string, city: string, zip: string];

async function datasetOf(...providers: readonly Enrolled[]): Promise<string> {
  const content = csv(
    ["MEDICAID PROVIDER ID", "NPI", "PROVIDER OR FACILITY NAME", "PROFESSION OR SERVICE", "CITY", "ZIP CODE"],
    ...providers.map(([npi, name, profession, city, zip]) => [npi.slice(2), npi, name, profession, city, zip]),
  );
  return (await importing(enrolledProviders, { name: "list.csv", content }, { asOf, others })).dataset;
}

/** Name, description, city, ZIP code, certificate and operator. */
type Licensed = readonly [
  name: string,
  description: string,
  city: string,
  zip: string,
  opcert: string,
  operator: string,
];

async function importInto(dataset: string, ...licensed: readonly Licensed[]) {
  const header =
    "Facility ID,Facility Name,Short Description,Description,Facility Address 1,Facility City,Facility State,Facility Zip Code,Main Site Name,Operating Certificate Number,Operator Name,Operator City";
  const content = csv(
    header.split(","),
    ...licensed.map(([name, description, city, zip, opcert, operator]) => [
      "1",
      name,
      "",
      description,
      "1 Elm Street",
      city,
      "New York",
      zip,
      "",
      opcert,
      operator,
      "Albany",
    ]),
  );
  const file = { name: "Health_Facility_General_Information_20260131.csv", content };
  const { rows, report, origins } = await importing(facilities, file, { others, into: dataset });
  const certificates = rows("ny/providers").map(({ npi, opcert }) => `${npi} ${opcert}`.trim());
  return { certificates, report, origins };
}

/** A pair that fits: a list of which nothing could be used would be refused. */
const CLEAR: Enrolled = ["1100000009", "CLEAR HOSPITAL", "HOSPITAL", "MINEOLA", "11501"];
const CLEAR_FACILITY: Licensed = ["Clear Hospital", "Hospital", "Mineola", "11501", "5151900H", "z"];

const DTC = "Diagnostic and Treatment Center";

describe("licensed facilities", () => {
  it("give their certificate to the provider of their name in their ZIP code, however the name is written", async () => {
    const dataset = await datasetOf(
      ["1100000001", "ST MARYS GEN HOSP OF EXAMPLE", "HOSPITAL", "ALBANY", "12207-1234"],
      ["1100000002", "EXAMPLE HLTH CTR", "CLINIC", "TROY", "12180"],
    );
    const { certificates, report, origins } = await importInto(
      dataset,
      ["St. Mary's General Hospital of Example, Inc.", "Hospital", "Albany", "12207", "0101900H", "x"],
      ["The Example Health Center", DTC, "Troy", "12180", "4102900R", "y"],
    );
    expect(certificates).toEqual(["1100000001 0101900H", "1100000002 4102900R"]);
    expect(report).toMatchObject({ edition: "2026-01-31", leftOut: [], findings: [] });
    expect(origins("ny/providers").filter(({ publication }) => publication === "ny/facilities")).toMatchObject([
      { place: "line 2" },
      { place: "line 3" },
    ]);
  });

  it("have the headings of the portal's API as well as those of its downloads", async () => {
    const into = await datasetOf(["1100000001", "EXAMPLE GENERAL HOSPITAL", "HOSPITAL", "BRONX", "10451"]);
    const content = csv(
      [
        "fac_id",
        "facility_name",
        "fac_desc_short",
        "description",
        "address1",
        "city",
        "fac_zip",
        "opcert_num",
        "operator_name",
      ],
      [
        "1",
        "Example General Hospital",
        "HOSP",
        "Hospital",
        "1 Elm Street",
        "Bronx",
        "10451",
        "7000101H",
        "Example Inc",
      ],
    );
    const { rows } = await importing(facilities, { name: "vn5v-hh5r.csv", content }, { asOf, others, into });
    expect(rows("ny/providers")).toMatchObject([{ npi: "1100000001", opcert: "7000101H" }]);
  });

  it("are recognised in the same city when the ZIP code differs, and by their operator's name at a main site", async () => {
    const dataset = await datasetOf(
      ["1100000001", "EXAMPLE HOSPITAL", "HOSPITAL", "NEW YORK", "10065"],
      ["1100000002", "EXAMPLE CHARITIES", "HOSPITAL", "UTICA", "13501"],
    );
    const { certificates } = await importInto(
      dataset,
      ["Example Hospital", "Hospital", "New York", "10021", "7002900H", "x"],
      [
        "Example Memorial",
        "Primary Care Hospital - Critical Access Hospital",
        "Utica",
        "13501",
        "3202900C",
        "Example Charities Inc",
      ],
      ["Example Sibling Clinic", "Hospital Extension Clinic", "Utica", "13501", "3202901H", "Example Charities Inc"],
    );
    expect(certificates).toEqual(["1100000001 7002900H", "1100000002 3202900C"]);
  });

  it("count in the ZIP code before those elsewhere in the city", async () => {
    const dataset = await datasetOf(["1100000001", "EXAMPLE HOSPITAL", "HOSPITAL", "BRONX", "10451"]);
    const { certificates } = await importInto(
      dataset,
      ["Example Hospital", "Hospital", "Bronx", "10467", "7000901H", "x"],
      ["Example Hospital", "Hospital", "Bronx", "10451", "7000900H", "x"],
      ["Example Hospital", "Mobile Hospital Extension Clinic", "Bronx", "10451", "7000900H", "x"],
    );
    expect(certificates).toEqual(["1100000001 7000900H"]);
  });

  it("give no certificate when two fit, and say which", async () => {
    const dataset = await datasetOf(["1100000001", "EXAMPLE HOSPITAL", "HOSPITAL", "BRONX", "10451"], CLEAR);
    const { certificates, report } = await importInto(
      dataset,
      ["Example Hospital", "Hospital", "Bronx", "10451", "7000900H", "x"],
      ["Example Hospital", "Hospital", "Bronx", "10451", "7000901H", "x"],
      CLEAR_FACILITY,
    );
    expect(certificates).toEqual(["1100000001", "1100000009 5151900H"]);
    expect(report.findings).toMatchObject([
      {
        reason: expect.stringMatching(/^NPIs whose names and places fit several operating certificates/),
        count: 1,
        examples: ["1100000001 EXAMPLE HOSPITAL, BRONX, 10451: 7000900H, 7000901H"],
      },
    ]);
  });

  it("tell of providers without a facility and of facilities without a provider", async () => {
    const dataset = await datasetOf(
      ["1100000001", "EXAMPLE HOSPITAL", "HOSPITAL", "BRONX", "10451"],
      ["1100000002", "EXAMPLE CENTER", "CLINIC", "BRONX", "10451"],
      ["1100000003", "EXAMPLE PHYSICIAN", "PHYSICIAN", "BRONX", "10451"],
      CLEAR,
    );
    const { certificates, report } = await importInto(
      dataset,
      // A hospital is no clinic, even where the names are equal; nor is a hospital of the name elsewhere the same one.
      ["Example Center", "Hospital", "Bronx", "10451", "7000900H", "x"],
      ["Example Hospital", "Hospital", "Albany", "12207", "0101900H", "x"],
      [
        "Example Hospital Annex",
        "School Based Hospital Extension Clinic",
        "Bronx",
        "10451",
        "7000902H",
        "Example Hospital",
      ],
      ["Example Home", "Residential Health Care Facility - SNF", "Bronx", "10451", "7000360N", "x"],
      ["Example Pending Hospital", "Hospital", "Bronx", "10451", "", "x"],
      CLEAR_FACILITY,
    );
    expect(certificates).toEqual(["1100000001", "1100000002", "1100000003", "1100000009 5151900H"]);
    expect(report.leftOut).toMatchObject([
      {
        reason: expect.stringMatching(/^a hospital or center of whose name/),
        count: 2,
        examples: ["line 2: 7000900H Example Center, Bronx", "line 3: 0101900H Example Hospital, Albany"],
      },
      { reason: expect.stringMatching(/^an extension clinic of whose name/), count: 1 },
      { reason: "neither a hospital nor a diagnostic and treatment center", count: 1 },
      { reason: "no operating certificate", count: 1 },
    ]);
    expect(report.findings).toMatchObject([
      { reason: expect.stringMatching(/^hospitals of whose name and place/), count: 1 },
      { reason: expect.stringMatching(/^clinics of whose name and place/), count: 1 },
    ]);
  });

  it("yield to a crosswalk of one's own, imported before or after them", async () => {
    const dataset = await datasetOf(["1100000001", "EXAMPLE HOSPITAL", "HOSPITAL", "BRONX", "10451"]);
    const { certificates } = await importInto(dataset, [
      "Example Hospital",
      "Hospital",
      "Bronx",
      "10451",
      "7000900H",
      "x",
    ]);
    expect(certificates).toEqual(["1100000001 7000900H"]);
    const crosswalk = { name: "own.csv", content: csv(["NPI", "Operating Certificate"], ["1100000001", "7000999h"]) };
    const { rows } = await importing(ownCertificates, crosswalk, { asOf, others, into: dataset });
    expect(rows("ny/providers")).toMatchObject([{ npi: "1100000001", opcert: "7000999H" }]);
    const again = await importInto(dataset, ["Example Hospital", "Hospital", "Bronx", "10451", "7000900H", "x"]);
    expect(again.certificates).toEqual(["1100000001 7000999H"]);
  });

  it("are refused when the file is another one", async () => {
    const file = { name: "x.csv", content: "Facility ID,Name\n1,x\n" };
    await expect(importing(facilities, file, { asOf, others })).rejects.toThrow(/"Operating Certificate Number"/);
  });
});

describe("certificates", () => {
  const files = providersFile("1100000001,00100001,,EXAMPLE HOSPITAL,HOSPITAL,Bronx,10451");
  const asOf = "2026-01-31";

  describe("a crosswalk of one's own", () => {
    it("is refused when it gives an NPI two certificates, or something else than a certificate", async () => {
      const twice = csv(["NPI", "OPCERT"], ["1100000001", "7000900H"], ["1100000001", "7000901H"]);
      await expect(importing(ownCertificates, { name: "own.csv", content: twice }, { asOf, files })).rejects.toThrow(
        /"7000901H", expected 7000900H for 1100000001/,
      );
      const wrong = csv(["NPI", "OPCERT"], ["1100000001", "H-7000"]);
      await expect(importing(ownCertificates, { name: "own.csv", content: wrong }, { asOf, files })).rejects.toThrow(
        /"H-7000", expected 7 digits/,
      );
    });

    it("brings the peer groups and regions of clinics too, with or without a certificate", async () => {
      const clinic = providersFile(
        "1100000003,00100003,7000201R,EXAMPLE HEALTH CENTER,OUTPATIENT_CLINIC_ASC,Bronx,10451",
      );
      const content = csv(
        ["NPI", "Operating Certificate", "Peer Groups", "Service Regions"],
        ["1100000003", "", "clinic|ambsurg", "Downstate"],
        ["1100000004", "", "", ""],
      );
      const { report } = await importing(ownCertificates, { name: "own.csv", content }, { asOf, files: clinic });
      expect(report.tables).toMatchObject([{ table: "ny/providers", taken: 1 }]);
      expect(report.leftOut).toMatchObject([{ reason: "a line without an NPI or a certificate", count: 1 }]);
    });
  });
});
