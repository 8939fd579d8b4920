import { describe, expect, it } from "vitest";
import { hcaiNpiCrosswalk } from "../../../../src/states/ca/publications/hcai-npi-crosswalk.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2026-01-01" };
const CROSSWALK = ["HCAI_ID", "NPI", "CCN", "FACNAME", "FAC_TYPE_DESCRIPTION", "LICENSE_STATUS_DESCRIPTION"];
const GENERAL = "GENERAL ACUTE CARE HOSPITAL";

const crosswalk = (...rows: readonly (readonly string[])[]) => ({
  name: "crosswalk.csv",
  content: csv(CROSSWALK, ...rows),
});

describe("the licensed facility crosswalk", () => {
  it("gives a hospital the first NPI of its lines, and the others as alternates", async () => {
    const { rows, origins } = await importing(
      hcaiNpiCrosswalk,
      crosswalk(
        ["106190001", "1100000017", "050001", "BAY HOSPITAL", GENERAL, "OPEN"],
        ["106190002", "1100000033", "", "HILL HOSPITAL", "ACUTE PSYCHIATRIC HOSPITAL", "OPEN"],
        ["106190001", "1100000009", "050001", "BAY HOSPITAL", GENERAL, "OPEN"],
        ["106190001", "1100000017", "05T001", "BAY HOSPITAL", GENERAL, "OPEN"],
      ),
      AS_OF,
    );
    expect(rows("ca/providers")).toMatchObject([
      {
        npi: "1100000017",
        state_provider_id: "106190001",
        alternate_npis: "1100000009",
        provider_name: "BAY HOSPITAL",
        provider_type: "hospital",
        entity_type: "Organization",
        state: "CA",
      },
      { npi: "1100000033", state_provider_id: "106190002", alternate_npis: "" },
    ]);
    expect(origins("ca/providers").map(({ place }) => place)).toEqual(["line 2", "line 3"]);
  });

  it("leaves out what is no hospital, has no ID or is closed, and tells who has no NPI", async () => {
    const { rows, report } = await importing(
      hcaiNpiCrosswalk,
      crosswalk(
        ["106190001", "", "", "BAY HOSPITAL", GENERAL, "OPEN"],
        ["206190001", "1100000017", "", "BAY NURSING", "SKILLED NURSING FACILITY", "OPEN"],
        ["", "1100000025", "", "NEW HOSPITAL", GENERAL, "OPEN"],
        ["106190003", "1100000033", "", "OLD HOSPITAL", GENERAL, "CLOSED"],
      ),
      AS_OF,
    );
    expect(rows("ca/providers")).toMatchObject([{ npi: "", state_provider_id: "106190001" }]);
    expect(report.leftOut).toEqual([
      { reason: "not a hospital", count: 1, examples: ["line 3: SKILLED NURSING FACILITY"] },
      { reason: "no HCAI ID", count: 1, examples: ["line 4: NEW HOSPITAL"] },
      { reason: "license closed", count: 1, examples: ["line 5: OLD HOSPITAL"] },
    ]);
    expect(report.findings).toEqual([
      { reason: "hospitals listed without an NPI", count: 1, examples: ["BAY HOSPITAL"] },
    ]);
  });

  it("is refused when it is another list", async () => {
    const other = { name: "crosswalk.csv", content: csv(["NPI", "NAME"], ["1100000009", "BAY"]) };
    await expect(importing(hcaiNpiCrosswalk, other, AS_OF)).rejects.toThrow(/HCAI_ID/);
  });
});
