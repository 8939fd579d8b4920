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
