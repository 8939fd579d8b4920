import { describe, expect, it } from "vitest";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { DECIMAL_COMMAS, readAmount } from "../../../src/reprice/values/amounts.ts";
import { ROUNDED } from "../../../src/reprice/values/read-value.ts";

describe("An amount", () => {
  it.each([
    ["1629.08", "1629.08", null],
    ["-12.50", "-12.50", null],
    ["$1,629.08", "1629.08", "dollars"],
    ["$ 1,234,567.8", "1234567.8", "dollars"],
    ["$1,629", "1629", "dollars"],
    ["1,629.00", "1629.00", "dollars"],
    ["1,234,567", "1234567", "dollars"],
    ["($1,629)", "-1629", "negative"],
    ["-", "0.00", "dash"],
    ["$-", "0.00", "dash"],
    ["$   -", "0.00", "dash"],
    [".5", "0.5", "dollars"],
    ["12.", "12", "dollars"],
    ["(12.50)", "-12.50", "negative"],
    ["($1,012.50)", "-1012.50", "negative"],
    ["$(12.50)", "-12.50", "negative"],
    ["$ (12.50)", "-12.50", "negative"],
    ["-$12.50", "-12.50", "negative"],
    ["$-12.50", "-12.50", "negative"],
    ["12.50-", "-12.50", "negative"],
    ["1.4E-14", "0.000000000000014", "exponent"],
    ["-2e-3", "-0.002", "exponent"],
    ["5E-0", "5.0", "exponent"],
    ["1.25E-00", "1.25", "exponent"],
  ])("%j is %s", (text, amount, way) => {
    expect(readAmount(text)).toEqual({ text: amount, way });
  });

  it.each(["1,62.08", "16,29", "1.629,08", "12.50.1", "--5", "-(5)", "(5)-", "$", "--", "-$", "()", "12 50", "EUR 5"])(
    "%j is none",
    (text) => {
      expect(readAmount(text)).toBeInstanceOf(Refusal);
    },
  );

  it.each(["27,54", "1.027,54", "1027,5", "1,027", "-1,027", "(1,027)", "12,027", "$27,54", "-27,54"])(
    "%j may have a decimal comma",
    (text) => {
      expect(readAmount(text)).toBe(DECIMAL_COMMAS);
    },
  );

  it.each(["1.82E+09", "1E5", "1.5e11"])("%j was rounded by a spreadsheet", (text) => {
    expect(readAmount(text)).toBe(ROUNDED);
  });
});
