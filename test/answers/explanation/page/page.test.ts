import { describe, expect, it } from "vitest";
import { explanationPage } from "../../../../src/answers/explanation/page.ts";
import type { Explanation, ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import { explanationText } from "../../../../src/answers/explanation/text.ts";
import type { Source } from "../../../../src/dataset/description.ts";
import { readPage } from "../support/page-text.ts";
import { ASKED, explanationOf, pricedResult, row } from "../support/record.ts";

const HOSTILE = `</style></title><script>alert("1")</script>' onload='x" & <b>`;

const unpriced: ResultExplanation = pricedResult({
  result: { ...pricedResult().result, rate_found: false, payment_rate: null, payment_rate_type: null },
  payment: null,
  steps: [],
  inputs: [],
  no_rate: {
    code: "not_in_force",
    message: "Procedure code 99213 has no Medi-Cal rate on 2016-10-01.",
    sought: { table: "ca/outpatient_rates", key: { procedure_code: "99213" }, date: "2016-10-01" },
    nearest: { start: "2021-07-01", end: null },
    remedy: [
      { parameter: "date_of_service", value: "2021-07-01", why: "the nearest published period is 2021-07-01 onward" },
      { parameter: "npi", value: null, why: "its check digit is wrong" },
    ],
  },
});

function pageOf(...results: readonly ResultExplanation[]): string {
  return explanationPage(explanationOf(...results), ASKED, []);
}

it("a price of test data says so above it, and which part is made up", () => {
  const madeUp = { table: "ca/providers", synthetic: true } as Source;
  const { text } = readPage(explanationPage(explanationOf(pricedResult()), ASKED, [madeUp]));
  expect(text).toMatch(/TEST DATA\. All providers and all rates are made up\..*\$21900\.00/s);
  expect(readPage(pageOf(pricedResult())).text).not.toContain("TEST DATA");
});

describe("one price", () => {
  const page = pageOf(pricedResult());
  const { text } = readPage(page);

  it("stands at the top, with whose, what and when", () => {
    expect(page).toContain('<span class="price">$21,900.00</span>');
    expect(text).toMatch(
      /^California Medicaid, outpatient: .*\$21900\.00 for 99213 at Golden Poppy Medical Center on Oct 1, 2026/,
    );
    expect(page).toContain("<title>$21,900.00 for 99213 at Golden Poppy Medical Center on Oct 1, 2026</title>");
  });

  it("says whether it is the rate of one unit: what a line comes to is another amount", () => {
    const ofUnits = readPage(pageOf(pricedResult({ units: { max: null } }))).text;
    expect(ofUnits).toContain(
      "This is the rate of one unit. A claim line comes to the rate times its units, and to no",
    );
    // The page of the service puts what the units of a line come to in the place of these sentences.
    expect(pageOf(pricedResult({ units: { max: "4" } }))).toContain('data-rate="21900.00" data-units-max="4">');
    expect(pageOf(pricedResult({ units: { max: null } }))).toContain('data-rate="21900.00" data-units-max="">');
    expect(page).toContain('data-rate="21900.00">');
    expect(text).toContain("This is the rate. A claim line comes to no more than what was billed.");
    expect(text).not.toContain("one unit");
    expect(readPage(pageOf(unpriced)).text).not.toContain("This is the rate");
  });

  it("marks what is paid, and what was computed and not applied with its decision", () => {
    const rows = page.split("<tr").map((line) => readPage(`<tr${line}`).text);
    expect(rows.find((line) => line.includes("s1 unit value"))).toContain("paid");
    const unused = rows.find((line) => line.includes("s2 lesser of")) ?? "";
    expect(unused).toContain("not applied");
    expect(unused).toContain("Decided by: s1 ($21900.00) is not greater than total charges ($900000.00).");
  });
});

it("a price and a result without one have the sentences that are kept beside this test, printed and in a terminal", async () => {
  const rows = [row("r1", 1), row("r2", 2, { used: false, why_not: "another period" })];
  const result = { ...pricedResult().result, advisories: [{ code: "REFERENCE", message: "A reference value." }] };
  const explanation = explanationOf(pricedResult({ result, rows, rows_left_out: 31 }), unpriced);
  const page = readPage(explanationPage(explanation, ASKED, []))
    .text.replaceAll(/\s+/g, " ")
    .replaceAll(/(?<=\.) (?=[A-Z])/g, "\n");
  await expect(`${page}\n\n${explanationText(explanation, ASKED)}\n`).toMatchFileSnapshot("page.txt");
});

describe("several results", () => {
  it("have an article each, and from three on a summary with links to them", () => {
    const two = readPage(pageOf(pricedResult(), unpriced));
    expect(two.elements.filter(({ name }) => name === "article")).toHaveLength(2);
    expect(two.elements.filter(({ name }) => name === "a")).toHaveLength(0);
    const three = readPage(pageOf(pricedResult(), unpriced, pricedResult()));
    const ids = three.elements.filter(({ name }) => name === "article").map(({ attributes }) => `#${attributes.id}`);
    expect(three.elements.filter(({ name }) => name === "a").map(({ attributes }) => attributes.href)).toEqual(ids);
    expect(three.text).toContain("California Medicaid, outpatient: result 2 of 3");
  });
});

describe("the markup", () => {
  const pages = {
    "one price": pageOf(pricedResult()),
    "no price": pageOf(unpriced),
    several: pageOf(pricedResult(), unpriced, unpriced),
  };

  it.each(Object.entries(pages))("of %s loads nothing, runs nothing and closes what it opens", (_what, page) => {
    const { elements, unclosed } = readPage(page);
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(unclosed).toEqual([]);
    const names = new Set(elements.map(({ name }) => name));
    for (const name of ["script", "link", "img", "iframe", "object", "form"]) expect(names).not.toContain(name);
    const addresses = elements.flatMap(({ attributes }) =>
      [attributes.href, attributes.src].filter((each) => each !== undefined),
    );
    expect(addresses.filter((address) => !address.startsWith("#"))).toEqual([]);
    expect(page).not.toMatch(/url\(|@import/);
  });

  it.each(Object.entries(pages))("of %s has headings in order, and tables with captions and scopes", (_what, page) => {
    const { elements } = readPage(page);
    const levels = elements.filter(({ name }) => /^h[1-6]$/.test(name)).map(({ name }) => Number(name[1]));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1)).toEqual([]);
    const count = (wanted: string) => elements.filter(({ name }) => name === wanted).length;
    expect(count("caption")).toBe(count("table"));
    expect(elements.filter(({ name, attributes }) => name === "th" && attributes.scope === undefined)).toEqual([]);
  });

  it("stays the same whatever the texts of the record are", () => {
    const results = [pricedResult(), unpriced, pricedResult()];
    const harmless = readPage(explanationPage(explanationOf(...results), ASKED, []));
    const hostile = readPage(explanationPage(withHostileTexts(explanationOf(...results)), ASKED, []));
    expect(hostile.elements.map(({ name }) => name)).toEqual(harmless.elements.map(({ name }) => name));
    expect(hostile.elements.map(({ attributes }) => Object.keys(attributes))).toEqual(
      harmless.elements.map(({ attributes }) => Object.keys(attributes)),
    );
    expect(hostile.text).toContain(HOSTILE);
  });
});

/** Members whose values are names of the record or of a closed list. */
const NAMES = new Set([
  "id",
  "ref",
  "row",
  "op",
  "compare",
  "unit",
  "code",
  "payment",
  "value",
  "effective_start_date",
]);

/** The same record, every text of it followed by an attempt to become markup. */
function withHostileTexts(explanation: Explanation): Explanation {
  const text = JSON.stringify(explanation, (name, value: unknown) =>
    typeof value === "string" && !NAMES.has(name) ? `${value}${HOSTILE}` : value,
  );
  return JSON.parse(text) as Explanation;
}
