import { describe, expect, it } from "vitest";
import type { ExplainedInput, ExplainedStep, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import type { Operator } from "../../../src/pricing/worksheet/calculation.ts";
import { barsOf } from "../../../web/src/answer/receipt/bars.ts";

function step(id: string, value: string, op: Operator, of: readonly string[], applied = true): ExplainedStep {
  const expression = { op, of: of.map((ref) => ({ ref })) };
  return { id, section: "xx 1", expression, value, decimals: 2, unit: "dollars", applied, text: null, decision: null };
}

function input(id: string, value: string, unit: ExplainedInput["unit"] = "dollars"): ExplainedInput {
  return { id, name: `figure ${id}`, value, unit, from: { rule: "xx 1" } };
}

function barsIn(steps: readonly ExplainedStep[], inputs: readonly ExplainedInput[]) {
  const explained: ResultExplanation = {
    result: {},
    period: null,
    payment: steps.at(-1)?.id ?? null,
    steps,
    inputs,
    rows: [],
    rows_left_out: 0,
    no_rate: null,
  };
  return Object.fromEntries(
    [...barsOf(explained)].map(([id, bars]) => [id, bars.map(({ kind, start, end }) => `${kind} ${start} to ${end}`)]),
  );
}

describe("the bars of a receipt", () => {
  const factor = input("i1", "2", "factor");

  it("stand on zero for an amount that begins something", () => {
    expect(barsIn([step("s1", "50.00", "multiply", ["i1", "i1"])], [factor])).toEqual({ s1: ["new 0 to 100"] });
  });

  it("show what is kept and what is new of an amount that is raised, and what is taken of one that is cut", () => {
    const raised = [step("s1", "40.00", "multiply", ["i1"]), step("s2", "100.00", "multiply", ["s1", "i1"])];
    expect(barsIn(raised, [factor]).s2).toEqual(["kept 0 to 40", "new 40 to 100"]);
    const cut = [step("s1", "100.00", "multiply", ["i1"]), step("s2", "25.00", "multiply", ["s1", "i1"])];
    expect(barsIn(cut, [factor]).s2).toEqual(["kept 0 to 25", "taken 25 to 100"]);
  });

  it("let the parts of a sum stand on top of each other, as the sum has them", () => {
    const steps = [
      step("s1", "60.00", "multiply", ["i1"]),
      step("s2", "30.00", "multiply", ["s1", "i1"]),
      step("s3", "100.00", "add", ["s1", "s2", "i2"]),
    ];
    expect(barsIn(steps, [factor, input("i2", "10.00")])).toEqual({
      s1: ["new 0 to 60"],
      s2: ["new 60 to 90"],
      s3: ["kept 0 to 60", "kept 60 to 90", "new 90 to 100"],
    });
  });

  it("leave out what was not applied, also from the scale", () => {
    const steps = [step("s1", "50.00", "multiply", ["i1"]), step("s2", "900.00", "multiply", ["i1"], false)];
    expect(barsIn(steps, [factor])).toEqual({ s1: ["new 0 to 100"] });
  });

  it("have room below zero for an amount that is less than nothing", () => {
    const steps = [step("s1", "75.00", "multiply", ["i1"]), step("s2", "-25.00", "subtract", ["i2", "i3"])];
    expect(barsIn(steps, [factor, input("i2", "1"), input("i3", "26")])).toEqual({
      s1: ["new 25 to 100"],
      s2: ["new 0 to 25"],
    });
  });
});
