import { describe, expect, it } from "vitest";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { asItIs, ROUNDED, readDigits, trimmedFor } from "../../../src/reprice/values/read-value.ts";

const read = trimmedFor(readDigits);

describe("A cell", () => {
  it.each([
    [" 12\t", "12", null],
    ["\u00a012\u202f", "12", null],
    ["\ufeff12", "12", null],
    ["'0012", "0012", "textMark"],
    ['="0012"', "0012", "textMark"],
    ["'12.0", "12", "pointZero"],
    ["", "", null],
    ["   ", "", null],
    ["'", "", "textMark"],
    ['=""', "", "textMark"],
    ["NULL", "", "nothing"],
    ["null", "", "nothing"],
    ["None", "", "nothing"],
    ["n/a", "", "nothing"],
    ["NA", "NA", null],
    ["\u200b12", "12", "invisible"],
    ["1\u20602\u200e", "12", "invisible"],
    ["\u202d12\u202c", "12", "invisible"],
    ["1\u00ad2", "12", "invisible"],
    ["\u200b", "", "invisible"],
    ["'12\u200b", "12", "textMark"],
  ])("%j is read as %j", (cell, text, way) => {
    expect(read(cell)).toEqual({ text, way });
  });

  it("keeps the reason why its reader refuses it", () => {
    expect(read("'1.82E+09")).toBe(ROUNDED);
  });

  it("is not looked into when it is too long", () => {
    expect(trimmedFor(asItIs)("1".repeat(400))).toEqual({ text: "1".repeat(400), way: null });
    expect(trimmedFor(asItIs)("1".repeat(401))).toBeInstanceOf(Refusal);
  });
});
