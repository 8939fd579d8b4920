import { describe, expect, it } from "vitest";
import { oneOf, text } from "../../../src/dataset/column.ts";
import { amount, date, upperCase } from "../../../src/imports/declaring/conversions.ts";
import {
  characters,
  column,
  type DeclaredFields,
  heading,
  numbered,
  optional,
  type RecordOf,
} from "../../../src/imports/declaring/fields.ts";
import { legendOf } from "../../../src/imports/declaring/intake.ts";
import { publication, section } from "../../../src/imports/declaring/publication.ts";
import { mappingTemplate } from "../../../src/imports/layout/mapping.ts";
import { csv, xlsx } from "../fixtures.ts";
import { feeSchedule, fees, providers } from "../reef.ts";
import { type FixtureFile, importing } from "../support.ts";

describe("layouts", () => {
  interface Layout<Of extends DeclaredFields> {
    readonly fields: Of;
    readonly firstRow?: number;
    readonly delimiter?: ";";
    readonly lastRow?: string | RegExp;
    readonly captionRows?: number;
    readonly sheet?: RegExp;
    readonly everySheet?: boolean;
  }

  function laidOut<const Of extends DeclaredFields>(layout: Layout<Of>, seen: unknown[]) {
    return publication({
      ...feeSchedule,
      sections: [
        section({
          ...layout,
          feeds: [fees],
          read: () => ({
            record(fields: RecordOf<Of>, intake) {
              seen.push({ ...fields, place: intake.place });
            },
            // An edition that brings nothing is refused.
            end: (intake) => intake.take(fees, { code: "00001", fee: "1.00" }),
          }),
        }),
      ],
    });
  }

  /** What a reader sees of a file. */
  async function recordsOf<const Of extends DeclaredFields>(
    layout: Layout<Of>,
    file: FixtureFile,
    map?: string,
  ): Promise<unknown[]> {
    const seen: unknown[] = [];
    const options = map === undefined ? {} : { map };
    await importing(laidOut(layout, seen), file, { asOf: "2026-01-01", ...options });
    return seen;
  }

  const text = (content: string) => ({ name: "fees.txt", content });

  describe("columns are found", () => {
    it("by heading, whatever its case, spacing, punctuation, order and preamble", async () => {
      const content = csv(
        ["(c) Reef Council"],
        ["printed", "2026", "x"],
        [' "PROC_CODE " ', "basic  rate ($)", "Notes"],
        ["1", "$2", ""],
      );
      const layout = {
        fields: { fee: heading("Basic Rate", amount), code: heading("Proc Code"), mod: optional(heading("Mod")) },
      };
      expect(await recordsOf(layout, text(content))).toEqual([{ fee: "2.00", code: "1", mod: null, place: "line 4" }]);
    });

    it("by the snake case of an open data portal, for headings and patterns alike", async () => {
      const layout = { fields: { id: heading("MEDICAID PROVIDER ID"), cert: heading(/^operating cert/) } };
      const content = "medicaid_provider_id,operating_cert_number\n7,8\n";
      expect(await recordsOf(layout, text(content))).toEqual([{ id: "7", cert: "8", place: "line 2" }]);
    });

    it("by captions that are spread over rows, where the layout says so, and never beyond an empty row", async () => {
      const fields = { id: heading("Id"), rate: heading(/case rate/), diem: optional(heading(/capital per diem/)) };
      const spread = csv(["", "1", "2"], ["", "Case", "Capital"], ["Id", "Rate", "Per Diem"], ["7", "8", "9"]);
      expect(await recordsOf({ fields, captionRows: 3 }, text(spread))).toEqual([
        { id: "7", rate: "8", diem: "9", place: "line 4" },
      ]);
      await expect(recordsOf({ fields }, text(spread))).rejects.toThrow("no column with the heading");
      const apart = xlsx({ Rates: [[null, "Case", "Capital"], [], ["Id", "Rate", "Per Diem"], [7, 8, 9]] });
      await expect(recordsOf({ fields, captionRows: 3 }, { name: "rates.xlsx", content: apart })).rejects.toThrow(
        "no column with the heading",
      );
    });

    it("by one row of captions where the rows above it add nothing", async () => {
      const fields = { id: heading("Id"), rate: heading(/rate/) };
      const content = csv(["Rates of", "the year"], ["Id", "Rate"], ["7", "8"]);
      expect(await recordsOf({ fields, captionRows: 3 }, text(content))).toEqual([
        { id: "7", rate: "8", place: "line 3" },
      ]);
    });

    it("by pattern, and by the first of several spellings that is there", async () => {
      const layout = {
        fields: { ratio: heading(/^sfy .* cost-to-charge ratio/), id: heading(["OSHPD ID", "HCAI ID"]) },
      };
      const content = "HCAI ID|SFY 2019-20 Cost-to-Charge Ratio (%)\n7|12.5\n";
      expect(await recordsOf(layout, text(content))).toEqual([{ ratio: "12.5", id: "7", place: "line 2" }]);
    });

    it("by number", async () => {
      const layout = {
        fields: { name: heading("Name"), taxonomies: numbered("Taxonomy Code_#", 3) },
      };
      const content = "Taxonomy Code_2\tName\tTaxonomy Code_1\tTaxonomy Code_3\tNotes\nB\tx\tA\t\t!\n";
      expect(await recordsOf(layout, text(content))).toEqual([
        {
          name: "x",
          taxonomies: ["A", "B", null],
          place: "line 2",
        },
      ]);
    });

    it("by letter, from a row on, on the first sheet that matches", async () => {
      const layout = {
        fields: { code: column("B"), fee: column("AA", amount) },
        firstRow: 3,
        sheet: /^fees/i,
      };
      const wide = (code: string, fee: number) => [null, code, ...Array.from({ length: 24 }, () => null), fee];
      const content = xlsx({
        Notes: [["a"], [], ["b"]],
        "FEES 1": [["x"], [], wide("1", 5)],
      });
      expect(await recordsOf(layout, { name: "fees.xlsx", content })).toEqual([
        { code: "1", fee: "5.00", place: 'sheet "FEES 1", row 3' },
      ]);
    });

    it("by position in fixed-width lines", async () => {
      const layout = { fields: { code: characters(1, 5), day: characters(7, 14, date) }, firstRow: 2 };
      expect(await recordsOf(layout, text("HCPCS\nA0425 20260101\r\n\n  B12         \n"))).toEqual([
        { code: "A0425", day: "2026-01-01", place: "line 2" },
        { code: "B12", day: null, place: "line 4" },
      ]);
    });

    it("in the table of a page, with cells that span several places", async () => {
      const content = `<html><body><table><tr><td>menu</td></tr></table>
      <table><thead><tr><th>Region</th><th>Peer&nbsp;Group</th><th>Rate<br>Code</th></tr></thead>
      <tr><td rowspan="2">Downstate</td><td>Clinic</td><td>1407<sup>*</sup></td></tr>
      <tr><td>Amb Surg</td><td>1408</td></tr></table></body></html>`;
      const layout = {
        fields: {
          region: heading("Region"),
          group: heading("Peer Group"),
          code: heading("Rate Code", (cell) => cell.replace(/\D/g, "")),
        },
      };
      expect(await recordsOf(layout, { name: "page.html", content })).toEqual([
        { region: "Downstate", group: "Clinic", code: "1407", place: "table 2, row 2" },
        { region: "Downstate", group: "Amb Surg", code: "1408", place: "table 2, row 3" },
      ]);
    });

    it("in a workbook, with numbers digit for digit, dates as days and codes as texts", async () => {
      const rows = [
        ["Code", "Fee", "Day"],
        ["00100", 0.1 + 0.2, new Date("2026-01-31")],
        ["7", 1e-7, null],
      ];
      const layout = { fields: { code: heading("Code"), fee: heading("Fee"), day: heading("Day") } };
      expect(await recordsOf(layout, { name: "fees.xlsx", content: xlsx({ Fees: rows }) })).toEqual([
        { code: "00100", fee: "0.3", day: "2026-01-31", place: 'sheet "Fees", row 2' },
        { code: "7", fee: "0.0000001", day: null, place: 'sheet "Fees", row 3' },
      ]);
    });

    it("up to the row that ends the table, where it stands", async () => {
      const layout = { fields: { code: heading("Code") }, lastRow: "End of Table" };
      expect(await recordsOf(layout, text("Code,Fee\n1,2\nEnd of Table,\nnotes,\n"))).toEqual([
        { code: "1", place: "line 2" },
      ]);
    });

    it("up to the row that matches a pattern, and is named by its text", async () => {
      const layout = { fields: { code: heading("Code"), fee: heading("Fee") }, lastRow: /^Printed on .+ by/ };
      const file = text("Code,Fee\n1,2\nprinted on paper,3\nPrinted on 1/2/2026 by the Council,\nnotes,\n");
      expect(await recordsOf(layout, file)).toHaveLength(2);
      const { report } = await importing(laidOut(layout, []), file, { asOf: "2026-01-01" });
      expect(report.findings).toMatchObject([
        { reason: 'below the row "Printed on 1/2/2026 by the Council" that ends the table, not read', count: 1 },
      ]);
      const without = await importing(laidOut(layout, []), text("Code,Fee\n1,2\n"), { asOf: "2026-01-01" });
      expect(without.report.findings).toMatchObject([
        { reason: 'no row "Printed on * by", so the table is taken to end with its last row' },
      ]);
    });

    it("by the delimiter that is declared or finds the headings, where a title has more of another one", async () => {
      const fields = { code: heading("Code"), fee: heading("Fee") };
      const file = text("Fees of fish, crabs, and eels, as of today\nCode;Fee\n1;2\n");
      expect(await recordsOf({ fields, delimiter: ";" }, file)).toEqual([{ code: "1", fee: "2", place: "line 3" }]);
      expect(await recordsOf({ fields }, file)).toEqual([{ code: "1", fee: "2", place: "line 3" }]);
      const tildes = text("Fees of fish, crabs, and eels, as of today\nCode~Fee\n1~2\n");
      expect(await recordsOf({ fields }, tildes)).toEqual([{ code: "1", fee: "2", place: "line 3" }]);
      const without = text("Fees of fish, crabs\nKind;Price\n1;2\n");
      await expect(recordsOf({ fields }, without)).rejects.toThrow('no column with the heading "Code"');
    });

    it("up to the last row where none ends the table, which the report says", async () => {
      const layout = { fields: { code: heading("Code") }, lastRow: "End of Table" };
      const file = text("Code,Fee\n1,2\n3,4\n");
      const { report } = await importing(laidOut(layout, []), file, { asOf: "2026-01-01" });
      expect(report.rowsRead).toBe(2);
      expect(report.findings).toEqual([
        {
          reason: 'no row "End of Table", so the table is taken to end with its last row',
          count: 1,
          examples: ["line 3"],
        },
      ]);
    });

    it("unless the last row lacks cells, or their texts, that all others have: it is cut off", async () => {
      const layout = { fields: { code: heading("Code") }, lastRow: "End of Table" };
      await expect(recordsOf(layout, text("Code,Fee\n1,2\n3,4\n5"))).rejects.toThrow(
        "line 4, the last one, has 1 cells where all others have 2 or more: the file is cut off; download it again",
      );
      await expect(recordsOf(layout, text("Code,Fee\n1,2\n3,4\n5,"))).rejects.toThrow(
        "line 4, the last one, has 1 cells",
      );
      await expect(recordsOf(layout, text("Code,Fee\n1,2\n3,\n5,\n"))).resolves.toHaveLength(3);
      // Below other tables there may be a footnote, whose other cells are empty.
      await expect(recordsOf({ fields: layout.fields }, text("Code,Fee\n1,2\n3,4\nnote,\n"))).resolves.toHaveLength(3);
    });
  });

  describe("a mapping file", () => {
    const layout = { fields: { code: heading("Code"), fee: heading("Fee", amount), mod: optional(heading("Mod")) } };
    const mapping = (fields: unknown, more = {}) =>
      JSON.stringify({ publication: "rf/fees", sections: { table: { fields, ...more } } });

    it("says which heading or column feeds which field", async () => {
      const content = csv(["Proc", "Max Fee", "M"], ["1", "$2", "TC"]);
      const map = mapping({ code: "column A", fee: "max fee", mod: "/^m$/" });
      expect(await recordsOf(layout, text(content), map)).toEqual([
        { code: "1", fee: "2.00", mod: "TC", place: "line 2" },
      ]);
      const byLetters = mapping({ code: "column A", fee: "column B", mod: null }, { first_row: 2 });
      expect(await recordsOf(layout, text(content), byLetters)).toEqual([
        { code: "1", fee: "2.00", mod: null, place: "line 2" },
      ]);
    });

    it("starts from a template that changes nothing", async () => {
      const template = mappingTemplate(laidOut(layout, []));
      expect(JSON.parse(template)).toMatchObject({
        publication: "rf/fees",
        sections: { table: { sheet: null, first_row: null, fields: { code: "Code", fee: "Fee", mod: "Mod" } } },
      });
      expect(await recordsOf(layout, text("Fee,Code\n2,1\n"), template)).toEqual([
        { code: "1", fee: "2.00", mod: null, place: "line 2" },
      ]);
    });

    it.each([
      ["{", /^map\.json: not JSON: /],
      [JSON.stringify({ publication: "ca/x" }), 'map.json: a mapping of "ca/x", but the import is of rf/fees.'],
      [mapping({ feee: "x" }), 'map.json: unknown field "feee"; did you mean fee?.'],
      [mapping({ fee: null }), "map.json: fee is needed; say which column it is in."],
      [mapping({ fee: 3 }), 'map.json: fee: "3", expected a heading.'],
      [mapping({}, { first_row: "x" }), 'map.json: first_row: "x", expected the number of a row.'],
      [
        JSON.stringify({ publication: "rf/fees", sections: { other: {} } }),
        'rf/fees has no section "other"; it has table.',
      ],
    ])("is refused: %s", async (map, message) => {
      await expect(recordsOf(layout, text("Code,Fee\n1,2\n"), map)).rejects.toThrow(message);
    });
  });
});

const swimmers = publication({
  folder: "rf",
  name: "swimmers",
  title: "Swimmers",
  publisher: "Reef Council",
  legends: { kinds: { F: "fish" }, cities: { R: "Reeftown" } },
  sections: [
    section({
      fields: { npi: heading("NPI"), kind: heading("Kind", upperCase), city: heading("City") },
      feeds: [providers],
      read: ({ legends }) => {
        const kinds = legendOf(legends, "kinds", oneOf(["fish", "crab"]));
        const cities = legendOf(legends, "cities", text());
        return {
          record({ npi, kind, city }, intake) {
            const known = kinds.get(kind ?? "");
            if (known === undefined) return intake.leaveOut(`kind ${kind} is not in the legend`);
            intake.take(providers, { npi, providerName: "Unlisted", kind: known, city: cities.get(city ?? "") });
          },
        };
      },
    }),
  ],
});

const file = {
  name: "swimmers.csv",
  content: csv(["NPI", "Kind", "City"], ["1100000009", "f", "R"], ["1100000017", "c", "R"]),
};

function mapping(legends: unknown): string {
  return JSON.stringify({ publication: "rf/swimmers", legends });
}

describe("the legends of a publication", () => {
  it("come as declared without a mapping", async () => {
    const { rows, report } = await importing(swimmers, file, { asOf: "2026-01-01" });
    expect(rows("rf/providers").map(({ kind, city }) => [kind, city])).toEqual([["fish", "Reeftown"]]);
    expect(report.leftOut).toMatchObject([{ reason: "kind C is not in the legend", count: 1 }]);
  });

  it("stand whole in the template of the mapping file", () => {
    expect(JSON.parse(mappingTemplate(swimmers))).toMatchObject({
      publication: "rf/swimmers",
      sections: { table: { fields: { kind: "Kind" } } },
      legends: { kinds: { F: "fish" }, cities: { R: "Reeftown" } },
    });
  });

  it("are no part of the template of a publication that has none", () => {
    expect(JSON.parse(mappingTemplate(feeSchedule))).not.toHaveProperty("legends");
  });

  it("are corrected and extended in the mapping file, one by one", async () => {
    const map = mapping({ kinds: { C: "crab" } });
    const { rows, report } = await importing(swimmers, file, { asOf: "2026-01-01", map });
    expect(rows("rf/providers").map(({ kind, city }) => [kind, city])).toEqual([["crab", "Reeftown"]]);
    expect(report.leftOut).toMatchObject([{ reason: "kind F is not in the legend", count: 1 }]);
  });

  it("are refused under a name that the publication does not know", async () => {
    const map = mapping({ kind: { C: "crab" } });
    await expect(importing(swimmers, file, { asOf: "2026-01-01", map })).rejects.toThrow(
      'rf/swimmers has no legend "kind"; it has kinds, cities',
    );
  });

  it("are refused where a word means nothing that there is", async () => {
    const map = mapping({ kinds: { C: "whale" } });
    await expect(importing(swimmers, file, { asOf: "2026-01-01", map })).rejects.toThrow(
      'legend kinds: "C" means "whale", expected one of fish, crab',
    );
  });

  it("are refused where they are no legends", async () => {
    const refused = (legends: unknown) => importing(swimmers, file, { asOf: "2026-01-01", map: mapping(legends) });
    await expect(refused(["F"])).rejects.toThrow("legends: expected a JSON object");
    await expect(refused({ kinds: "fish" })).rejects.toThrow("legend kinds: expected a JSON object");
    await expect(refused({ kinds: { C: ["crab"] } })).rejects.toThrow('legend kinds: "C" means');
  });
});
