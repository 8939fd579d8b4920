import { describe, expect, it } from "vitest";
import { amount, code } from "../../src/imports/declaring/conversions.ts";
import { column, dated, heading } from "../../src/imports/declaring/fields.ts";
import { publication, section } from "../../src/imports/declaring/publication.ts";
import { mapped } from "../../src/imports/layout/mapping.ts";
import { csv, xlsx, zip } from "./fixtures.ts";
import { feeSchedule, fees } from "./reef.ts";
import { importing } from "./support.ts";

/* A fee schedule that prints its effective day above its headings. */

const fields = { code: heading("Code", code(5)), fee: heading("Fee", amount) };

const printed = publication({
  ...feeSchedule,
  asOfText: /fees as of (\S+)/i,
  asOf: (name) => /[0-9]{4}-[0-9]{2}-[0-9]{2}/.exec(name)?.[0] ?? null,
  sections: [
    section({
      fields,
      feeds: [fees],
      read: () => ({ record: (record, intake) => intake.take(fees, record) }),
    }),
  ],
});

const TABLE = [
  ["Code", "Fee"],
  ["00123", "7"],
];

const text = (line: string, name = "fees.csv") => ({ name, content: csv([line, ""], ...TABLE) });

async function editionOf(file: Parameters<typeof importing>[1], asOf?: string): Promise<string> {
  return (await importing(printed, file, asOf === undefined ? {} : { asOf })).report.edition;
}

describe("the day of an edition", () => {
  it("is read above the headings of a text, a workbook, and a workbook in a ZIP", async () => {
    expect(await editionOf(text("All rights reserved. Reef Fees as of 01/15/2026"))).toBe("2026-01-15");
    const workbook = xlsx({ Notes: [["Fees as of 2001-01-01"]], Fees: [["Fees as of 2026-01-15"], ...TABLE] });
    expect(await editionOf({ name: "fees.xlsx", content: workbook })).toBe("2026-01-15");
    expect(await editionOf({ name: "fees.zip", content: zip({ "fees.xlsx": workbook }) })).toBe("2026-01-15");
  });

  it("dates the rows that are taken", async () => {
    const { rows } = await importing(printed, text("Fees as of 01/15/2026"));
    expect(rows("rf/fees")).toMatchObject([{ code: "00123", effective_start_date: "2026-01-15" }]);
  });

  it("is not read from texts below the headings", async () => {
    const content = csv(...TABLE, ["Fees as of 01/15/2026", ""]);
    await expect(editionOf({ name: "fees.csv", content })).rejects.toThrow(
      "neither the text above its headings nor its name states its effective day; give it with --as-of",
    );
  });

  it("may be given as well, but not otherwise than it is printed", async () => {
    expect(await editionOf(text("Fees as of 01/15/2026"), "2026-01-15")).toBe("2026-01-15");
    await expect(editionOf(text("Fees as of 01/15/2026"), "2026-02-15")).rejects.toThrow(
      '--as-of says 2026-02-15, but the file is as of 2026-01-15 (line 1); leave --as-of out, or name the file of that day; where that text means something else, write "as_of_text": null into a mapping file',
    );
  });

  it("is given where the file does not tell it, whatever the file's name says", async () => {
    expect(await editionOf(text("Fees"), "2026-02-15")).toBe("2026-02-15");
    expect(await editionOf(text("Fees", "fees-2026-01-15.csv"), "2026-02-15")).toBe("2026-02-15");
  });

  it("is refused where text and name, or two texts, tell different days; the printed one may be given", async () => {
    const file = text("Fees as of 01/15/2026", "fees-2026-01-16.csv");
    await expect(editionOf(file)).rejects.toThrow(
      "it states more than one day, 2026-01-15 (line 1) and 2026-01-16 (the name fees-2026-01-16.csv); give the effective one with --as-of",
    );
    expect(await editionOf(file, "2026-01-15")).toBe("2026-01-15");
    const twice = csv(["Fees as of 01/15/2026", "Fees as of 02/15/2026"], ...TABLE);
    await expect(editionOf({ name: "fees.csv", content: twice })).rejects.toThrow(/more than one day/);
  });

  it.each(["Fees as of 01/15/2026 in place of fees as of 12/15/2025", "Fees as of 01/15/2026 and 12/15/2025"])(
    "is refused where one line tells two days: %s",
    async (line) => {
      await expect(editionOf(text(line))).rejects.toThrow(
        "it states more than one day, 2026-01-15 (line 1) and 2025-12-15 (line 1); give the effective one with --as-of",
      );
      expect(await editionOf(text(line), "2026-01-15")).toBe("2026-01-15");
    },
  );

  it("is the file's mistake where it is printed and lies too far off: no option helps", async () => {
    await expect(editionOf(text("Fees as of 01/15/2206"))).rejects.toThrow(
      "the edition would hold from 2206-01-15 on; expected a day no later than 2028-11-15, 2 years from today. The file prints that day, so it is the file that is wrong: download it again, or correct the day in it.",
    );
    await expect(editionOf(text("Fees as of 01/15/1926"))).rejects.toThrow(
      /no earlier than 1965-07-30.*The file prints/,
    );
  });

  it("is refused where it is printed and no calendar day", async () => {
    await expect(editionOf(text("Fees as of 02/30/2026"))).rejects.toThrow(
      'line 1: the edition is as of "02/30/2026", which is no calendar day',
    );
    await expect(editionOf(text("Fees as of 02/30/2026"), "2026-03-01")).rejects.toThrow("no calendar day");
  });

  it("is read above the first row of a layout without headings", async () => {
    const [layout] = printed.sections;
    const lettered = {
      ...printed,
      sections: [
        {
          ...(layout as (typeof printed.sections)[0] & object),
          fields: { code: column("A", code(5)), fee: column("B", amount) },
          firstRow: 3,
        },
      ],
    };
    const { report } = await importing(lettered, text("Fees as of 01/15/2026"));
    expect(report.edition).toBe("2026-01-15");
  });

  it("is read above headings that are spread over two rows", async () => {
    const [layout] = printed.sections;
    const spread = {
      ...printed,
      sections: [
        {
          ...(layout as (typeof printed.sections)[0] & object),
          fields: { code: heading("Code", code(5)), fee: heading("Fee Per Visit", amount) },
          captionRows: 2,
        },
      ],
    };
    const content = csv(["Fees as of 01/15/2026", ""], ["", "Fee"], ["Code", "Per Visit"], ["00123", "7"]);
    expect((await importing(spread, { name: "fees.csv", content })).report.edition).toBe("2026-01-15");
  });
});

describe("the day of an edition that prints its history", () => {
  const history = publication({
    ...feeSchedule,
    printsHistory: true,
    asOf: printed.asOf,
    sections: [
      section({
        fields: { code: heading("Code", code(5)), fees: dated({ fee: heading([], amount) }) },
        feeds: [fees],
        read: () => ({
          record({ code: of, fees: by }, intake) {
            for (const { period, cells } of by) {
              const dates = { effectiveStartDate: period.start, effectiveEndDate: period.end };
              intake.take(fees, { code: of, fee: cells.fee, ...dates });
            }
          },
        }),
      }),
    ],
  });
  const columns = (...days: readonly string[]) => csv(["Code", ...days], ["00123", ...days.map(() => "7")]);
  const edition = async (content: string, name = "fees.csv", asOf?: string) =>
    (await importing(history, { name, content }, asOf === undefined ? {} : { asOf })).report.edition;

  it("is the newest date over its columns that has come; the test's today is 2026-11-15", async () => {
    expect(await edition(columns("7/1/2026", "1/1/2025"))).toBe("2026-07-01");
    expect(await edition(columns("7/1/2026", "11/15/2026"))).toBe("2026-11-15");
    expect(await edition(columns("7/1/2026", "11/16/2026"))).toBe("2026-07-01");
  });

  it("is what the file's name tells, or what is given, all the same", async () => {
    expect(await edition(columns("7/1/2026"), "fees-2026-08-01.csv")).toBe("2026-08-01");
    expect(await edition(columns("7/1/2026"), "fees.csv", "2026-09-01")).toBe("2026-09-01");
  });

  it("is to be given where every column is yet to come", async () => {
    await expect(edition(columns("1/1/2027"))).rejects.toThrow("give it with --as-of YYYY-MM-DD");
  });

  it("is not read off the columns of other publications", async () => {
    const other = { ...history, printsHistory: false };
    await expect(importing(other, { name: "fees.csv", content: columns("7/1/2026") })).rejects.toThrow("--as-of");
  });
});

describe("a publication that does not say how it prints its day", () => {
  const common = publication({ ...feeSchedule, sections: printed.sections });
  const dayOf = async (lines: readonly (readonly string[])[], asOf?: string) =>
    (
      await importing(
        common,
        { name: "fees.csv", content: csv(...lines, ...TABLE) },
        asOf === undefined ? {} : { asOf },
      )
    ).report.edition;

  it.each([
    [["REEF FEES EFFECTIVE 04/01/2025"], "2025-04-01"],
    [["Effective April 1, 2026", ""], "2026-04-01"],
    [["Fees effective\n  April 1st, 2026"], "2026-04-01"],
    [["Fees, effective date: 4/1/26"], "2026-04-01"],
    [["Effective Date:", "2026-04-01"], "2026-04-01"],
    [["Effective for dates of service on or after July 1, 2025 through June 30, 2026"], "2025-07-01"],
    [["Fee schedule as of 7-1-2025"], "2025-07-01"],
  ])("has it read from titles as they are: %j", async (line, day) => {
    expect(await dayOf([line])).toBe(day);
    await expect(dayOf([line], "2024-02-29")).rejects.toThrow(`--as-of says 2024-02-29, but the file is as of ${day}`);
    expect(await dayOf([line], day)).toBe(day);
  });

  it.each([
    "Revised 1/5/2026",
    "Revised as of 1/5/2026",
    "Updated effective 1/5/2026",
    "Rates as of July 2025",
    "Effective January 1",
    "Ineffective 1/5/2026",
    "Printed 1/5/2026",
  ])("takes no day that is not one from which rates hold: %s", async (line) => {
    expect(await dayOf([[line]], "2024-02-29")).toBe("2024-02-29");
    await expect(dayOf([[line]])).rejects.toThrow("neither the text above its headings nor its name states");
  });

  it("wants to be told which of two days holds, in one title as well", async () => {
    const titles = [["Fees effective 1/1/2026, rule 7 effective 10/1/2019"]];
    await expect(dayOf(titles)).rejects.toThrow(
      "it states more than one day, 2026-01-01 (line 1) and 2019-10-01 (line 1)",
    );
    expect(await dayOf(titles, "2026-01-01")).toBe("2026-01-01");
    await expect(dayOf(titles, "2026-02-01")).rejects.toThrow("--as-of says 2026-02-01");
  });

  it("reads titles above captions that are spread over rows", async () => {
    const [layout] = common.sections;
    const spread = {
      ...common,
      sections: [
        {
          ...(layout as (typeof common.sections)[0] & object),
          captionRows: 2,
          fields: { code: heading("Code", code(5)), fee: heading("Fee Amount", amount) },
        },
      ],
    };
    const content = csv(["Effective 04/01/2025", ""], ["", "Fee"], ["Code", "Amount"], ["00123", "7"]);
    expect((await importing(spread, { name: "fees.csv", content }, {})).report.edition).toBe("2025-04-01");
    await expect(importing(spread, { name: "fees.csv", content }, { asOf: "2026-01-01" })).rejects.toThrow(
      "2025-04-01",
    );
  });

  it("takes dates over columns for no title", async () => {
    const history = publication({
      ...feeSchedule,
      sections: [
        section({
          fields: { code: heading("Code", code(5)), fees: dated({ fee: heading("Fee", amount) }) },
          feeds: [fees],
          read: () => ({
            record: (record, intake) =>
              intake.take(fees, { code: record.code, fee: record.fees.at(-1)?.cells.fee ?? null }),
          }),
        }),
      ],
    });
    const file = (title: string) => ({
      name: "fees.csv",
      content: csv(
        [title],
        ["", "Effective 1/1/2024", "Effective 1/1/2025"],
        ["Code", "Fee", "Fee"],
        ["00123", "6", "7"],
      ),
    });
    expect((await importing(history, file("History"), { asOf: "2026-01-01" })).report.edition).toBe("2026-01-01");
    await expect(importing(history, file("Effective 1/1/2025"), { asOf: "2026-01-01" })).rejects.toThrow(
      "the file is as of 2025-01-01 (line 1);",
    );
  });

  it("passes printed days over where a mapping file says so, and takes no other word for it", async () => {
    const mapping = (asOfText: unknown) => JSON.stringify({ publication: "rf/fees", as_of_text: asOfText });
    const file = { name: "fees.csv", content: csv(["Rule 7, effective 10/1/2019"], ...TABLE) };
    const { report } = await importing(mapped(common, mapping(null), "map.json"), file, { asOf: "2026-01-01" });
    expect(report.edition).toBe("2026-01-01");
    expect(() => mapped(common, mapping("Effective"), "map.json")).toThrow(
      'map.json: as_of_text: "Effective", expected null',
    );
  });
});
