import { describe, expect, it } from "vitest";
import { clfs, laboratory } from "../../../../src/states/ga/publications/laboratory.ts";
import { csv, zip } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

describe("the laboratory schedule", () => {
  const AS_OF = { asOf: "2025-07-01" };
  const HEADER = ["HCPCS", "Mod", "Max Allowable", "Effective Date"];

  it("brings rates in dollars and cents, and codes that are priced by hand", async () => {
    const content = csv(
      HEADER,
      ["80053", "", "$10.25", "01/01/2023"],
      ["80053", "qw", "10.255", ""],
      ["87999", "", "By Report", ""],
      ["81479", "", "0.00", ""],
    );
    const { rows, report } = await importing(laboratory, { name: "lab.csv", content }, AS_OF);
    expect(rows("ga/lab_rates").map((row) => Object.values(row))).toEqual([
      ["80053", "", "10.25", "", "2023-01-01", ""],
      ["80053", "QW", "10.26", "", "2025-07-01", ""],
      ["87999", "", "", "true", "2025-07-01", ""],
    ]);
    expect(report.leftOut).toEqual([{ reason: "no amount, or one of 0.00", count: 1, examples: ["line 5"] }]);
    expect(report.sums).toEqual([{ title: "laboratory dollars", total: "20.51" }]);
  });

  it("refuses a code that is listed twice with different amounts", async () => {
    const file = { name: "lab.csv", content: csv(HEADER, ["80053", "", "10.25", ""], ["80053", "", "10.52", ""]) };
    await expect(importing(laboratory, file, AS_OF)).rejects.toThrow(/line 2 and line 3 .* say different things/);
  });
});

const PREAMBLE =
  "Clinical Laboratory Fee Schedule\n2026 Quarter 2\nCPT codes and descriptions are copyrighted\u00ae\nEffective April 1\n";
const CLFS_HEADER = [
  "YEAR",
  "HCPCS",
  "MOD",
  "EFF_DATE",
  "INDICATOR",
  "RATE",
  "SHORTDESC",
  "LONGDESC",
  "EXTENDEDLONGDESC",
];

function file(...rows: readonly (readonly string[])[]) {
  const content = Buffer.from(PREAMBLE + csv(CLFS_HEADER, ...rows), "latin1");
  return { name: "PUF_CLFS_CY2026_Q2V1.csv", content };
}

const fee = (code: string, modifier: string, rate: string, year = "2026") => [
  year,
  code,
  modifier,
  "20260101",
  "N",
  rate,
  "text",
  "caf\u00e9, text",
  "text",
];

describe("Medicare's laboratory fees", () => {
  it("hold for their quarter, with thousands separators, modifiers and numbers that lost their zeros", async () => {
    const { rows, report } = await importing(
      clfs,
      file(
        fee("80053", "", "10.56"),
        fee("80053", "QW", "10.56"),
        fee("0242U", "", "5,000.00"),
        fee("80190", "", "60"),
      ),
    );
    const quarter = { effective_start_date: "2026-04-01", effective_end_date: "2026-06-30" };
    expect(rows("ga/medicare_clfs")).toEqual([
      { code: "0242U", modifier: "", rate: "5000.00", ...quarter },
      { code: "80053", modifier: "", rate: "10.56", ...quarter },
      { code: "80053", modifier: "QW", rate: "10.56", ...quarter },
      { code: "80190", modifier: "", rate: "60.00", ...quarter },
    ]);
    expect(report.sums).toEqual([{ title: "fees", total: "5081.12" }]);
  });

  it("are left out where there is no amount", async () => {
    const { rows, report } = await importing(clfs, file(fee("80053", "", "10.56"), fee("81479", "", "0.00")));
    expect(rows("ga/medicare_clfs")).toHaveLength(1);
    expect(report.leftOut).toEqual([{ reason: "no amount", count: 1, examples: ["line 7: 81479"] }]);
  });

  it("end with their quarter until the next one is imported", async () => {
    const { dataset } = await importing(clfs, file(fee("80053", "", "10.56")));
    const next = { ...file(fee("80053", "", "10.56")), name: "PUF_CLFS_CY2026_Q3V1.csv" };
    const { rows } = await importing(clfs, next, { into: dataset });
    expect(rows("ga/medicare_clfs")).toMatchObject([
      { effective_start_date: "2026-04-01", effective_end_date: "2026-09-30" },
    ]);
  });

  it("are read from the ZIP, whose name tells the quarter", async () => {
    const { name, content } = file(fee("80053", "", "10.56"));
    const archive = zip({ "readme.txt": "x", [name.replace("Q2", "Q3")]: content });
    const { report } = await importing(clfs, { name: "26CLABQ3.zip", content: archive });
    expect(report.edition).toBe("2026-07-01");
  });

  it("are refused under another year, and as text", async () => {
    const earlier = file(fee("80053", "", "10.56", "2025"));
    await expect(importing(clfs, earlier)).rejects.toThrow('"2025", expected the year of 2026-04-01');
    const text = file(fee("80053", "", "see note"));
    await expect(importing(clfs, text)).rejects.toThrow('line 6: "RATE" is "see note", expected an amount');
  });
});
