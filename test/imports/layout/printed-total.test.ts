import { describe, expect, it } from "vitest";
import { amount, type Conversion, procedureCode } from "../../../src/imports/declaring/conversions.ts";
import { heading, optional } from "../../../src/imports/declaring/fields.ts";
import { publication, section } from "../../../src/imports/declaring/publication.ts";
import { feeSchedule, fees } from "../reef.ts";
import { importing } from "../support.ts";

/* A table whose last row prints the total of its fees. */

const totalledBy = (convert: Conversion) =>
  publication({
    ...feeSchedule,
    sections: [
      section({
        fields: {
          code: heading("Code", procedureCode),
          modifier: optional(heading("Mod")),
          fee: heading("Fee", convert),
        },
        lastRow: { text: /^Total of [0-9]+ codes$/, totalOf: "fee" },
        feeds: [fees],
        read: () => ({
          record(fields, intake) {
            if (fields.fee === null || fields.fee === "by report") intake.leaveOut("no fee");
            else intake.take(fees, fields);
          },
        }),
      }),
    ],
  });

const totalled = totalledBy(amount);

const imported = (lines: readonly string[], declared = totalled) =>
  importing(declared, { name: "fees.csv", content: `${lines.join("\n")}\n` }, { asOf: "2026-01-01" });

it("takes a table whose rows come to the total, digit for digit", async () => {
  // 0.1 + 0.2 is no 0.3 in binary.
  const { rows } = await imported(["Code,Fee", "00001,0.1", "00002,0.2", "00003,", "Total of 3 codes,$0.30"]);
  expect(rows("rf/fees")).toMatchObject([{ fee: "0.10" }, { fee: "0.20" }]);
});

it("refuses one whose rows come to something else, with both figures and what to do", async () => {
  await expect(imported(["Code,Fee", "00001,1000.10", 'Total of 2 codes,"$1,000.11"'])).rejects.toThrow(
    "line 3 prints 1000.11 as the total of the fee, but the rows above come to 1000.1: rows are missing, or figures were changed. Download the file again; where the publisher's own total is wrong, correct it in a copy of the file and import that",
  );
});

it("refuses a last row without the total", async () => {
  await expect(imported(["Code,Fee", "00001,1", "Total of 1 codes,"])).rejects.toThrow(
    "line 3 ends the table and prints no total of the fee, as it does in other editions; download the file again",
  );
});

it("refuses figures that are none, in the rows and in the total, by their places", async () => {
  await expect(imported(["Code,Fee", "00001,one", "Total of 1 codes,1"])).rejects.toThrow('line 2: "Fee" is "one"');
  await expect(imported(["Code,Fee", "00001,1", "Total of 1 codes,one"])).rejects.toThrow('line 3: "Fee" is "one"');
});

it("refuses a file without the row of the total: it may be cut off there", async () => {
  await expect(imported(["Code,Fee", "00001,1", "00002,2"])).rejects.toThrow(
    'line 3 there is no row "Total of * codes", which prints the total of the fee: the file may be cut off. Download it again',
  );
});

it("words that stand in place of a figure add nothing, and a figure of hundreds of digits is none", async () => {
  const byReport = (cell: string) => (cell === "BR" ? "by report" : amount(cell));
  const declared = totalledBy(byReport);
  const { rows } = await imported(["Code,Fee", "00001,BR", "00002,2", "Total of 2 codes,2"], declared);
  expect(rows("rf/fees")).toMatchObject([{ fee: "2.00" }]);
  await expect(imported(["Code,Fee", `00001,${"9".repeat(500)}`, "Total of 1 codes,1"])).rejects.toThrow(
    'line 2: "Fee" is "999',
  );
});

it("has nothing to compare in an edition that lacks the column", async () => {
  const charged = publication({
    ...feeSchedule,
    sections: [
      section({
        fields: { code: heading("Code"), fee: heading("Fee", amount), charges: optional(heading("Charges", amount)) },
        lastRow: { text: "Total", totalOf: "charges" },
        feeds: [fees],
        read: () => ({ record: ({ code, fee }, intake) => intake.take(fees, { code, fee }) }),
      }),
    ],
  });
  const { rows } = await imported(["Code,Fee", "00001,1", "Total,"], charged);
  expect(rows("rf/fees")).toHaveLength(1);
  await expect(imported(["Code,Fee,Charges", "00001,1,5", "Total,,6"], charged)).rejects.toThrow(
    "prints 6.00 as the total of the charges, but the rows above come to 5:",
  );
});

it("is declared for a field that is one cell", () => {
  section({
    fields: { code: heading("Code"), fee: heading("Fee", amount) },
    // @ts-expect-error no such field
    lastRow: { text: "Total", totalOf: "fees" },
  });
});

describe("almost whole", () => {
  /* Tables with something in them or below them that is no row. */

  const ending = publication({
    ...feeSchedule,
    sections: [
      section({
        fields: {
          code: heading("Code", procedureCode),
          fee: heading("Fee", amount),
          modifier: optional(heading("Mod")),
        },
        lastRow: "End of Table",
        feeds: [fees],
        read: () => ({ record: (record, intake) => intake.take(fees, record) }),
      }),
    ],
  });

  const imported = async (lines: readonly string[], declared = ending) =>
    await importing(declared, { name: "fees.csv", content: lines.join("\n") }, { asOf: "2026-01-01" });

  it("counts notes below the row that ends the table", async () => {
    const { report, rows } = await imported([
      "Code,Fee",
      "00001,1",
      "End of Table,",
      "Source: the Council,",
      "2026,",
      "",
    ]);
    expect(rows("rf/fees")).toHaveLength(1);
    expect(report.findings).toEqual([
      { reason: 'below the row "End of Table" that ends the table, not read', count: 2, examples: [] },
    ]);
  });

  it("refuses a row of the table below the row that ends it", async () => {
    await expect(imported(["Code,Fee", "00001,1", "End of Table,", "a note,", "00002,2", ""])).rejects.toThrow(
      'line 5 stands below the row "End of Table" and looks like a row of the table',
    );
  });

  it("refuses a row of the table that says in a cell what ends it", async () => {
    await expect(imported(["Code,Fee,Mod", "00001,1,", "00002,2,End of Table", ""])).rejects.toThrow(
      'line 3 has "End of Table", which ends the table, and looks like a row of the table',
    );
  });

  it("refuses a figure of hundreds of digits by its place", async () => {
    const { report } = await imported(["Code,Fee", `00001,${"9".repeat(500)}`, "End of Table,", ""]).catch(
      (error: Error) => ({ report: error.message }),
    );
    expect(report).toContain("an amount such as 40.00 or $1,234.50");
  });

  it("passes over headings that come again in their columns, and counts them", async () => {
    const { report, rows } = await imported(["Code,Fee", "00001,1", "CODE,Fee", "00002,2", ""], feeSchedule);
    expect(rows("rf/fees")).toMatchObject([{ code: "00001" }, { code: "00002" }]);
    expect(report.rowsRead).toBe(2);
    expect(report.findings).toEqual([
      { reason: "the headings come again and are passed over", count: 1, examples: ["line 3"] },
    ]);
  });

  it("refuses headings that come again in other columns", async () => {
    await expect(imported(["Code,Fee,Old", "00001,1,9", "Code,Old,Fee", "00002,8,2", ""], feeSchedule)).rejects.toThrow(
      'line 3: the headings come again in other columns ("Fee" in C); these are two tables',
    );
    await expect(imported(["Code,Fee", "00001,1", "Fee,Code", "2,00002", ""], feeSchedule)).rejects.toThrow(
      'line 3: the headings come again in other columns ("Code" in B)',
    );
  });

  it("reports that the last line has no end where its last figure may be cut, and only there", async () => {
    const { report } = await imported(["Code,Fee", "00001,1.00", "00002,12"], feeSchedule);
    expect(report.findings).toEqual([
      {
        reason: "the last line has no line end: if the file was cut off there, its last figure is too",
        count: 1,
        examples: ["line 3"],
      },
    ]);
    expect((await imported(["Code,Fee", "00001,1.00", "00002,12", ""], feeSchedule)).report.findings).toEqual([]);
    expect((await imported(["Code,Fee", "00001,1.00", '00002,"12"'], feeSchedule)).report.findings).toEqual([]);
  });

  it("counts the codes that got their zeros back, and refuses those that lack a digit", async () => {
    const { report, rows } = await imported(["Code,Fee", "142,1.00", "00170,2.00", "99213,3.00", ""], feeSchedule);
    expect(rows("rf/fees").map(({ code }) => code)).toEqual(["00142", "00170", "99213"]);
    expect(report.findings).toEqual([
      {
        reason: "codes printed without their leading zeros, which are put back",
        count: 1,
        examples: ["line 2: 142 -> 00142"],
      },
    ]);
    await expect(imported(["Code,Fee", "9921,1.00", ""], feeSchedule)).rejects.toThrow(
      'line 2: "Code" is "9921", expected a code of 5 characters (of digits alone, only 00100 to 01999 lose zeros in a spreadsheet)',
    );
  });
});
