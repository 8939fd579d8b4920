import { describe, expect, it } from "vitest";
import { mappingTemplate } from "../../../../src/imports/layout/mapping.ts";
import { physician, siteOfService } from "../../../../src/states/ga/publications/physician.ts";
import { csv, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2025-07-01" };
const HEADER = ["Procedure Code", "Modifier", "Maximum Allowable", "Site of Service", "Effective Date"];

function schedule(...rows: readonly (readonly string[])[]) {
  return { name: "physician.csv", content: csv(["Physician Services"], ["Rates as of July 2025"], HEADER, ...rows) };
}

/** The cells that say something, in the table's order. */
function said(rows: readonly Record<string, string>[]): string[] {
  return rows.map((row) =>
    Object.values(row)
      .filter((cell) => cell !== "")
      .join(" "),
  );
}

describe("the physician schedule", () => {
  it("brings standard rows, and for facility amounts a row of their own", async () => {
    const { rows, report } = await importing(
      physician,
      schedule(["99213", "", "76.15", "$58.42", "07/01/2022"], ["71046", "26", "8.06", "", "1/1/2024"]),
      AS_OF,
    );
    expect(said(rows("ga/fee_schedule"))).toEqual([
      "physician_fs 71046 26 8.06 2024-01-01",
      "physician_fs 99213 non_facility 76.15 2022-07-01",
      "site_of_service 99213 facility 58.42 2022-07-01",
    ]);
    expect(report.sums).toEqual([
      { title: "physician_fs dollars", total: "84.21" },
      { title: "site_of_service dollars", total: "58.42" },
    ]);
  });

  it("takes a row without a date from the day of the edition, and one with an end until then", async () => {
    const header = ["Code", "Rate", "Effective Date", "End Date"];
    const content = csv(header, ["99213", "76.15", "", "12/31/9999"], ["99214", "110.43", "2024-01-01", "2024-12-31"]);
    const { rows } = await importing(physician, { name: "fees.csv", content }, AS_OF);
    expect(said(rows("ga/fee_schedule"))).toEqual([
      "physician_fs 99213 76.15 2025-07-01",
      "physician_fs 99214 110.43 2024-01-01 2024-12-31",
    ]);
  });

  it.each(["BR", "b/r", "By Report", "Manual Review", "manually priced", "MP"])(
    "marks a code with %j as manually priced",
    async (word) => {
      const { rows } = await importing(physician, schedule(["99199", "", word, "", ""]), AS_OF);
      expect(said(rows("ga/fee_schedule"))).toEqual(["physician_fs 99199 true 2025-07-01"]);
    },
  );

  it("has no standard row for a code that is published for facilities only", async () => {
    const { rows } = await importing(physician, schedule(["33533", "", "0.00", "1,650.20", ""]), AS_OF);
    expect(said(rows("ga/fee_schedule"))).toEqual(["site_of_service 33533 facility 1650.20 2025-07-01"]);
  });

  it("leaves out rows without an amount: titles, notes and codes that are not paid", async () => {
    const file = schedule(
      ["EVALUATION AND MANAGEMENT", "", "", "", ""],
      ["99213", "", "76.15", "", ""],
      ["99072", "", "$0.00", "", ""],
      ["BR means that the claim is reviewed", "", "", "", ""],
    );
    const { rows, report } = await importing(physician, file, AS_OF);
    expect(rows("ga/fee_schedule")).toHaveLength(1);
    expect(report.leftOut).toEqual([
      { reason: "no amount, or one of 0.00", count: 3, examples: ["line 4", "line 6", "line 7"] },
    ]);
  });

  it("reads a workbook in which codes, modifiers and dates are numbers", async () => {
    const content = xlsx({
      Notes: [["Georgia"]],
      Fees: [
        ["HCPCS\nCode", "Mod", "Max Allowable", "Facility\nMax Allowable", "Eff Date"],
        [100, 26, 37.230000000000004, 20.5, new Date("2024-07-01")],
      ],
    });
    const { rows } = await importing(physician, { name: "fees.xlsx", content }, AS_OF);
    expect(said(rows("ga/fee_schedule"))).toEqual([
      "physician_fs 00100 26 non_facility 37.23 2024-07-01",
      "site_of_service 00100 26 facility 20.50 2024-07-01",
    ]);
  });

  it("rounds an amount that a formula made to six decimals", async () => {
    const { rows } = await importing(physician, schedule(["99213", "", "76.15000049", "", ""]), AS_OF);
    expect(rows("ga/fee_schedule")).toMatchObject([{ rate: "76.150000" }]);
  });

  it("ends a code that a newer edition does not list", async () => {
    const first = schedule(["99213", "", "76.15", "", ""], ["99358", "", "90.00", "", ""]);
    const { dataset } = await importing(physician, first, { asOf: "2025-04-01" });
    const { rows, report } = await importing(physician, schedule(["99213", "", "76.15", "", ""]), {
      ...AS_OF,
      into: dataset,
    });
    expect(said(rows("ga/fee_schedule"))).toEqual([
      "physician_fs 99213 76.15 2025-04-01",
      "physician_fs 99358 90.00 2025-04-01 2025-06-30",
    ]);
    expect(report.tables).toMatchObject([{ unchanged: 1, closed: 1 }]);
  });

  it("refuses a word that is no amount, and names the place", async () => {
    const file = schedule(["99213", "", "see note", "", ""]);
    await expect(importing(physician, file, AS_OF)).rejects.toThrow(
      'line 4: "Maximum Allowable" is "see note", expected an amount such as 40.00, or BR or manual review where there is none',
    );
  });

  it("refuses a file with other headings, and names what was looked for and found", async () => {
    const file = { name: "fees.csv", content: csv(["Svc Cd", "Payment"], ["99213", "76.15"]) };
    await expect(importing(physician, file, AS_OF)).rejects.toThrow(
      /"Procedure Code".*found "Svc Cd", "Payment".*--template and --map/,
    );
  });

  it("goes on with other headings once a mapping file, made from the template, says where the columns are", async () => {
    const file = { name: "fees.csv", content: csv(["Svc Cd", "Payment", "In hospital"], ["99213", "76.15", "58.42"]) };
    const template = JSON.parse(mappingTemplate(physician));
    expect(Object.keys(template.sections.table.fields)).toEqual([
      "code",
      "modifier",
      "facility",
      "standard",
      "effective_from",
      "effective_to",
    ]);
    Object.assign(template.sections.table.fields, { code: "Svc Cd", standard: "column B", facility: "/hospital/" });
    const { rows } = await importing(physician, file, { ...AS_OF, map: JSON.stringify(template) });
    expect(said(rows("ga/fee_schedule"))).toEqual([
      "physician_fs 99213 non_facility 76.15 2025-07-01",
      "site_of_service 99213 facility 58.42 2025-07-01",
    ]);
  });
});

it("brings the facility amounts of an appendix beside the standard rows of the schedule", async () => {
  const schedule = { name: "physician.csv", content: csv(["Code", "Rate"], ["99213", "76.15"]) };
  const { dataset } = await importing(physician, schedule, AS_OF);
  const appendix = {
    name: "appendix.csv",
    content: csv(["CPT Code", "Site of Service Rate"], ["99213", "58.42"], ["99214", ""], ["99499", "BR"]),
  };
  const { rows, report } = await importing(siteOfService, appendix, { ...AS_OF, into: dataset, others: [physician] });
  expect(
    rows("ga/fee_schedule").map(({ service_category, code, rate, manually_priced }) => [
      service_category,
      code,
      rate,
      manually_priced,
    ]),
  ).toEqual([
    ["physician_fs", "99213", "76.15", ""],
    ["site_of_service", "99213", "58.42", ""],
    ["site_of_service", "99499", "", "true"],
  ]);
  expect(report.leftOut).toMatchObject([{ reason: "no amount, or one of 0.00", count: 1 }]);
});
