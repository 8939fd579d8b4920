import { describe, expect, it } from "vitest";
import { padl, vaccineAdministration } from "../../../../src/states/ga/publications/drugs-and-vaccines.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

describe("the drug list", () => {
  const HEADER = ["HCPCS", "Description", "Rate per Unit", "Effective Date"];

  function list(...rows: readonly (readonly string[])[]) {
    return { name: "padl.csv", content: csv(HEADER, ...rows) };
  }

  it("brings rates per unit for the quarter of the list, whatever date a code has", async () => {
    const { rows } = await importing(padl, list(["J0696", "x", "0.6175", "01/01/2019"]), { asOf: "2025-08-15" });
    expect(rows("ga/fee_schedule")).toMatchObject([
      {
        service_category: "padl_drug",
        code: "J0696",
        rate: "0.6175",
        effective_start_date: "2025-07-01",
        effective_end_date: "2025-09-30",
      },
    ]);
  });

  it("joins quarters with the same rate, and ends a rate with its last quarter", async () => {
    const { dataset } = await importing(padl, list(["J0696", "x", "0.6175", ""], ["J1100", "x", "0.10", ""]), {
      asOf: "2025-07-01",
    });
    const { rows } = await importing(padl, list(["J0696", "x", "0.6175", ""]), { asOf: "2025-10-01", into: dataset });
    expect(rows("ga/fee_schedule").map((row) => [row.code, row.effective_start_date, row.effective_end_date])).toEqual([
      ["J0696", "2025-07-01", "2025-12-31"],
      ["J1100", "2025-07-01", "2025-09-30"],
    ]);
  });

  it("marks drugs that are priced by hand, and leaves out those without a rate", async () => {
    const { rows, report } = await importing(padl, list(["J3490", "x", "Manual", ""], ["J9999", "x", "", ""]), {
      asOf: "2025-07-01",
    });
    expect(rows("ga/fee_schedule")).toMatchObject([{ code: "J3490", rate: "", manually_priced: "true" }]);
    expect(report.leftOut).toMatchObject([{ reason: "no amount, or one of 0.00", count: 1 }]);
  });

  it("carries no descriptions over, and refuses a rate that is a word", async () => {
    const { rows } = await importing(padl, list(["J0696", "a drug", "0.6175", ""]), { asOf: "2025-07-01" });
    expect(JSON.stringify(rows("ga/fee_schedule"))).not.toContain("a drug");
    await expect(importing(padl, list(["J0696", "x", "n.c.", ""]), { asOf: "2025-07-01" })).rejects.toThrow(
      /"Rate per Unit" is "n.c."/,
    );
  });
});

describe("vaccine administration fees", () => {
  it("brings the fees of adults", async () => {
    const content = csv(["CPT", "Fee"], ["90471", "$21.93"], ["90480", ""]);
    const { rows, report } = await importing(
      vaccineAdministration,
      { name: "fees.csv", content },
      { asOf: "2024-01-01" },
    );
    expect(rows("ga/fee_schedule")).toMatchObject([
      { service_category: "vaccine_admin", code: "90471", place_of_service: "", age_group: "ADULT", rate: "21.93" },
    ]);
    expect(report.leftOut).toEqual([{ reason: "no amount, or one of 0.00", count: 1, examples: ["line 3"] }]);
  });

  it("refuses a list without fees", async () => {
    const file = { name: "codes.csv", content: csv(["CPT", "Vaccine"], ["90471", "any"]) };
    await expect(importing(vaccineAdministration, file, { asOf: "2024-01-01" })).rejects.toThrow(
      /no column with the heading "Maximum Allowable"/,
    );
  });
});
