import { describe, expect, it } from "vitest";
import { perDiemFeeForService, perDiemManagedCare } from "../../../../src/states/ny/publications/per-diem-rates.ts";
import { csv, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";
import { providersFile } from "./providers.ts";

const files = providersFile("1100000001,00100001,7000101H,EXAMPLE GENERAL HOSPITAL,HOSPITAL,Bronx,10451");
const asOf = "2025-01-01";

function rates(rows: (table: string) => Record<string, string>[]) {
  return rows("ny/inpatient_per_diem_rates").map((row) =>
    [row.opcert, row.payer_class, row.service_type, row.per_diem, row.alc_per_diem].join(" "),
  );
}

describe("exempt unit schedules", () => {
  it("name the service in a column of their own", async () => {
    const content = csv(
      ["OPCERT", "Hospital", "Exempt Unit", "Per Diem", "ALC"],
      ["7000101", "x", "Medical Rehabilitation", "$1,388.27", "200"],
      ["7000101", "x", "Critical Access Hospital (2999)", "2101.94", "204.66"],
      ["7000101", "x", "Dual Diagnosis - Adult", "1011", "204.66"],
      ["7000101", "x", "Detoxification", "900", ""],
      ["0101000", "x", "Chemical Dependency Rehab", "", ""],
      ["Average", "", "", "", ""],
    );
    const { rows, report } = await importing(perDiemFeeForService, { name: "exempt.csv", content }, { asOf, files });
    expect(rates(rows)).toEqual([
      "7000101 FFS cah 2101.94 204.66",
      "7000101 FFS dual_diag_adult 1011.00 ",
      "7000101 FFS med_rehab 1388.27 200.00",
    ]);
    expect(report.leftOut).toMatchObject([
      { reason: "a service that is not paid by the day alone", count: 1, examples: ["line 5: Detoxification"] },
      { reason: "no per diem in the row", count: 1 },
      { reason: expect.stringMatching(/^no operating certificate/), count: 1 },
    ]);
  });

  it("or have a column per service, on as many sheets as they like", async () => {
    const content = xlsx({
      Rehab: [
        ["OPCERT", "Hospital", "Medical Rehab (2853)", "Chemical Dependency Rehab", "ALC Per Diem"],
        [101000, "Example Capital", 1388.27, 0, 200],
        [101001, "Example Nothing", null, null, null],
      ],
      Other: [
        ["OPCERT", "Critical Access (2999)", "Dual Diagnosis Child (4607)"],
        ["7000101", 2101.94, 950],
      ],
    });
    const { rows, report } = await importing(perDiemFeeForService, { name: "exempt.xlsx", content }, { asOf, files });
    expect(rates(rows)).toEqual([
      "0101000 FFS med_rehab 1388.27 200.00",
      "7000101 FFS cah 2101.94 ",
      "7000101 FFS dual_diag_child 950.00 ",
    ]);
    expect(report.leftOut).toMatchObject([{ reason: "no per diem in the row", count: 1 }]);
    expect(report.findings).toMatchObject([{ count: 1, examples: ["0101000 Example Capital"] }]);
  });

  it("for managed care include the add-on of public hospitals in the specialty per diem: 900.00 + 55.50", async () => {
    const content = csv(
      ["OPCERT", "Specialty Acute", "Medical Rehabilitation", "Public Hospital Conversion Add-on"],
      ["7000101", "900", "800", "55.50"],
    );
    const { rows } = await importing(perDiemManagedCare, { name: "exempt.csv", content }, { asOf, files });
    expect(rates(rows)).toEqual(["7000101 MMC med_rehab 800.00 ", "7000101 MMC specialty_acute 955.50 "]);
  });

  it("are refused without a service", async () => {
    const content = csv(["OPCERT", "Hospital"], ["7000101", "x"]);
    await expect(importing(perDiemFeeForService, { name: "exempt.csv", content }, { asOf, files })).rejects.toThrow(
      /no column with the heading/,
    );
  });
});
