import { describe, expect, it } from "vitest";
import { reportJson } from "../../../src/imports/report/report.ts";
import { reportText } from "../../../src/imports/report/text.ts";
import { acuteFeeForService } from "../../../src/states/ny/publications/acute-rates.ts";
import { laboratory } from "../../../src/states/ny/publications/fee-schedules.ts";
import { csv } from "../fixtures.ts";
import { importing } from "../support.ts";

const QUARTERS = ["Proc Code", "Fee Effective 01/01/2026-03/31/2026", "Fee Effective 04/01/2026-06/30/2026"];
const drugs = (header: readonly string[], ...rows: readonly (readonly string[])[]) => ({
  name: "drugs.csv",
  content: csv(header, ...rows),
});
const mapOf = (publication: string, fields: object, others: object = {}) =>
  JSON.stringify({ publication, sections: { table: { fields } }, ...others });
const APRIL = { asOf: "2026-04-01" };

describe("two columns that fit one field", () => {
  it("are refused by name, whichever comes first", async () => {
    for (const [one, other] of [
      ["Current Fee", "New Fee"],
      ["New Fee", "Current Fee"],
      ["Fee", "New Fee"],
      ["Q1 2026 Fee", "Q2 2026 Fee"],
    ] as const) {
      const file = drugs(["Code", one, other], ["J0001", "1.00", "2.00"]);
      await expect(importing(laboratory, file, APRIL)).rejects.toThrow(
        `drugs.csv: line 1: 2 columns fit fee: "${one}" (column B), "${other}" (column C). Write the heading of the right one as "fee" into a mapping file: see --template and --map`,
      );
    }
    const quarters = drugs(QUARTERS, ["J0001", "1.00", "2.00"]);
    await expect(importing(laboratory, quarters, APRIL)).rejects.toThrow("2 columns fit fee");
  });

  it("are read where the mapping file names one of them, also where that is what the template writes", async () => {
    const file = drugs(["Code", "Current Fee", "New Fee"], ["J0001", "1.00", "2.00"]);
    const { rows } = await importing(laboratory, file, { ...APRIL, map: mapOf("ny/laboratory", { fee: "New Fee" }) });
    expect(rows("ny/fee_schedule")).toMatchObject([{ code: "J0001", fee: "2.00" }]);

    const both = drugs(["Code", "Fee", "New Fee"], ["J0001", "1.00", "2.00"]);
    const named = await importing(laboratory, both, { ...APRIL, map: mapOf("ny/laboratory", { fee: "Fee" }) });
    expect(named.rows("ny/fee_schedule")).toMatchObject([{ code: "J0001", fee: "1.00" }]);
  });

  it("are refused where a pattern of the mapping file fits both", async () => {
    const file = drugs(["Code", "Current Fee", "New Fee"], ["J0001", "1.00", "2.00"]);
    const map = mapOf("ny/laboratory", { fee: "/fee$/i" });
    await expect(importing(laboratory, file, { ...APRIL, map })).rejects.toThrow("2 columns fit fee");
  });

  it("are no doubt where another field has the second one, or the layout has an order for names", async () => {
    const header = ["OPCERT", "Hospital", "Hospital Name", "Discharge Rate"];
    const file = drugs(header, ["7000101", "000123", "Reference Hospital", "9000.00"]);
    const { report } = await importing(acuteFeeForService, file, APRIL);
    expect(report.readFrom[0]?.fields).toContainEqual({
      field: "facility",
      columns: [{ column: "C", heading: "Hospital Name" }],
    });
  });
});

describe("a day in the heading that is read", () => {
  const file = drugs(QUARTERS, ["J0001", "1.00", "2.00"]);
  const january = { fee: "Fee Effective 01/01/2026-03/31/2026" };

  it("is refused where it contradicts the edition's, by heading and by letter", async () => {
    for (const fee of [january.fee, "column B"]) {
      await expect(importing(laboratory, file, { ...APRIL, map: mapOf("ny/laboratory", { fee }) })).rejects.toThrow(
        'line 1: fee would be read from "Fee Effective 01/01/2026-03/31/2026" (column B), but the edition is as of 2026-04-01.',
      );
    }
  });

  it("is as it should be on a day of its own, and passed over where the mapping file says so", async () => {
    const map = mapOf("ny/laboratory", january);
    const { rows } = await importing(laboratory, file, { asOf: "2026-02-15", map });
    expect(rows("ny/fee_schedule")).toMatchObject([{ fee: "1.00", effective_start_date: "2026-02-15" }]);
    const other = mapOf("ny/laboratory", january, { as_of_text: null });
    const passedOver = await importing(laboratory, file, { ...APRIL, map: other });
    expect(passedOver.rows("ny/fee_schedule")).toMatchObject([{ fee: "1.00" }]);
  });
});

it("the report says which heading each field was read from, as text and as data, in a dry run too", async () => {
  const header = ["HCPCS", "Maximum Fee", "Dispensing Charge", "Fee Date", "WholesaleCost", "Note"];
  const file = drugs(["(c) 2026", "x"], header, ["J0001", "1.00", "9.00", "", "3.00", "a"]);
  const { report } = await importing(laboratory, file, { ...APRIL, dryRun: true });
  expect(reportText(report)).toContain(
    '\n  read from line 2: code "HCPCS" (A), fee "Maximum Fee" (B); no column for by_report, prior_auth_required, units_limit; not read: "Dispensing Charge" (C), "WholesaleCost" (E)\n',
  );
  expect(reportJson(report)).toMatchObject({
    dry_run: true,
    read_from: [
      {
        section: "table",
        place: "line 2",
        fields: {
          code: [{ column: "A", heading: "HCPCS" }],
          by_report: [],
          fee: [{ column: "B", heading: "Maximum Fee" }],
        },
        not_read: [
          { column: "C", heading: "Dispensing Charge" },
          { column: "E", heading: "WholesaleCost" },
        ],
      },
    ],
  });
});
