import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { amount, figure } from "../../src/imports/declaring/conversions.ts";
import { column, dated, heading } from "../../src/imports/declaring/fields.ts";
import { type Publication, publication, type Section, section } from "../../src/imports/declaring/publication.ts";
import { mappingTemplate } from "../../src/imports/layout/mapping.ts";
import { reportJson } from "../../src/imports/report/report.ts";
import { reportText } from "../../src/imports/report/text.ts";
import { csv, xlsx, zip } from "./fixtures.ts";
import { xls } from "./legacy-workbook.ts";
import { feeSchedule, fees, registry } from "./reef.ts";
import { importing, newDataset, temporaryFolder } from "./support.ts";

/* What no importer may pass over: headings that stand twice, dates it cannot read, sheets and files that look meant. */

const january = { asOf: "2026-01-01" };
const HEADINGS = ["Code", "Mod", "Fee"];
const ROW = ["99213", "", "40.00"];

function importOf(content: string | Uint8Array, name: string, options = {}, of: Publication = feeSchedule) {
  return importing(of, { name, content }, { ...january, ...options });
}

function laidOut(...sections: readonly Section[]): Publication {
  return { ...feeSchedule, sections };
}

describe("A heading that stands twice", () => {
  const TWICE = csv(["Code", "Fee", "Mod", "fee "], ["99213", "40.00", "", "41.00"]);

  it("is refused with both columns, and taken by the column that a mapping file names", async () => {
    await expect(importOf(TWICE, "fees.csv")).rejects.toThrow(
      'fees.csv: line 1: the heading "Fee" stands twice, over columns B and D; say which of them fee is in a mapping file, as "column B": see --template and --map. Nothing was changed',
    );
    const map = mappingTemplate(feeSchedule).replace('"fee": "Fee"', '"fee": "column D"');
    const { rows } = await importOf(TWICE, "fees.csv", { map });
    expect(rows("rf/fees")).toMatchObject([{ code: "99213", fee: "41.00" }]);
  });

  it("is refused where a pattern found it, and forgiven where no field looks for it or two fields take both", async () => {
    const byPattern = laidOut(
      section({ fields: { code: heading("Code"), fee: heading(/^fee$/, amount) }, feeds: [fees], read: takeFees }),
    );
    await expect(importOf(TWICE, "f.csv", {}, byPattern)).rejects.toThrow('the heading "Fee" stands twice');
    const inOrder = laidOut(
      section({
        fields: { code: heading("Code"), old: heading("Fee"), fee: heading("Fee", amount) },
        feeds: [fees],
        read: takeFees,
      }),
    );
    expect((await importOf(TWICE, "f.csv", {}, inOrder)).rows("rf/fees")).toMatchObject([{ fee: "41.00" }]);
    const notes = csv(["Code", "Note", "Fee", "Note"], ["99213", "a", "40.00", "b"]);
    expect((await importOf(notes, "fees.csv")).report.rowsRead).toBe(1);
  });
});

function takeFees() {
  return {
    record: (
      { code, fee }: { readonly code: string | null; readonly fee: string | null },
      intake: { take: (table: typeof fees, row: object) => void },
    ) => intake.take(fees, { code, fee }),
  };
}

it("a date over a column that cannot be read as one is refused where columns are found by date", async () => {
  const byDate = publication({
    ...feeSchedule,
    name: "dated",
    sections: [
      section({
        fields: { code: heading("Code"), weights: dated({ weight: heading([], figure) }) },
        feeds: [fees],
        read: () => ({
          record: ({ code, weights }, intake) => intake.take(fees, { code, fee: weights[0]?.cells.weight }),
        }),
      }),
    ],
  });
  const book = (...headings: readonly string[]) =>
    xlsx({
      Weights: [
        ["Code", ...headings],
        ["99213", ...headings.map(() => "1.00")],
      ],
    });
  for (const unread of ["Dec 2008", "July 32, 2011", "Eff. 13/1/11", "Apr 2012", "2013-02-30"]) {
    await expect(importOf(book("1/1/2014", unread), "w.xlsx", {}, byDate)).rejects.toThrow(
      `sheet "Weights", row 1: column C: the heading ${JSON.stringify(unread)} names no day`,
    );
  }
  expect((await importOf(book("1/1/2014", "July 1, 2015"), "w.xlsx", {}, byDate)).report.rowsRead).toBe(1);
});

describe("A sheet that is not taken", () => {
  const other = [HEADINGS, ["99214", "", "50.00"]];

  it("is refused when it has the headings too, spread over two rows as the section allows", async () => {
    const fields = { code: heading("Code"), fee: heading("Fee Per Visit", amount) };
    const spread = laidOut(section({ fields, captionRows: 2, feeds: [fees], read: takeFees }));
    const sheet = [
      ["", "Fee"],
      ["Code", "Per Visit"],
      ["99213", "40.00"],
    ];
    const book = xlsx({ "Fees 2025": sheet, "Fees 2026": sheet });
    await expect(importOf(book, "fees.xlsx", {}, spread)).rejects.toThrow(
      'sheet "Fees 2026" has what is looked for as sheet "Fees 2025" has it',
    );
  });

  it("is refused when it has the headings too, unless a mapping file names the one that is meant", async () => {
    const book = xlsx({ Notes: [["nothing here"]], "Fees 2025": [HEADINGS, ROW], "Fees 2026": other });
    await expect(importOf(book, "fees.xlsx")).rejects.toThrow(
      'sheet "Fees 2026" has what is looked for as sheet "Fees 2025" has it, and only one of them can be meant; name the one that is meant as "sheet" in a mapping file: see --template and --map',
    );
    const map = mappingTemplate(feeSchedule).replace('"sheet": null', '"sheet": "Fees 2026"');
    const { rows, report } = await importOf(book, "fees.xlsx", { map });
    expect(rows("rf/fees")).toMatchObject([{ code: "99214" }]);
    expect(report.notTaken).toEqual(['sheet "Notes"', 'sheet "Fees 2025"']);
  });

  it("is told in the report, by name, in one line", async () => {
    const book = xls({ Notes: [["nothing here"]], Fees: [HEADINGS, ROW], Legend: [["Mod", "means"]] });
    const { report } = await importOf(book, "fees.xls");
    expect(reportText(report)).toContain('\n  nothing taken of sheet "Notes", sheet "Legend"\n');
    expect(reportJson(report)).toMatchObject({ not_taken: ['sheet "Notes"', 'sheet "Legend"'] });
    const whole = await importOf(xlsx({ Fees: [HEADINGS, ROW] }), "fees.xlsx");
    expect(reportText(whole.report)).not.toContain("nothing taken");
  });

  it("is no fault when another section takes it", async () => {
    const fields = { code: heading("Code"), fee: heading("Fee", amount) };
    const both = laidOut(
      section({ name: "old", fields, sheet: /fees/i, feeds: [fees], read: takeFees }),
      section({ name: "new", fields, sheet: /2026/, feeds: [fees], read: takeFees }),
    );
    const { report } = await importOf(xlsx({ Fees: [HEADINGS, ROW], "Fees 2026": other }), "f.xlsx", {}, both);
    expect(report.rowsRead).toBe(2);
    expect(report.notTaken).toEqual([]);
  });

  it("is refused by its name alone where a layout has no headings, or an optional section does not fit it", async () => {
    const byLetter = laidOut(
      section({
        fields: { code: column("A"), fee: column("C", amount) },
        firstRow: 2,
        sheet: /^fees/i,
        feeds: [fees],
        read: takeFees,
      }),
    );
    const two = xlsx({ Fees: [HEADINGS, ROW], "Fees 2": other });
    await expect(importOf(two, "f.xlsx", {}, byLetter)).rejects.toThrow('sheet "Fees 2" has what is looked for');
    const fields = { code: heading("Code"), fee: heading("Fee", amount) };
    const withExtra = laidOut(
      section({ name: "fees", fields, sheet: /^fees$/i, feeds: [fees], read: takeFees }),
      section({ name: "extra", fields, sheet: /extra/i, optional: true, feeds: [fees], read: takeFees }),
    );
    const renamed = xlsx({
      Fees: [HEADINGS, ROW],
      Extra: [
        ["Code", "Price"],
        ["99215", "60.00"],
      ],
    });
    await expect(importOf(renamed, "f.xlsx", {}, withExtra)).rejects.toThrow(
      'sheet "Extra": no column with the heading "Fee"; found "Code", "Price"',
    );
  });
});

describe("A file of a ZIP that is not taken", () => {
  const text = csv(HEADINGS, ROW);

  it("is refused when its name is one that is looked for, too", async () => {
    const both = zip({ "fees-2025.csv": text, "fees-2026.csv": text, "readme.txt": "x" });
    await expect(importOf(both, "all.zip")).rejects.toThrow(
      "2 files of the ZIP may be meant: fees-2025.csv, fees-2026.csv; unpack it and import the one that is",
    );
  });

  it("is told in the report", async () => {
    const { report } = await importOf(zip({ "readme.txt": "x", "fees.csv": text }), "all.zip");
    expect(report.notTaken).toEqual(["readme.txt"]);
  });
});

it("a state's folder that was made as the advice says lets a federal file in", async () => {
  const dataset = join(temporaryFolder(), "mine");
  const file = csv(["NPI", "Name", "Kind"], ["1234567893", "Atoll", "fish"]);
  const attempt = importOf(file, "registry.csv", { into: dataset }, registry);
  const advice = await attempt.then(
    () => "",
    (error: Error) => error.message,
  );
  const [, folder = ""] = /make its folder, as with mkdir -p (.*?)\. Nothing was changed/.exec(advice) ?? [];
  expect(folder).toBe(join(dataset, "rf"));
  mkdirSync(folder, { recursive: true });
  await expect(importOf(file, "registry.csv", { into: dataset }, registry)).resolves.toBeDefined();
  // A folder with anything in it is still somebody else's.
  const other = join(newDataset({}), "..", "other");
  mkdirSync(join(other, "photos", "reef"), { recursive: true });
  await expect(importOf(file, "registry.csv", { into: other }, registry)).rejects.toThrow("is no dataset");
});
