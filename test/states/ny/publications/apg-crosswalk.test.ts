import { describe, expect, it } from "vitest";
import { apgCrosswalk, apgWeightsHistory } from "../../../../src/states/ny/publications/apg.ts";
import { xlsx } from "../../../imports/fixtures.ts";
import { type Imported, importing } from "../../../imports/support.ts";
import { apgWorkbook } from "./apg-workbook.ts";

const asOf = "2026-04-01";
const HEADINGS = [
  ...["HCPCS", "Description", "EAPG", "EAPG Type", "EAPG Category", "Eapg Service Line", "Quarter Effective Date"],
  ...["Quarter End Date", "Mid-Quarter Effective Date", "Mid-Quarter End Date"],
];

type Row = readonly [code: string | number, apg: string | number, ...dates: readonly string[]];

function crosswalk(...rows: readonly Row[]) {
  const listed = rows.map(([code, apg, ...dates]) => [code, "x", apg, "3", "5", "12", ...dates]);
  const content = xlsx({
    "How to use": [["Search the sheet"]],
    "HCPCS to EAPGs": [["Crosswalk"], ["Effective"], ["Notice"], [" "], ["Notice"], HEADINGS, ...listed],
    "HCPCS Changes v3.18": [
      ["HCPCS", "Old EAPG", "New EAPG", "EAPG"],
      ["71045", "00471", "00472", "00999"],
    ],
  });
  return { name: "crosswalk.xlsx", content };
}

function lines({ rows }: Imported): string[] {
  return rows("ny/apg_procedures").map((each) => Object.values(each).join(" "));
}

describe("the APG crosswalk", () => {
  it("gives a code that changed its APG a row for each, in whatever order they are listed", async () => {
    const file = crosswalk(
      [71045, "00472", "Apr 1, 2024", " "],
      [71045, "00471", "Jan 1, 2018", "Mar 31, 2024"],
      ["99213", "00491", "Oct 1, 2020"],
      ["99213", "00491", "Jan 1, 2019", "Sep 30, 2020"],
      ["J1100", 450, "Oct 1, 2020"],
      ["J1100", 451, "Jan 1, 2019"],
      ["G0463", "271"],
    );
    expect(lines(await importing(apgCrosswalk, file, { asOf }))).toEqual([
      "71045 471   2018-01-01 2024-03-31",
      "71045 472   2024-04-01 ",
      "99213 491   2019-01-01 ",
      "G0463 271   2026-04-01 ",
      "J1100 451   2019-01-01 2020-09-30",
      "J1100 450   2020-10-01 ",
    ]);
  });

  it("is taken for the days that both pairs of dates allow, and says so", async () => {
    const file = crosswalk(
      ["71045", "471", "Jan 1, 2020", "Mar 31, 2024", "Feb 4, 2020", "Jun 30, 2024"],
      ["71046", "471", "Apr 1, 2024", "", "", "Jan 31, 2024"],
      ["71047", "471", "", "Jan 31, 2024"],
      ["71048", "0", "Apr 1, 2024"],
    );
    const imported = await importing(apgCrosswalk, file, { asOf });
    expect(lines(imported)).toEqual(["71045 471   2020-02-04 2024-03-31"]);
    expect(imported.report.findings).toMatchObject([{ count: 1 }]);
    expect(imported.report.leftOut).toMatchObject([
      { reason: "dates that leave no day: the end is before the start", count: 1 },
      { reason: "an end date without an effective date", count: 1 },
      { reason: "no APG", count: 1 },
    ]);
  });

  it("is refused where two rows of a code contradict each other", async () => {
    const file = crosswalk(["97110", 271, "Jan 1, 2020"], ["97110", 272, "Jan 1, 2020"]);
    await expect(importing(apgCrosswalk, file, { asOf })).rejects.toThrow(/say different things about code 97110/);
  });
});

describe("procedures", () => {
  const workbook = apgWorkbook({ procedures: [["71045", "x", 0.4, 2, 0.5, 2]] });
  const groups = crosswalk([71045, 471, "Jan 1, 2018", "Mar 31, 2024"], [71045, 472, "Apr 1, 2024"]);
  const BOTH = [
    "71045  0.4 2 2011-07-01 2017-12-31",
    "71045 471 0.4 2 2018-01-01 2024-03-31",
    "71045 472 0.4 2 2024-04-01 2025-12-31",
    "71045 472 0.5 2 2026-01-01 ",
  ];

  it("say what both publications say, cut at every day on which either changes, whichever is imported first", async () => {
    const others = [apgWeightsHistory];
    const one = await importing(apgWeightsHistory, workbook, { asOf: "2026-01-01", after: [apgCrosswalk] });
    const both = await importing(apgCrosswalk, groups, { asOf, others, into: one.dataset });
    expect(lines(both)).toEqual(BOTH);
    expect(both.origins("ny/apg_procedures").slice(0, 3)).toEqual([
      {
        line: "2",
        publication: "ny/apg-weights",
        edition: "2026-01-01",
        place: 'sheet "Final Px Based Weights", row 5',
      },
      {
        line: "3",
        publication: "ny/apg-weights",
        edition: "2026-01-01",
        place: 'sheet "Final Px Based Weights", row 5',
      },
      { line: "3", publication: "ny/apg-crosswalk", edition: asOf, place: 'sheet "HCPCS to EAPGs", row 7' },
    ]);

    const other = await importing(apgCrosswalk, groups, { asOf, others });
    const again = { asOf: "2026-01-01", after: [apgCrosswalk], into: other.dataset };
    expect(lines(await importing(apgWeightsHistory, workbook, again))).toEqual(BOTH);
    const repeated = await importing(apgWeightsHistory, workbook, again);
    expect(repeated.report.tables.find(({ table }) => table === "ny/apg_procedures")).toMatchObject({
      added: 0,
      changed: 0,
      closed: 0,
      unchanged: 4,
      own: 0,
    });
  });
});
