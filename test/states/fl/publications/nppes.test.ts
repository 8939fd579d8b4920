import { describe, expect, it } from "vitest";
import { nppes as registry } from "../../../../src/imports/federal/nppes.ts";
import { nppes } from "../../../../src/states/fl/publications/nppes.ts";
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
import { importing } from "../../../imports/support.ts";

const here = practice("FL", "TAMPA", "336060000");
const HEADER = "npi,state_provider_id,alternate_npis,provider_name,provider_type";

async function imported(rows: readonly RegistryRow[], own = "") {
  const file = { name: "npidata_pfile_20050523-20260208.csv", content: registryFile(...rows) };
  return await importing(nppes, file, { others: [registry], files: { "fl/providers.csv": `${HEADER}\n${own}` } });
}

describe("the registry's Florida providers", () => {
  it("get the type that the taxonomy tells, and the type code of those who are paid a share of the fee", async () => {
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
