import { describe, expect, it } from "vitest";
import { apgCrosswalk, apgWeightsHistory } from "../../../../src/states/ny/publications/apg.ts";
import { xlsx } from "../../../imports/fixtures.ts";
import { type Imported, importing } from "../../../imports/support.ts";
import { apgWorkbook } from "./apg-workbook.ts";

const asOf = "2026-01-01";

async function imported(sheets: Parameters<typeof apgWorkbook>[0]) {
  const { rows, report } = await importing(apgWeightsHistory, apgWorkbook(sheets), { asOf });
  return { lines: (table: string) => rows(table).map((each) => Object.values(each).join(" ")), report };
}

describe("the APG workbook", () => {
  it("has weights whose dates stand above the captions, each until the next", async () => {
    const weights = [
      [3, "x", 1.2, 1.31, 1.4017],
      [94, "y", 0.5, 0.61, 0.7],
      ["00271", "z", null, 0.75, null],
      [999, "none", null, null, null],
      ["Note", "see page 2", null, null, null],
    ];
    const { lines, report } = await imported({ weights });
    expect(lines("ny/apg_weights")).toEqual([
      "271 0.75  2011-07-01 2025-12-31",
      "3 1.2  2008-12-01 2011-06-30",
      "3 1.31  2011-07-01 2025-12-31",
      "3 1.4017  2026-01-01 ",
      "94 0.5 true 2008-12-01 2011-06-30",
      "94 0.61 true 2011-07-01 2025-12-31",
      "94 0.7 true 2026-01-01 ",
    ]);
    expect(report.leftOut).toMatchObject([
      { reason: "no weight in any column", count: 1 },
      { reason: "no APG number in the row", count: 1 },
      { reason: "no procedure code in the row: a heading, a title or a note", count: 1 },
    ]);
  });

  it("has weights and limits of procedures in pairs, which nothing and zero end", async () => {
    const procedures = [
      [22515, "x", 3.5, 1, 3.75, 1],
      ["J1100", "x", 0, 0, 0.0125, 10],
      ["99401", "x", 0.4, 2, 0, 0],
      [100, "x", 0.5, null, null, 3],
      ["97802", "never", null, null, 0, 0],
    ];
    const { lines } = await imported({ procedures });
    expect(lines("ny/apg_procedures")).toEqual([
      "00100  0.5  2011-07-01 2025-12-31",
      "22515  3.5 1 2011-07-01 2025-12-31",
      "22515  3.75 1 2026-01-01 ",
      "99401  0.4 2 2011-07-01 2025-12-31",
      "J1100  0.0125 10 2026-01-01 ",
    ]);
  });

  it("has fees per unit in pairs, as numbers or as text", async () => {
    const fees = [
      ["J7300", "x", 600, 1, "$795.12", 1],
      [90657, "x", 12.5, 1, 0.0842, null],
    ];
    const { lines } = await imported({ fees });
    expect(lines("ny/apg_fees")).toEqual([
      "90657 12.50 1 2011-07-01 2025-12-31",
      "90657 0.0842  2026-01-01 ",
      "J7300 600.00 1 2011-07-01 2025-12-31",
      "J7300 795.12 1 2026-01-01 ",
    ]);
  });

  it("is as of the newest date over its columns", async () => {
    const { report } = await importing(apgWeightsHistory, apgWorkbook({ weights: [[3, "x", 1.2, 1.31, 1.4]] }));
    expect(report.edition).toBe("2026-01-01");
  });

  it("takes back what a newer edition no longer prints under an old date, and keeps what is older than its first", async () => {
    const weights = [[3, "x", 1.2, 1.31, 1.4]];
    const first = await importing(apgWeightsHistory, apgWorkbook({ weights }), { asOf: "2025-10-01" });
    const dates = [null, null, "July 1, 2011", "Jan 1, 2026"];
    const later = [
      [3, "x", null, 1.5],
      [5, "y", 0.6, 0.7],
    ];
    const blanked = apgWorkbook({ dates, weights: later });
    const { rows } = await importing(apgWeightsHistory, blanked, { asOf, into: first.dataset, acceptShrink: true });
    expect(rows("ny/apg_weights").map((each) => Object.values(each).join(" "))).toEqual([
      "3 1.2  2008-12-01 2011-06-30",
      "3 1.5  2026-01-01 ",
      "5 0.6  2011-07-01 2025-12-31",
      "5 0.7  2026-01-01 ",
    ]);
  });

  it("keeps weights digit for digit where they are text, and a weight of zero", async () => {
    const { lines } = await imported({ weights: [[271, "x", "0.7650", ".5", 0]] });
    expect(lines("ny/apg_weights")).toEqual([
      "271 0.7650  2008-12-01 2011-06-30",
      "271 0.5  2011-07-01 2025-12-31",
      "271 0  2026-01-01 ",
    ]);
  });

  it.each<[string, Parameters<typeof apgWorkbook>[0], RegExp]>([
    [
      "a date that cannot be read",
      { dates: [null, null, "Dec 1\n2008", "July\n2011", "Jan 1, 2026"] },
      /sheet "Final APG Based Weights", row 4: column D: the heading "July\\n2011" names no day/,
    ],
    [
      "a date that is missing over figures",
      { dates: [null, null, "Dec 1\n2008", null, "Jan 1, 2026"], weights: [[3, "x", 1, 2, 3]] },
      /row 5: "column D" is "2", expected a date and a caption over a column with figures/,
    ],
    [
      "the first date missing over figures",
      { dates: [null, null, null, "July 1, 2011"], weights: [[3, "x", 1, 2]] },
      /row 5: "column C" is "1", expected a date/,
    ],
    [
      "a pair without its date",
      { pairDates: [null, null, null, null, "Jan 1, 2026"], procedures: [["J1100", "x", 0.1, 1, 0.2, 1]] },
      /sheet "Final Px Based Weights", row 5: "column C" is "0.1", expected a date/,
    ],
    ["a column without any heading", { weights: [[3, "x", 1, 2, 3, 4]] }, /"column F" is "4", expected a date/],
    [
      "a date that stands twice",
      { pairDates: [null, null, "Jan 1, 2026", null, "1/1/2026"] },
      /columns C and E both begin on 2026-01-01/,
    ],
    ["a weight that is text", { weights: [[3, "x", "see note"]] }, /"Dec 1\\n2008" is "see note", expected a figure/],
  ])("is refused for %s", async (_, sheets, message) => {
    await expect(imported(sheets)).rejects.toThrow(message);
  });

  it("has its dated columns where their dates are, whatever a mapping file says", async () => {
    const sections = { weights: { sheet: null, fields: { weights: "column C" } } };
    const map = JSON.stringify({ publication: "ny/apg-weights", sections });
    await expect(importing(apgWeightsHistory, apgWorkbook({}), { asOf, map })).rejects.toThrow(
      'weights: "column C", expected "the columns under dates": they are found by their dates',
    );
  });
});

describe("apg crosswalk", () => {
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
});
