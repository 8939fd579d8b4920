import { expect, it } from "vitest";
import { parameterOn } from "../../src/pricing/program.ts";
import { period } from "../support/rules.ts";
import { DAY, parameterRow, program } from "./fees.ts";

const ofDay = parameterRow("cutback", "0.350", period("2025-10-01", "2025-10-01"));
const before = parameterRow("cutback", "0.10", period("2020-01-01", "2025-09-30"), 3);
const after = parameterRow("cutback", "0.40", period("2025-10-03"), 4);

it("a figure is the one of its row in force, with the published digits", () => {
  expect(parameterOn(program, "cutback", [before, ofDay, after], DAY)).toEqual({ value: ofDay.value, row: ofDay });
});

it("a name that the file does not mention has its built-in value, and no row", () => {
  expect(parameterOn(program, "cutback", [], DAY)).toMatchObject({ value: { text: "0.20" }, row: null });
});

it("a name that the file mentions has only the file's rows, whatever is built in", () => {
  expect(parameterOn(program, "cutback", [before, after], DAY)).toEqual({
    code: "not_in_force",
    message: "Parameter cutback has no value on 2025-10-01; the nearest published period is 2020-01-01 to 2025-09-30.",
    nearest: before.period,
  });
});

it("a name without either has no value, in words of its own where the page has some", () => {
  expect(parameterOn(program, "per_diem", [], DAY)).toEqual({
    code: "missing_information",
    message: "Parameter per_diem has no value.",
    nearest: null,
  });
  expect(parameterOn(program, "trend", [], DAY)).toMatchObject({ message: "The state has not published a trend." });
});
