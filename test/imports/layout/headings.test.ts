import { describe, expect, it } from "vitest";
import type { Field, Spelling, Whereabouts } from "../../../src/imports/declaring/fields.ts";
import { type Publication, titleOfPublication } from "../../../src/imports/declaring/publication.ts";
import { tableImporter } from "../../../src/imports/declaring/table-importer.ts";
import { bind } from "../../../src/imports/layout/binding.ts";
import { refuseUnclear } from "../../../src/imports/layout/header-search.ts";
import { isSpelled, withoutEditionWords } from "../../../src/imports/layout/headings.ts";
import { mapped, mappingTemplate } from "../../../src/imports/layout/mapping.ts";
import { fieldWords, headingWords, nameWords } from "../../../src/imports/layout/plain-words.ts";
import { reportJson } from "../../../src/imports/report/report.ts";
import { reportText } from "../../../src/imports/report/text.ts";
import { labRates } from "../../../src/states/ga/tables.ts";
import { acuteFeeForService } from "../../../src/states/ny/publications/acute-rates.ts";
import { laboratory, physicianMedicine } from "../../../src/states/ny/publications/fee-schedules.ts";
import { allPublications } from "../../../src/states/publications.ts";
import { csv } from "../fixtures.ts";
import { importing } from "../support.ts";

/* A column of the same thing for other days: `New Rate` beside `Rate`. */

const APRIL = { asOf: "2026-04-01" };
const fees = (header: readonly string[], ...rows: readonly (readonly string[])[]) => ({
  name: "fees.csv",
  content: csv(header, ...rows),
});

/** Every field of every publication that is found by its heading. */
const headed = (await allPublications()).flatMap((publication) =>
  publication.sections.flatMap(({ name: section, fields }) =>
    Object.entries(fields).flatMap(([name, field]) => {
      const heading = exampleOf(field.where);
      return heading === null
        ? []
        : [{ title: `${titleOfPublication(publication)} ${section} ${name}`, name, field, heading }];
    }),
  ),
);

describe("a column of another edition beside a field's own", () => {
  it.each(headed)("is refused by name: $title", ({ name, field, heading }) => {
    for (const other of [`New ${heading}`, `Proposed ${heading} 2026`, `${heading} (Effective 1/1/2026)`]) {
      for (const row of [
        [heading, other],
        [other, heading],
      ]) {
        expect(unclearIn({ [name]: field }, row)).toContain(
          `${JSON.stringify(heading)} (column ${row[0] === heading ? "A" : "B"})`,
        );
        expect(unclearIn({ [name]: field }, row)).toContain(JSON.stringify(other));
      }
    }
  });

  it("covers every publication that has headings", () => {
    expect(headed.length).toBeGreaterThan(380);
  });
});

function unclearIn(fields: Readonly<Record<string, Field<unknown>>>, row: readonly string[]): string {
  try {
    refuseUnclear(bind(fields, row).binding, row, "line 1");
    return "clear";
  } catch (error) {
    return (error as Error).message;
  }
}

/** A heading that a field is found by; null where it is not found by one. */
function exampleOf(where: Whereabouts): string | null {
  if (where.kind === "numbered") return where.spelling.replace("#", "1");
  if (where.kind !== "heading") return null;
  const [first] = [...where.spellings].sort((a, b) => Number(a instanceof RegExp) - Number(b instanceof RegExp));
  const chosen = where.inOrder === true ? where.spellings[0] : first;
  return chosen === undefined ? null : textOf(chosen);
}

/** A text that fits a spelling: of a pattern, the first alternative of each group. */
function textOf(spelling: Spelling): string {
  if (typeof spelling === "string") return spelling;
  let text = spelling.source.replace(/\(\?!(?:[^()]|\([^()]*\))*\)/g, "").replace(/\(\?:/g, "(");
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(/\(([^()]*)\)\??/, (_, group: string) => group.split("|")[0] ?? "");
  }
  text = (text.split("|")[0] ?? "")
    .replace(/\\b|[\^$]/g, "")
    .replace(/\.\*|\.\?/g, " ")
    .replace(/\\w\*/g, "")
    .replace(/\[(.)[^\]]*\]\??/g, "$1")
    .replace(/.\?/g, "")
    .trim();
  if (!isSpelled(text, spelling))
    throw new Error(`${spelling}: ${JSON.stringify(text)} was made from it and does not fit`);
  return text;
}

describe("an import", () => {
  it.each([
    ["Maximum Fee", "New Maximum Fee"],
    ["Fee", "New Fee"],
    ["Fee", "Updated Fee 2026"],
    ["Fee", "NEWFEE"],
    ["Fee", "Fee_2026"],
    ["Fee", "Q2 2026 Fee"],
    ["Fee", "July Fee"],
    ["Fee", "Final Fee"],
    ["Fee", "Fee as of 4/1/2026"],
  ])("of laboratory rates refuses %s beside %s", async (one, other) => {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      const file = fees(["Code", first, second], ["80053", "1.00", "2.00"]);
      await expect(importing(laboratory, file, APRIL)).rejects.toThrow(
        `fees.csv: line 1: 2 columns fit fee: "${first}" (column B), "${second}" (column C). Write the heading of the right one as "fee" into a mapping file: see --template and --map`,
      );
    }
  });

  it("takes the one that the mapping file names", async () => {
    const file = fees(["Code", "Rate", "Rate Effective 4/1/2026"], ["J0001", "1.00", "2.00"]);
    const lab = tableImporter(labRates);
    await expect(importing(lab, file, APRIL)).rejects.toThrow("2 columns fit rate");
    for (const [rate, amount] of [
      ["Rate", "1.00"],
      ["Rate Effective 4/1/2026", "2.00"],
      ["column C", "2.00"],
    ]) {
      const map = JSON.stringify({ publication: "ga/lab_rates", sections: { table: { fields: { rate } } } });
      const { rows } = await importing(lab, file, { ...APRIL, map });
      expect(rows("ga/lab_rates")).toMatchObject([{ code: "J0001", rate: amount }]);
    }
  });

  it("refuses a second column of one fee, and takes the ones that a pattern of the mapping file finds", async () => {
    const file = fees(["Code", "Fee Office", "New Fee Office"], ["99213", "100.00", "200.00"]);
    await expect(importing(physicianMedicine, file, APRIL)).rejects.toThrow(
      '2 columns fit fees: "Fee Office" (column B), "New Fee Office" (column C). Write a pattern of all the right ones, such as "/^fee/i", as "fees" into a mapping file',
    );
    const map = JSON.stringify({
      publication: "ny/physician-medicine",
      sections: { table: { fields: { fees: "/^fee office$/i" } } },
    });
    const { rows } = await importing(physicianMedicine, file, { ...APRIL, map });
    expect(rows("ny/fee_schedule")).toMatchObject([{ fee: "100.00" }]);
  });
});

describe("the words that tell an edition", () => {
  it.each([
    ["New Rate", "rate"],
    ["Rate (as of 01/01/2026)", "rate"],
    ["Rate Effective 01/01/2026-03/31/2026", "rate"],
    ["Fee Effective Date 1/1/2026 and after", "fee"],
    ["CY2026 Q1 Rate", "rate"],
    ["SFY 2025-26 Base Rate", "base rate"],
    ["1st Quarter Rate", "rate"],
    ["Jan. 2026 Rate", "rate"],
    ["RATE_20260101", "rate"],
    ["Rate2026", "rate"],
    ["ProposedRate", "rate"],
    ["OLDRATE", "rate"],
  ])("%s is %s without them", (heading, expected) => {
    expect(withoutEditionWords(heading)).toContain(expected);
  });

  it.each(["Rate", "Newborn Rate", "Threshold", "Market Rate", "Decimal", "Mid-Quarter", "Last Name", "2946"])(
    "%s has none",
    (heading) => {
      expect(withoutEditionWords(heading).filter((each) => each !== "thresh")).toEqual([]);
    },
  );

  it("a date column is no amount", () => {
    expect(withoutEditionWords("Fee Effective Date")).not.toContain("fee");
  });

  it("are not looked for in a heading that is longer than any", () => {
    expect(withoutEditionWords(`new ${"x".repeat(296)}`)).toEqual(["x".repeat(296)]);
    expect(withoutEditionWords(`new ${"x".repeat(297)}`)).toEqual([]);
  });
});

describe("unclear headings", () => {
  const QUARTERS = ["Proc Code", "Fee Effective 01/01/2026-03/31/2026", "Fee Effective 04/01/2026-06/30/2026"];
  const drugs = (header: readonly string[], ...rows: readonly (readonly string[])[]) => ({
    name: "drugs.csv",
    content: csv(header, ...rows),
  });
  const mapOf = (publication: string, fields: object, others: object = {}) =>
    JSON.stringify({ publication, sections: { table: { fields } }, ...others });
  const APRIL = { asOf: "2026-04-01" };

  describe("two columns that fit one field", () => {
    it("are refused by name, whichever comes first", async () => {
      for (const [one, other] of [
        ["Current Fee", "New Fee"],
        ["New Fee", "Current Fee"],
        ["Fee", "New Fee"],
        ["Q1 2026 Fee", "Q2 2026 Fee"],
      ] as const) {
        const file = drugs(["Code", one, other], ["J0001", "1.00", "2.00"]);
        await expect(importing(laboratory, file, APRIL)).rejects.toThrow(
          `drugs.csv: line 1: 2 columns fit fee: "${one}" (column B), "${other}" (column C). Write the heading of the right one as "fee" into a mapping file: see --template and --map`,
        );
      }
      const quarters = drugs(QUARTERS, ["J0001", "1.00", "2.00"]);
      await expect(importing(laboratory, quarters, APRIL)).rejects.toThrow("2 columns fit fee");
    });

    it("are read where the mapping file names one of them, also where that is what the template writes", async () => {
      const file = drugs(["Code", "Current Fee", "New Fee"], ["J0001", "1.00", "2.00"]);
      const { rows } = await importing(laboratory, file, { ...APRIL, map: mapOf("ny/laboratory", { fee: "New Fee" }) });
      expect(rows("ny/fee_schedule")).toMatchObject([{ code: "J0001", fee: "2.00" }]);

      const both = drugs(["Code", "Fee", "New Fee"], ["J0001", "1.00", "2.00"]);
      const named = await importing(laboratory, both, { ...APRIL, map: mapOf("ny/laboratory", { fee: "Fee" }) });
      expect(named.rows("ny/fee_schedule")).toMatchObject([{ code: "J0001", fee: "1.00" }]);
    });

    it("are refused where a pattern of the mapping file fits both", async () => {
      const file = drugs(["Code", "Current Fee", "New Fee"], ["J0001", "1.00", "2.00"]);
      const map = mapOf("ny/laboratory", { fee: "/fee$/i" });
      await expect(importing(laboratory, file, { ...APRIL, map })).rejects.toThrow("2 columns fit fee");
    });

    it("are no doubt where another field has the second one, or the layout has an order for names", async () => {
      const header = ["OPCERT", "Hospital", "Hospital Name", "Discharge Rate"];
      const file = drugs(header, ["7000101", "000123", "Reference Hospital", "9000.00"]);
      const { report } = await importing(acuteFeeForService, file, APRIL);
      expect(report.readFrom[0]?.fields).toContainEqual({
        field: "facility",
        columns: [{ column: "C", heading: "Hospital Name" }],
      });
    });
  });

  describe("a day in the heading that is read", () => {
    const file = drugs(QUARTERS, ["J0001", "1.00", "2.00"]);
    const january = { fee: "Fee Effective 01/01/2026-03/31/2026" };

    it("is refused where it contradicts the edition's, by heading and by letter", async () => {
      for (const fee of [january.fee, "column B"]) {
        await expect(importing(laboratory, file, { ...APRIL, map: mapOf("ny/laboratory", { fee }) })).rejects.toThrow(
          'line 1: fee would be read from "Fee Effective 01/01/2026-03/31/2026" (column B), but the edition is as of 2026-04-01.',
        );
      }
    });

    it("is as it should be on a day of its own, and passed over where the mapping file says so", async () => {
      const map = mapOf("ny/laboratory", january);
      const { rows } = await importing(laboratory, file, { asOf: "2026-02-15", map });
      expect(rows("ny/fee_schedule")).toMatchObject([{ fee: "1.00", effective_start_date: "2026-02-15" }]);
      const other = mapOf("ny/laboratory", january, { as_of_text: null });
      const passedOver = await importing(laboratory, file, { ...APRIL, map: other });
      expect(passedOver.rows("ny/fee_schedule")).toMatchObject([{ fee: "1.00" }]);
    });
  });

  it("the report says which heading each field was read from, as text and as data, in a dry run too", async () => {
    const header = ["HCPCS", "Maximum Fee", "Dispensing Charge", "Fee Date", "WholesaleCost", "Note"];
    const file = drugs(["(c) 2026", "x"], header, ["J0001", "1.00", "9.00", "", "3.00", "a"]);
    const { report } = await importing(laboratory, file, { ...APRIL, dryRun: true });
    expect(reportText(report)).toContain(
      '\n  read from line 2: code "HCPCS" (A), fee "Maximum Fee" (B); no column for by_report, prior_auth_required, units_limit; not read: "Dispensing Charge" (C), "WholesaleCost" (E)\n',
    );
    expect(reportJson(report)).toMatchObject({
      dry_run: true,
      read_from: [
        {
          section: "table",
          place: "line 2",
          fields: {
            code: [{ column: "A", heading: "HCPCS" }],
            by_report: [],
            fee: [{ column: "B", heading: "Maximum Fee" }],
          },
          not_read: [
            { column: "C", heading: "Dispensing Charge" },
            { column: "E", heading: "WholesaleCost" },
          ],
        },
      ],
    });
  });
});

describe("plain words", async () => {
  /** Signs that stand in patterns and in no heading, sheet or file of a publication. */
  const SIGNS_OF_PATTERNS = /\\|\^|\$|\|\(\?|\(\?|\.\*|\[\^|\{\d|\/i?$|\]\?/;

  const publications = await allPublications();

  describe("Words in place of patterns", () => {
    it("call a field as people do", () => {
      expect(fieldWords("dischargeRate")).toBe("discharge rate");
      expect(headingWords("dischargeRate", [/^discharge/])).toBe("of the discharge rate");
      expect(headingWords("code", ["Code", /^proc/, "HCPCS"])).toBe('"Code" or "HCPCS"');
    });

    it.each([
      [/fee schedule/i, "fee schedule"],
      [/rates.*\.(?:xlsx?|csv)$/i, "rates*.xlsx or csv"],
      [/^(?!.*trans).*\.(?:xlsx|csv)$/i, "*.xlsx or csv"],
      [/npidata_[0-9]{8}-[0-9]{8}(?:_v[0-9]+)?\.csv$/i, "npidata_*-*.csv"],
      [/^final\s+(?:apg|px) based weights?$/i, "final*apg or px based weights"],
      [/\bfees\b|^rates$/, "fees or rates"],
    ])("say what %s looks for", (pattern, words) => {
      expect(nameWords(pattern)).toBe(words);
    });
  });

  describe.each(publications.map((each) => [titleOfPublication(each), each] as const))("%s", (_, publication) => {
    it("names what it misses without a pattern", () => {
      for (const { fields, sheet, member } of publication.sections) {
        const words = [
          ...bind(fields, []).missing.map(({ text }) => text),
          ...[sheet, member].flatMap((each) => (each ? [nameWords(each)] : [])),
        ];
        expect(words.filter((text) => SIGNS_OF_PATTERNS.test(text) || text === "")).toEqual([]);
      }
    });

    it("has a template without a pattern, which means what is declared when it is given back", () => {
      const text = mappingTemplate(publication);
      const { sections } = JSON.parse(text) as {
        readonly sections: Readonly<
          Record<string, { readonly sheet: string | null; readonly fields: Record<string, string> }>
        >;
      };
      const words = Object.values(sections).flatMap(({ sheet, fields }) => [sheet ?? "", ...Object.values(fields)]);
      expect(words.filter((each) => SIGNS_OF_PATTERNS.test(each))).toEqual([]);
      expect(text).not.toContain('"/');
      expect(layoutOf(mapped(publication, text, "map.json"))).toEqual(layoutOf(publication));
    });
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
