import { expect, it } from "vitest";
import { consideredRows, shownSources } from "../../../../src/answers/explanation/record-words.ts";
import { PUBLICATION, pricedResult, row } from "../support/record.ts";

function lost(line: number, why_not: string, others: object = {}) {
  return row(`r${line}`, line, { used: false, why_not, ...others });
}

it("rows of one key that lost for one reason are one line, with the runs of their lines", () => {
  const rows = [
    ...[501, 490, 491, 492].map((line) => lost(line, "another period")),
    lost(495, "another procedure type, Podiatrist", { effective_end_date: "2025-12-31" }),
    row("r1", 493),
  ];
  expect(consideredRows(rows)).toEqual([
    {
      title: "ca/outpatient_rates, procedure_code 99213",
      publications: [],
      losing: [
        { count: "4 rows", lines: "lines 490 to 492, 501", whyNot: "another period", periods: ["2025-07-01 onward"] },
        {
          count: "1 row",
          lines: "line 495",
          whyNot: "another procedure type, Podiatrist",
          periods: ["2025-07-01 to 2025-12-31"],
        },
      ],
    },
  ]);
});

it("rows of another table or key stand apart, and name a publication that no row used comes from", () => {
  const rows = [
    lost(2, "another period", { publication: { ...PUBLICATION, publisher: null, edition: "2025-01-15" } }),
    lost(3, "another period", { key: { procedure_code: "99214", provider_type: null }, publication: null }),
    lost(4, "another period", { table: "ca/conversion_factors" }),
    row("r1", 5),
  ];
  expect(consideredRows(rows).map(({ title, publications }) => [title, publications])).toEqual([
    ["ca/outpatient_rates, procedure_code 99213", ["Medi-Cal Rates, 2025-01-15, rates_data.xlsx"]],
    ["ca/outpatient_rates, procedure_code 99214, provider_type (empty)", []],
    ["ca/conversion_factors, procedure_code 99213", []],
  ]);
});

it("figures stand below the row that they are taken from, and those of no row after them", () => {
  const { ofFigures, withoutFigures } = shownSources(
    pricedResult({ rows: [row("r2", 7, { publication: null }), row("r1", 492)] }),
  );
  expect(
    ofFigures.map(({ id, title, figures }) => [id, title, figures.map((figure) => [figure.id, figure.where])]),
  ).toEqual([
    ["r1", "ca/outpatient_rates, line 492", [["i1", "column unit_value"]]],
    [
      null,
      "Not taken from a row",
      [
        ["i2", "default of the methodology, ca 2.6: conversion_factor"],
        ["i3", "sent in the request as total_charges"],
        ["i4", "constant of the rule, ca 5.4"],
      ],
    ],
  ]);
  expect(withoutFigures).toEqual([
    {
      id: "r2",
      title: "ca/outpatient_rates, line 7",
      said: [
        ["found by", "procedure_code 99213"],
        ["in force", "2025-07-01 onward"],
        ["published in", "a source that the dataset does not name"],
      ],
      figures: [],
    },
  ]);
});

it("a publication is told in full once; the next row of it names the first and its own place", () => {
  const other = row("r2", 7, { publication: { ...PUBLICATION, place: "line 9" } });
  const { ofFigures, withoutFigures } = shownSources(pricedResult({ rows: [other, row("r1", 492)] }));
  expect(ofFigures[0]?.said.slice(2)).toEqual([
    ["published in", "Medi-Cal Rates"],
    ["publisher", "Department of Health Care Services"],
    ["edition", "2026-01-15"],
    ["file", "rates_data.xlsx"],
    ["place", 'sheet "Rates", row 1204'],
    ["SHA-256", PUBLICATION.sha256],
  ]);
  expect(withoutFigures[0]?.said.slice(2)).toEqual([
    ["published in", "the same publication as r1"],
    ["place", "line 9"],
  ]);
});

it("a figure that a later edition repeats is told with both editions", () => {
  const publication = { ...PUBLICATION, edition: "2023-03-15", confirmed_by_edition: "2026-01-15" };
  const { ofFigures } = shownSources(pricedResult({ rows: [row("r1", 492, { publication })] }));
  expect(ofFigures[0]?.said).toContainEqual([
    "edition",
    "first published in the edition of 2023-03-15; still so in the edition of 2026-01-15",
  ]);
});
