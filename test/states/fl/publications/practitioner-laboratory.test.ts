import { expect, it } from "vitest";
import { practitionerLaboratory } from "../../../../src/states/fl/publications/practitioner-laboratory.ts";
import { xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const JANUARY = { asOf: "2026-01-01" };

it("reads the practitioner laboratory schedule by its columns, from row 5 of the first sheet", async () => {
  const content = xlsx({
    Laboratory: [
      ["Practitioner Laboratory Fee Schedule"],
      [],
      ["Effective January 1"],
      [null, "CODE", "FEE", "PROFESSIONAL", "TECHNICAL"],
      [null, 80053, 6.34, 1.27, 5.07],
      [null, "Q0111", 4.15],
      [null, "87999", "BR"],
    ],
    Notes: [["nothing to read"]],
  });
  const { rows } = await importing(practitionerLaboratory, { name: "laboratory.xlsx", content }, JANUARY);
  expect(rows("fl/fee_schedule")).toMatchObject([
    { schedule: "LABORATORY", code: "80053", fsi: "6.34", facility: "", pci: "1.27", tci: "5.07" },
    { schedule: "LABORATORY", code: "87999", fsi: "", by_report: "true" },
    { schedule: "LABORATORY", code: "Q0111", fsi: "4.15", pci: "", tci: "" },
  ]);
});
