import { describe, expect, it } from "vitest";
import type { Field, Spelling, Whereabouts } from "../../../src/imports/declaring/fields.ts";
import { titleOfPublication } from "../../../src/imports/declaring/publication.ts";
import { tableImporter } from "../../../src/imports/declaring/table-importer.ts";
import { bind } from "../../../src/imports/layout/binding.ts";
import { refuseUnclear } from "../../../src/imports/layout/header-search.ts";
import { isSpelled, withoutEditionWords } from "../../../src/imports/layout/headings.ts";
import { labRates } from "../../../src/states/ga/tables.ts";
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
