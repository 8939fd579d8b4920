import { describe, expect, it } from "vitest";
import { nppes as registry } from "../../../../src/imports/federal/nppes.ts";
import { nppes } from "../../../../src/states/fl/publications/index.ts";
import { providerMasterList } from "../../../../src/states/fl/publications/provider-master-list.ts";
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
import { zip } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

/** The list's own headings; the state pads some of them. */
const HEADINGS = [
  "Florida Medicaid Provider ID",
  "Provider Name",
  "DBA Name",
  "Provider Type Code",
  "Provider Specialty Code",
  "Taxonomy Code",
  "Service Location Address 1     ",
  "Service Location Address 2     ",
  "Service Location Address City  ",
  "Service Location Address State ",
  "Service Location Address zip+4 ",
  "Enrollment Type",
  "NPI Type 1 = Individual 2 = Organization U = Unknown",
  "NPI",
  "NPI Effective Date",
  "NPI End Date",
  "NPI Status A = Active I = Inactive ",
  "Individual or Organizational Provider",
  "License",
  "Current Medicaid Enrollment Status A = Active I = Inactive E = Ineligible",
  "Medicaid Claims Eligibility Effective Date",
  "Medicaid Claims Eligibility End Date",
  "Next Revalidation Date",
].join(",");

const PHYSICIAN = {
  id: "000000900",
  name: "PELICAN             ROSALIND",
  dba: "",
  type: "25",
  specialty: "036",
  taxonomy: "207Q00000X",
  address2: "",
  zip: "33143-6636",
  enrollment: "ENROLLMENT",
  npiType: "1",
  npi: "1000800015",
  npiStatus: "A",
  entity: "I",
  status: "A",
};

type Provider = typeof PHYSICIAN;

/** A row as the list prints it: codes wrapped for spreadsheets, open ends in 2299. */
function line(provider: Partial<Provider> = {}): string {
  const row = { ...PHYSICIAN, ...provider };
  return [
    `="${row.id}"`,
    `"${row.name}"`,
    `"${row.dba}"`,
    `="${row.type}"`,
    `="${row.specialty}"`,
    `"${row.taxonomy}"`,
    '"12 HERON WAY"',
    `"${row.address2}"`,
    '"MIAMI"',
    '"FL"',
    `="${row.zip}"`,
    row.enrollment,
    `="${row.npiType}"`,
    `="${row.npi}"`,
    "2008-06-13",
    "2299-12-31",
    row.npiStatus,
    `"${row.entity}"`,
    '="ME1"',
    row.status,
    "2009-01-16",
    "2299-12-31",
    "2028-07-04",
  ].join(",");
}

const HOSPITAL = {
  id: "010100100",
  name: "HERON GENERAL HOSPITAL",
  type: "01",
  specialty: "",
  taxonomy: "282N00000X",
  npiType: "2",
  npi: "1000800023",
  entity: "O",
};

const text = (...lines: readonly string[]) => `${[HEADINGS, ...lines].join("\r\n")}\r\n`;

const imported = (...lines: readonly string[]) =>
  importing(providerMasterList, { name: "prw19000.csv", content: text(...lines) }, { asOf: "2026-06-01" });

describe("Florida Provider Master List", () => {
  it("reads an enrollment, its codes unwrapped and its name unpadded", async () => {
    const { rows } = await imported(line());
    expect(rows("fl/providers")).toEqual([
      {
        npi: "1000800015",
        state_provider_id: "000000900",
        alternate_npis: "",
        provider_name: "PELICAN ROSALIND",
        provider_type: "PRACTITIONER",
        fl_provider_type_code: "25",
        fl_specialty_code: "036",
        entity_type: "Individual",
        primary_taxonomy: "207Q00000X",
        provider_category: "",
        street_address: "12 HERON WAY",
        city: "MIAMI",
        county: "",
        zip_code: "33143-6636",
        state: "FL",
      },
    ]);
  });

  it("reads the ZIP as it is downloaded, in the code page of old programs too", async () => {
    const content = zip({
      "prw19000.csv": Buffer.from(text(line({ name: "NU\u00d1EZ               ANA" })), "latin1"),
    });
    const { rows } = await importing(providerMasterList, { name: "prw19000.zip", content }, { asOf: "2026-06-01" });
    expect(rows("fl/providers")).toMatchObject([{ provider_name: "NU\u00d1EZ ANA" }]);
  });

  it.each([
    ["01", "HOSPITAL"],
    ["06", "ASC"],
    ["50", "INDEPENDENT_LAB"],
    ["25", "PRACTITIONER"],
    ["30", "PRACTITIONER"],
    ["62", "PRACTITIONER"],
  ])("prices type %s as %s", async (type, providerType) => {
    const { rows } = await imported(line({ type }));
    expect(rows("fl/providers")).toMatchObject([{ provider_type: providerType, fl_provider_type_code: type }]);
  });

  it.each([
    ["261QA1903X", "ASC"],
    ["291U00000X", "INDEPENDENT_LAB"],
    ["282N00000X", "HOSPITAL"],
    ["363LF0000X", "PRACTITIONER"],
  ])("prices taxonomy %s as %s where there is no type", async (taxonomy, providerType) => {
    const { rows } = await imported(line({ type: "", taxonomy }));
    expect(rows("fl/providers")).toMatchObject([{ provider_type: providerType, fl_provider_type_code: "" }]);
  });

  it("leaves out who is not paid by these rates, each with its reason", async () => {
    const { rows, report } = await imported(
      line(),
      line({ status: " ", npi: "" }),
      line({ id: "000001000", enrollment: "REGISTRATION" }),
      line({ id: "000001100", type: "39" }),
      line({ id: "000001200", type: "", taxonomy: "332B00000X" }),
      line({ id: "000001300", status: "I" }),
      line({ id: "000001400", status: "E" }),
      line({ id: "000001500", enrollment: "LIMITED ENROLLMENT" }),
    );
    expect(rows("fl/providers").map((row) => row.state_provider_id)).toEqual(["000000900", "000001500"]);
    expect(report.leftOut.map(({ reason, count }) => [reason, count])).toEqual([
      ["further service locations of a provider", 1],
      ["enrollment type is neither Enrollment nor Limited Enrollment", 1],
      ["provider types that have no rates here", 2],
      ["enrollment has ended", 2],
    ]);
  });

  it("keeps hospitals whose enrollment has ended, since their rates have dates of their own", async () => {
    const { rows, report } = await imported(line({ ...HOSPITAL, status: "I" }));
    expect(rows("fl/providers")).toMatchObject([{ state_provider_id: "010100100", entity_type: "Organization" }]);
    expect(report.findings).toMatchObject([
      { reason: "hospitals and surgical centers kept although their enrollment has ended", count: 1 },
    ]);
  });

  it("makes one row of an enrollment that is listed for several NPIs, and without one", async () => {
    const { rows, report } = await imported(
      line({ ...HOSPITAL, npi: "" }),
      line(HOSPITAL),
      line({ ...HOSPITAL, npi: "1000890016", taxonomy: "273R00000X" }),
      line({ ...HOSPITAL, npi: "1000890016" }),
    );
    expect(rows("fl/providers")).toMatchObject([{ npi: "1000800023", alternate_npis: "1000890016" }]);
    expect(report.leftOut).toMatchObject([
      { reason: "an enrollment listed again, for another NPI, taxonomy or location", count: 3 },
    ]);
  });

  it("makes a row of each specialty, and of each provider", async () => {
    const { rows } = await imported(line(), line({ specialty: "001" }), line({ id: "000000901" }));
    expect(rows("fl/providers").map((row) => [row.state_provider_id, row.fl_specialty_code])).toEqual([
      ["000000900", "001"],
      ["000000900", "036"],
      ["000000901", "036"],
    ]);
  });

  it("keeps no NPI that is inactive, or none by its shape", async () => {
    const { rows, report } = await imported(line({ npiStatus: "I" }), line({ id: "000000901", npi: "0000000000" }));
    expect(rows("fl/providers").map((row) => row.npi)).toEqual(["", ""]);
    expect(report.findings.map(({ reason, examples }) => [reason, examples])).toEqual([
      ["NPI is inactive, not kept", ["1000800015 of 000000900"]],
      ["no NPI by its shape, not kept", ["0000000000 of 000000901"]],
    ]);
  });

  it("takes the trade name where there is no other, both lines of an address, and a plain ZIP code", async () => {
    const { rows } = await imported(
      line({ name: "", dba: "HERON CLINIC", address2: "SUITE 4", zip: "33143-0000", entity: "", npiType: "U" }),
    );
    expect(rows("fl/providers")).toMatchObject([
      { provider_name: "HERON CLINIC", street_address: "12 HERON WAY SUITE 4", zip_code: "33143", entity_type: "" },
    ]);
  });

  it("refuses a list that is cut off, and one that is another", async () => {
    const whole = text(line(), line({ id: "000000901" }));
    const cut = { name: "prw19000.csv", content: whole.slice(0, -60) };
    await expect(importing(providerMasterList, cut, { asOf: "2026-06-01" })).rejects.toThrow(/the file is cut off/);
    const other = { name: "prd19100.csv", content: "NPI,Submitted Date\n1000800015,2026-01-01\n" };
    await expect(importing(providerMasterList, other, { asOf: "2026-06-01" })).rejects.toThrow(
      /no column with the heading "Florida Medicaid Provider ID"/,
    );
  });
});

describe("nppes", () => {
  const here = practice("FL", "TAMPA", "336060000");
  const HEADER = "npi,state_provider_id,alternate_npis,provider_name,provider_type";

  async function imported(rows: readonly RegistryRow[], own = "") {
    const file = { name: "npidata_pfile_20050523-20260208.csv", content: registryFile(...rows) };
    return await importing(nppes, file, { others: [registry], files: { "fl/providers.csv": `${HEADER}\n${own}` } });
  }

  describe("the registry's Florida providers", () => {
    it("get the type that the taxonomy gives, and the type code of those who are paid a share of the fee", async () => {
      const { rows, report } = await imported([
        person("1003000019", "A", "A", { ...here, ...taxonomies("207Q00000X*"), ...identifiers("05 FL 251286600") }),
        person("1003000027", "B", "B", { ...here, ...taxonomies("363A00000X*"), ...identifiers("05 FL 37822101") }),
        person("1003000035", "C", "C", { ...here, ...taxonomies("363LF0000X*") }),
        person("1003000043", "D", "D", { ...here, ...unanswered("367500000X", "363LA2200X") }),
        organization("1003000050", "E LAB", { ...here, ...taxonomies("291U00000X*") }),
        organization("1003000068", "F SURGERY", { ...here, ...taxonomies("261QA1903X*") }),
        organization("1003000076", "G HOME HEALTH", { ...here, ...taxonomies("251E00000X*") }),
      ]);
      const types = rows("fl/providers").map((row) =>
        [row.npi, row.provider_type, row.fl_provider_type_code, row.state_provider_id].join(" ").trim(),
      );
      expect(types).toEqual([
        "1003000019 PRACTITIONER  251286600",
        "1003000027 PRACTITIONER 62",
        "1003000035 PRACTITIONER 35",
        "1003000043 PRACTITIONER 35",
        "1003000050 INDEPENDENT_LAB",
        "1003000068 ASC",
      ]);
      expect(report.tables[0]?.waiting).toMatchObject([{ reason: "provider_type: expected a value", count: 1 }]);
    });

    it("are hospitals only with a Medicaid ID, by which their rates are found", async () => {
      const { rows, report } = await imported([
        organization("1003000019", "A HOSPITAL", {
          ...here,
          ...taxonomies("282N00000X*"),
          ...identifiers("05 FL 010012300"),
        }),
        organization("1003000027", "B HOSPITAL", { ...here, ...taxonomies("282N00000X*") }),
      ]);
      expect(rows("fl/providers")).toMatchObject([{ provider_type: "HOSPITAL", state_provider_id: "010012300" }]);
      expect(report.tables[0]?.waiting).toMatchObject([
        { reason: "state_provider_id: required for hospitals", count: 1 },
      ]);
    });

    it("are not added under an NPI that another provider is also enrolled under", async () => {
      const { rows } = await imported(
        [person("1003000027", "B", "B", { ...here, ...taxonomies("207Q00000X*") })],
        "1003000019,000012300,1003000027,Bay Practice,PRACTITIONER\n",
      );
      expect(rows("fl/providers")).toMatchObject([{ npi: "1003000019" }]);
    });
  });
});
