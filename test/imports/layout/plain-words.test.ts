import { describe, expect, it } from "vitest";
import { type Publication, titleOfPublication } from "../../../src/imports/declaring/publication.ts";
import { bind } from "../../../src/imports/layout/binding.ts";
import { mapped, mappingTemplate } from "../../../src/imports/layout/mapping.ts";
import { fieldWords, headingWords, nameWords } from "../../../src/imports/layout/plain-words.ts";
import { allPublications } from "../../../src/states/publications.ts";

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
  it("tells what it misses without a pattern", () => {
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
