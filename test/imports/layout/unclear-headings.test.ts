import { describe, expect, it } from "vitest";
import { reportJson } from "../../../src/imports/report/report.ts";
import { reportText } from "../../../src/imports/report/text.ts";
import { radiology } from "../../../src/states/fl/publications/fee-schedules.ts";
import { padl } from "../../../src/states/ga/publications/drugs-and-vaccines.ts";
import { enhancedPrimaryCare } from "../../../src/states/ga/publications/enhanced-rates.ts";
import { hospitalOutpatient } from "../../../src/states/ga/publications/hospital-rates.ts";
import { csv } from "../fixtures.ts";
import { importing } from "../support.ts";

const QUARTERS = ["Proc Code", "Rate Effective 01/01/2026-03/31/2026", "Rate Effective 04/01/2026-06/30/2026"];
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
      ["Current Rate", "New Rate"],
      ["New Rate", "Current Rate"],
      ["Rate", "New Rate"],
      ["Q1 2026 Rate", "Q2 2026 Rate"],
    ] as const) {
      const file = drugs(["Code", one, other], ["J0001", "1.00", "2.00"]);
      await expect(importing(padl, file, APRIL)).rejects.toThrow(
        `drugs.csv: line 1: 2 columns fit rate: "${one}" (column B), "${other}" (column C). Write the heading of the right one as "rate" into a mapping file: see --template and --map`,
      );
    }
    const fees = drugs(["Code", "PREVIOUS FEE", "CURRENT FEE"], ["70010", "1.00", "2.00"]);
    await expect(importing(radiology, fees, APRIL)).rejects.toThrow(
      '2 columns fit fsi: "PREVIOUS FEE" (column B), "CURRENT FEE" (column C)',
    );
    const quarters = drugs(QUARTERS, ["J0001", "1.00", "2.00"]);
    await expect(importing(padl, quarters, APRIL)).rejects.toThrow("2 columns fit rate");
  });

  it("are read where the mapping file names one of them, also where that is what the template writes", async () => {
    const file = drugs(["Code", "Current Rate", "New Rate"], ["J0001", "1.00", "2.00"]);
    const { rows } = await importing(padl, file, { ...APRIL, map: mapOf("ga/padl", { rate: "New Rate" }) });
    expect(rows("ga/fee_schedule")).toMatchObject([{ code: "J0001", rate: "2.00" }]);

    const crosswalk = drugs(["Code", "Updated Rate", "New Rate"], ["99213", "1.00", "2.00"]);
    await expect(importing(enhancedPrimaryCare, crosswalk, APRIL)).rejects.toThrow("2 columns fit new_rate");
    const map = mapOf("ga/enhanced-primary-care", { new_rate: "New Rate" });
    const named = await importing(enhancedPrimaryCare, crosswalk, { ...APRIL, map });
    expect(named.rows("ga/fee_schedule")).toMatchObject([{ code: "99213", rate: "2.00" }]);
  });

  it("are refused where a pattern of the mapping file fits both", async () => {
    const file = drugs(["Code", "Current Rate", "New Rate"], ["J0001", "1.00", "2.00"]);
    const map = mapOf("ga/padl", { rate: "/rate$/" });
    await expect(importing(padl, file, { ...APRIL, map })).rejects.toThrow("2 columns fit rate");
  });

  it("are no doubt where another field has the second one, or the layout has an order for names", async () => {
    const header = ["NPI", "Provider", "Provider Name", "Interim Rate"];
    const file = drugs(header, ["1200020059", "000123", "Reference Hospital", "30%"]);
    const { report } = await importing(hospitalOutpatient, file, APRIL);
    expect(report.readFrom[0]?.fields).toContainEqual({
      field: "name",
      columns: [{ column: "C", heading: "Provider Name" }],
    });
  });
});

describe("a day in the heading that is read", () => {
  const file = drugs(QUARTERS, ["J0001", "1.00", "2.00"]);
  const january = { rate: "Rate Effective 01/01/2026-03/31/2026" };

  it("is refused where it contradicts the edition's, by heading and by letter", async () => {
    for (const rate of [january.rate, "column B"]) {
      await expect(importing(padl, file, { ...APRIL, map: mapOf("ga/padl", { rate }) })).rejects.toThrow(
        'line 1: rate would be read from "Rate Effective 01/01/2026-03/31/2026" (column B), but the edition is as of 2026-04-01.',
      );
    }
  });

  it("is as it should be on a day of its own, and passed over where the mapping file says so", async () => {
    const map = mapOf("ga/padl", january);
    const { rows } = await importing(padl, file, { asOf: "2026-02-15", map });
    expect(rows("ga/fee_schedule")).toMatchObject([{ rate: "1.00", effective_start_date: "2026-01-01" }]);
    const other = mapOf("ga/padl", january, { as_of_text: null });
    const passedOver = await importing(padl, file, { ...APRIL, map: other });
    expect(passedOver.rows("ga/fee_schedule")).toMatchObject([{ rate: "1.00" }]);
  });
});

it("the report says which heading each field was read from, as text and as data, in a dry run too", async () => {
  const header = ["HCPCS", "Price per unit", "Dispensing Fee", "Fee Date", "WholesaleCost", "Note"];
  const file = drugs(["(c) 2026", "x"], header, ["J0001", "1.00", "9.00", "", "3.00", "a"]);
  const { report } = await importing(padl, file, { ...APRIL, dryRun: true });
  expect(reportText(report)).toContain(
    '\n  read from line 2: code "HCPCS" (A), rate "Price per unit" (B); no column for modifier; not read: "Dispensing Fee" (C), "WholesaleCost" (E)\n',
  );
  expect(reportJson(report)).toMatchObject({
    dry_run: true,
    read_from: [
      {
        section: "table",
        place: "line 2",
        fields: {
          code: [{ column: "A", heading: "HCPCS" }],
          modifier: [],
          rate: [{ column: "B", heading: "Price per unit" }],
        },
        not_read: [
          { column: "C", heading: "Dispensing Fee" },
          { column: "E", heading: "WholesaleCost" },
        ],
      },
    ],
  });
});
