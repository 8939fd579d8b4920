import { describe, expect, it } from "vitest";
import { amount, code } from "../../src/imports/declaring/conversions.ts";
import { column, heading } from "../../src/imports/declaring/fields.ts";
import { publication, section } from "../../src/imports/declaring/publication.ts";
import { csv, xlsx, zip } from "./fixtures.ts";
import { feeSchedule, fees } from "./reef.ts";
import { importing } from "./support.ts";

/* A fee schedule that prints above its headings from which day it holds. */

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
      "neither the text above its headings nor its name tells from which day it holds; give that day with --as-of",
    );
  });

  it("may be given as well, but not otherwise than it is printed", async () => {
    expect(await editionOf(text("Fees as of 01/15/2026"), "2026-01-15")).toBe("2026-01-15");
    await expect(editionOf(text("Fees as of 01/15/2026"), "2026-02-15")).rejects.toThrow(
      "--as-of says 2026-02-15, but the file is as of 2026-01-15 (line 1); leave --as-of out, or name the file of that day",
    );
  });

  it("is given where the file does not tell it, whatever the file's name says", async () => {
    expect(await editionOf(text("Fees"), "2026-02-15")).toBe("2026-02-15");
    expect(await editionOf(text("Fees", "fees-2026-01-15.csv"), "2026-02-15")).toBe("2026-02-15");
  });

  it("is refused where text and name, or two texts, tell different days; the printed one may be given", async () => {
    const file = text("Fees as of 01/15/2026", "fees-2026-01-16.csv");
    await expect(editionOf(file)).rejects.toThrow(
      "it tells more than one day, 2026-01-15 (line 1) and 2026-01-16 (the name fees-2026-01-16.csv); give the one that holds with --as-of",
    );
    expect(await editionOf(file, "2026-01-15")).toBe("2026-01-15");
    const twice = csv(["Fees as of 01/15/2026", "Fees as of 02/15/2026"], ...TABLE);
    await expect(editionOf({ name: "fees.csv", content: twice })).rejects.toThrow(/more than one day/);
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
});
