import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DeclaredFields, firstHeading, heading } from "../../../src/imports/declaring/fields.ts";
import { type Publication, titleOfPublication } from "../../../src/imports/declaring/publication.ts";
import { tableImporter } from "../../../src/imports/declaring/table-importer.ts";
import { bind } from "../../../src/imports/layout/binding.ts";
import { refuseUnclear } from "../../../src/imports/layout/header-search.ts";
import { mapped, mappingTemplate } from "../../../src/imports/layout/mapping.ts";
import { fieldWords, nameWords } from "../../../src/imports/layout/plain-words.ts";
import { reportJson } from "../../../src/imports/report/report.ts";
import { reportText } from "../../../src/imports/report/text.ts";
import { labRates } from "../../../src/states/ga/tables.ts";
import { allPublications } from "../../../src/states/publications.ts";
import { csv } from "../fixtures.ts";
import { feeSchedule } from "../reef.ts";
import { importing } from "../support.ts";

/* A column of the same thing for other days: `New Rate` beside `Rate`. */

const APRIL = { asOf: "2026-04-01" };
const laboratory = tableImporter(labRates);
const rates = (header: readonly string[], ...rows: readonly (readonly string[])[]) => ({
  name: "rates.csv",
  content: csv(header, ...rows),
});
const mapOf = (fields: object, others: object = {}) =>
  JSON.stringify({ publication: "ga/lab_rates", sections: { table: { fields } }, ...others });

const publications = await allPublications();

describe("a column of another edition beside a field's own", () => {
  it.each([
    ["Rate", "New Rate"],
    ["Current Rate", "New Rate"],
    ["Rate", "Updated Rate 2026"],
    ["Rate", "NEWRATE"],
    ["Rate", "Rate_2026"],
    ["Rate", "Rate (Effective 1/1/2026)"],
    ["Rate", "Rate as of 4/1/2026"],
    ["Rate", "July Rate"],
    ["Q1 2026 Rate", "Q2 2026 Rate"],
  ])("is refused by name: %s beside %s", async (one, other) => {
    // A table's own column is needed to find the headings; a mapping file may name a pattern of it.
    const map = one === "Rate" ? undefined : mapOf({ rate: "/rate$/i" });
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      const file = rates(["Code", first, second], ["80053", "1.00", "2.00"]);
      await expect(importing(laboratory, file, { ...APRIL, ...(map === undefined ? {} : { map }) })).rejects.toThrow(
        `rates.csv: line 1: 2 columns fit rate: "${first}" (column B), "${second}" (column C). Write the heading of the right one as "rate" into a mapping file: see --template and --map`,
      );
    }
  });

  /** Every heading as printed by which a publication or a table finds a field. */
  const headed = publications.flatMap(({ sections }) =>
    sections.flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, field]) => {
        const spelling = field.where.kind === "heading" ? field.where.spellings[0] : undefined;
        return typeof spelling === "string" ? [{ name, field, spelling }] : [];
      }),
    ),
  );

  it("is refused for every field of every publication and table, whichever comes first", () => {
    const words = ["New", "Proposed", "Current", "Updated", "Q2 2026", "Jan. 2026", "SFY 2025-26"];
    const another = fc.constantFrom(...words);
    fc.assert(
      fc.property(fc.constantFrom(...headed), another, fc.boolean(), fc.boolean(), (each, word, isAfter, isFirst) => {
        const { name, field, spelling } = each;
        const other = isAfter ? `${spelling} (${word})` : `${word} ${spelling}`;
        const row = isFirst ? [other, spelling] : [spelling, other];
        expect(unclearIn({ [name]: field }, row)).toContain(`"${other}" (column ${isFirst ? "A" : "B"})`);
      }),
      { numRuns: 500 },
    );
  });

  it("is no doubt where the layout has an order for names", () => {
    const fields = { name: firstHeading(["Hospital Name", "Hospital"]), rate: heading("Rate") };
    expect(unclearIn(fields, ["Hospital", "Hospital Name", "Rate"])).toBe("clear");
    expect(unclearIn(fields, ["Hospital Name", "Rate", "New Rate"])).toContain("2 columns fit rate");
  });

  it("is read where the mapping file names it, also by what the template writes", async () => {
    const file = rates(["Code", "Rate", "Rate Effective 4/1/2026"], ["J0001", "1.00", "2.00"]);
    for (const [rate, amount] of [
      ["Rate", "1.00"],
      ["Rate Effective 4/1/2026", "2.00"],
      ["column C", "2.00"],
    ]) {
      const { rows } = await importing(laboratory, file, { ...APRIL, map: mapOf({ rate }) });
      expect(rows("ga/lab_rates")).toMatchObject([{ code: "J0001", rate: amount }]);
    }
  });
});

function unclearIn(fields: DeclaredFields, row: readonly string[]): string {
  try {
    refuseUnclear(bind(fields, row).binding, row, "line 1");
    return "clear";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("a day in the heading that is read", () => {
  const QUARTERS = ["Proc Code", "Rate Effective 01/01/2026-03/31/2026", "Rate Effective 04/01/2026-06/30/2026"];
  const file = rates(QUARTERS, ["J0001", "1.00", "2.00"]);
  const january = { rate: "Rate Effective 01/01/2026-03/31/2026" };

  it.each([january.rate, "column B"])("is refused where it contradicts the edition's: %s", async (rate) => {
    await expect(importing(laboratory, file, { ...APRIL, map: mapOf({ rate }) })).rejects.toThrow(
      'line 1: rate would be read from "Rate Effective 01/01/2026-03/31/2026" (column B), but the edition is as of 2026-04-01.',
    );
  });

  it("is as it should be on a day of its own, and passed over where the mapping file says so", async () => {
    const { rows } = await importing(laboratory, file, { asOf: "2026-02-15", map: mapOf(january) });
    expect(rows("ga/lab_rates")).toMatchObject([{ rate: "1.00", effective_start_date: "2026-02-15" }]);
    const passedOver = await importing(laboratory, file, { ...APRIL, map: mapOf(january, { as_of_text: null }) });
    expect(passedOver.rows("ga/lab_rates")).toMatchObject([{ rate: "1.00" }]);
  });
});

it("the report says which heading each field was read from, as text and as data, in a dry run too", async () => {
  const header = ["Proc Code", "Fee", "Dispensing Charge", "Fee Date", "WholesaleCost", "Note"];
  const content = csv(["(c) 2026", "x"], header, ["J0001", "1.00", "9.00", "", "3.00", "a"]);
  const { report } = await importing(feeSchedule, { name: "fees.csv", content }, { ...APRIL, dryRun: true });
  expect(reportText(report)).toContain(
    '\n  read from line 2: code "Proc Code" (A), fee "Fee" (B); no column for modifier; not read: "Dispensing Charge" (C), "WholesaleCost" (E)\n',
  );
  expect(reportJson(report)).toMatchObject({
    dry_run: true,
    read_from: [
      {
        section: "table",
        place: "line 2",
        fields: {
          code: [{ column: "A", heading: "Proc Code" }],
          modifier: [],
          fee: [{ column: "B", heading: "Fee" }],
        },
        not_read: [
          { column: "C", heading: "Dispensing Charge" },
          { column: "E", heading: "WholesaleCost" },
        ],
      },
    ],
  });
});

describe("words in place of patterns", () => {
  /** Signs that stand in patterns and in no heading, sheet or file of a publication. */
  const SIGNS_OF_PATTERNS = /\\|\^|\$|\|\(\?|\(\?|\.\*|\[\^|\{\d|\/i?$|\]\?/;

  it("stand in every message and template, which means what is declared when it is given back", () => {
    for (const publication of publications) {
      const text = mappingTemplate(publication);
      const { sections } = JSON.parse(text) as {
        readonly sections: Readonly<Record<string, { readonly sheet: string | null; readonly fields: object }>>;
      };
      const words = [
        ...publication.sections.flatMap(({ fields, sheet, member }) => [
          ...bind(fields, []).missing.map((each) => each.text),
          ...[sheet, member].flatMap((each) => (each ? [nameWords(each)] : [])),
        ]),
        ...Object.values(sections).flatMap(({ sheet, fields }) => [sheet ?? "none", ...Object.values(fields)]),
      ];
      const title = titleOfPublication(publication);
      expect([title, words.filter((each) => SIGNS_OF_PATTERNS.test(each) || each === "")]).toEqual([title, []]);
      expect(layoutOf(mapped(publication, text, "map.json"))).toEqual(layoutOf(publication));
    }
  });

  /** What finds the sheets and fields, without the names that templates give to patterns. */
  function layoutOf({ sections }: Publication): unknown {
    return sections.map(({ name, sheet, firstRow, fields }) => [
      name,
      sheet,
      firstRow,
      Object.entries(fields).map(([field, { where }]) =>
        where.kind === "heading"
          ? [field, where.spellings.filter((each) => each !== fieldWords(field))]
          : [field, { ...where, named: undefined }],
      ),
    ]);
  }
});
