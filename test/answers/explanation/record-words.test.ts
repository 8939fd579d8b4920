import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import {
  consideredRows,
  formulaText,
  shownSources,
  shownSteps,
} from "../../../src/answers/explanation/record-words.ts";
import {
  outcomeText,
  percentDigits,
  percentText,
  repeatingAddress,
  repeatingCommand,
} from "../../../src/answers/explanation/result-words.ts";
import type { ExplainedDecision, Expression } from "../../../src/answers/explanation/schema.ts";
import { API_PREFIX, EXPLAIN_SUFFIX, RATE_PATHS } from "../../../src/pricing/state/api-paths.ts";
import type { Operator } from "../../../src/pricing/worksheet/calculation.ts";
import { ASKED, explanationOf, PUBLICATION, pricedResult, row } from "./support/record.ts";

describe("steps", () => {
  it("a step has the words of the price's own line, its formula by names and its rounding", () => {
    expect(shownSteps(pricedResult())[0]).toEqual({
      id: "s1",
      section: "ca 4.3 step 1",
      text: "unit value (4.38) x conversion factor (5000.00) = $21900.00",
      formula: "i1 x i2, to cents",
      value: "$21900.00",
      applied: true,
      decision: null,
      paid: true,
    });
  });

  it("a step that the line does not print is written with the names of its figures, and says what decided it", () => {
    expect(shownSteps(pricedResult())[1]).toMatchObject({
      text: "lesser of s1 ($21900.00) and total charges ($900000.00) = $21900.00",
      applied: false,
      decision: "s1 ($21900.00) is not greater than total charges ($900000.00)",
      paid: false,
    });
  });

  it.each([
    ["greater", true, "is greater than"],
    ["greater", false, "is not greater than"],
    ["less", true, "is less than"],
    ["less", false, "is not less than"],
    ["at_least", true, "is at least"],
    ["at_least", false, "is less than"],
    ["at_most", true, "is at most"],
    ["at_most", false, "is greater than"],
    ["equal", true, "equals"],
    ["equal", false, "does not equal"],
  ] as const)("%s with the outcome %s reads %s", (compare, outcome, words) => {
    const decision: ExplainedDecision = { compare, of: [{ ref: "i1" }, { ref: "i4" }], outcome };
    const result = pricedResult();
    const steps = result.steps.map((step) => ({ ...step, decision }));
    // A constant has no name: its digits stand for it.
    expect(shownSteps({ ...result, steps })[0]?.decision).toBe(`unit value (4.38) ${words} 1`);
  });

  it.each([
    [2, "dollars", "to cents"],
    [2, "factor", "to 2 decimals"],
    [1, "factor", "to 1 decimal"],
    [0, "units", "to a whole number"],
    [null, "dollars", "not rounded"],
  ] as const)("%s decimals of %s are written as %s", (decimals, unit, words) => {
    const result = pricedResult();
    const steps = result.steps.map((step) => ({ ...step, decimals, unit }));
    expect(shownSteps({ ...result, steps })[0]?.formula).toBe(`i1 x i2, ${words}`);
  });

  it("a remark has neither formula nor value", () => {
    const result = pricedResult();
    const [first] = result.steps;
    const remark = {
      ...first,
      expression: null,
      value: null,
      decimals: null,
      unit: null,
      text: "transfer_claim has no effect",
    };
    expect(shownSteps({ ...result, steps: [remark as never] })[0]).toMatchObject({
      text: "transfer_claim has no effect",
      formula: null,
      value: null,
    });
  });

  it("an amount below zero has its minus before the dollar sign", () => {
    const result = pricedResult();
    const steps = result.steps.map((step) => ({ ...step, value: "-12.50" }));
    expect(shownSteps({ ...result, steps })[0]?.value).toBe("-$12.50");
  });
});

describe("rows", () => {
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
        table: "ca/outpatient_rates",
        key: { procedure_code: "99213" },
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
    expect(withoutFigures).toMatchObject([
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

  it("a publication is shown in full once; the next row of it names the first and its own place", () => {
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

  it("a made-up figure says so, and one by hand the day it was published", () => {
    const saidOf = (publication: Partial<typeof PUBLICATION>) =>
      shownSources(pricedResult({ rows: [row("r1", 492, { publication: { ...PUBLICATION, ...publication } })] }))
        .ofFigures[0]?.said;
    expect(saidOf({ synthetic: true })).toContainEqual(["kind", "made-up figure"]);
    expect(saidOf({ synthetic: null })).toContainEqual([
      "kind",
      "published or made up: the dataset does not say which",
    ]);
    expect(saidOf({ edition: null })).toContainEqual(["published", "2026-01-20"]);
  });

  it("a figure that a later edition repeats is shown with both editions", () => {
    const publication = { ...PUBLICATION, edition: "2023-03-15", confirmed_by_edition: "2026-01-15" };
    const { ofFigures } = shownSources(pricedResult({ rows: [row("r1", 492, { publication })] }));
    expect(ofFigures[0]?.said).toContainEqual([
      "edition",
      "first published in the edition of 2023-03-15; still so in the edition of 2026-01-15",
    ]);
  });
});

describe("formula", () => {
  const a = { ref: "a" };
  const b = { ref: "b" };
  const c = { ref: "c" };

  function of(op: Operator, ...args: readonly Expression[]): Expression {
    return { op, of: args };
  }

  it.each([
    [of("multiply", a, b, c), "a x b x c"],
    [of("multiply", of("subtract", a, b), c), "(a - b) x c"],
    [of("add", of("multiply", a, b), c), "a x b + c"],
    [of("subtract", a, of("add", b, c)), "a - (b + c)"],
    [of("subtract", of("add", a, b), c), "a + b - c"],
    [of("divide", of("multiply", a, b), c), "a x b / c"],
    [of("divide", a, of("multiply", b, c)), "a / (b x c)"],
    [of("multiply", a, of("divide", b, c)), "a x (b / c)"],
    [of("min", of("add", a, b), c), "lesser of a + b and c"],
    [of("multiply", of("max", a, b), c), "(greater of a and b) x c"],
    [of("add", of("min", a, b), c), "(lesser of a and b) + c"],
    [a, "a"],
  ])("%j reads %s", (expression, text) => {
    expect(formulaText(expression, (id) => id)).toBe(text);
  });
});

describe("repeating", () => {
  const request = { provider_name: "St. Mary's & $HOME; `x`", child_patient: true, total_charges: "900.00" };
  const explanation = { ...explanationOf(), request };

  it("a shell reads the command's parameters as they were understood", () => {
    const parameters = repeatingCommand(explanation, ASKED).slice(6).join(" ");
    const read = execFileSync("sh", ["-c", `printf '%s\\n' ${parameters}`], { encoding: "utf8" });
    expect(read.trimEnd().split("\n")).toEqual([
      "provider_name=St. Mary's & $HOME; `x`",
      "child_patient=true",
      "total_charges=900.00",
    ]);
  });

  it("the address carries the same parameters", () => {
    const address = new URL(repeatingAddress(explanation, ASKED), "http://localhost");
    expect(address.pathname).toBe(`${API_PREFIX}/ca${RATE_PATHS.outpatient}${EXPLAIN_SUFFIX}`);
    expect(Object.fromEntries(address.searchParams)).toEqual({ ...request, child_patient: "true" });
  });
});

describe("a percentage of charges", () => {
  const share = { rate_found: true, payment_rate: null, payment_rate_type: "percent_of_charges" };

  it("is the outcome where no charges were sent, whichever field of its state has it", () => {
    expect(outcomeText({ ...share, effective_percent_of_charges: "0.34033896" })).toBe("34.03 % of billed charges");
    expect(outcomeText({ ...share, percent_of_charges: "1" })).toBe("100.00 % of billed charges");
  });

  it("is not the outcome where an amount is paid, and not known where no field has it", () => {
    const paid = { ...share, payment_rate: "340.34", effective_percent_of_charges: "0.34033896" };
    expect(outcomeText(paid)).toBe("$340.34");
    expect(outcomeText({ ...share, interim_rate: "0.3042" })).toBe("Rate found, no dollar amount");
  });

  it("is rounded half up to two decimals, and all of its digits can be had", () => {
    expect(["0.33765384", "0.321655", "0.624", "0.00004", "0.00005", "1.2"].map(percentText)).toEqual([
      "33.77 %",
      "32.17 %",
      "62.40 %",
      "0.00 %",
      "0.01 %",
      "120.00 %",
    ]);
    expect(["0.33765384", "0.321655", "0.624", "0.05", "1.2", "0.3400"].map(percentDigits)).toEqual([
      "33.765384",
      "32.1655",
      "62.4",
      "5",
      "120",
      "34",
    ]);
  });
});
