import { describe, expect, it } from "vitest";
import { Refusal } from "../../../src/core/text/refusal.ts";
import {
  DECIMAL_COMMAS,
  NOT_UNITS,
  POINT_OF_THOUSANDS,
  readAmount,
  readPaid,
  readUnits,
} from "../../../src/reprice/values/amounts.ts";
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

describe("Units", () => {
  it.each([
    ["4", "4"],
    [" 4.0 ", "4.0"],
    ["0.5", "0.5"],
    [".5", "0.5"],
    ["4.", "4"],
    ["'4", "4"],
    ["-1", "-1"],
    ["-.5", "-0.5"],
    ["999999", "999999"],
    ["0.0001", "0.0001"],
  ])("%j are %s", (cell, units) => {
    expect(readUnits(cell, false)).toMatchObject({ figure: { text: units } });
  });

  it.each([
    "0",
    "0.00",
    "-",
    "(4)",
    "$4.00",
    "1,000",
    "2,5",
    "1.4E-14",
    "0.000000000000014",
    "0.00009",
    "1000000",
    "-1000000",
    "999999.01",
    "four",
    "1E+06",
  ])("%j are none", (cell) => {
    expect(readUnits(cell, false)).toBe(NOT_UNITS);
  });

  it.each(["", "  ", "NULL", '=""'])("are left open by %j", (cell) => {
    expect(readUnits(cell, false)).toMatchObject({ figure: null });
  });
});

describe("What was paid", () => {
  it.each([
    ["12.340000000000002", "12.34"],
    ["12.345", "12.35"],
    ["-0.005", "-0.01"],
    ["1.4E-14", "0.00"],
    ["$1,629.08", "1629.08"],
    ["0", "0.00"],
    ["9999999999.99", "9999999999.99"],
    ["-9999999999.99", "-9999999999.99"],
  ])("%j is %s", (cell, paid) => {
    expect(readPaid(cell, false)).toMatchObject({ figure: { text: paid } });
  });

  it.each(["10000000000", "-10000000000", "x", "#N/A", "1.82E+09"])("%j is none", (cell) => {
    expect(readPaid(cell, false)).toBeInstanceOf(Refusal);
  });
});

describe("a point before three digits in a file with semicolons", () => {
  it.each(["1.027", "1.000", "-1.027", "120.500"])("may be one of thousands: %s is no number of units", (cell) => {
    expect(readUnits(cell, true)).toBe(POINT_OF_THOUSANDS);
    expect(readUnits(cell, false)).not.toBeInstanceOf(Refusal);
  });

  it.each(["1.027", "(1.027)", "1.027-", " 12.500 "])("may be one of thousands: %s is no payment", (cell) => {
    expect(readPaid(cell, true)).toBe(POINT_OF_THOUSANDS);
    expect(readPaid(cell, false)).not.toBeInstanceOf(Refusal);
  });

  it.each([
    ["0.500", "0.50"],
    ["1027.500", "1027.50"],
    ["$1.027", "1.03"],
    ["1.03", "1.03"],
    ["1.0270", "1.03"],
  ])("stands before decimals where it cannot be one of thousands: %s", (cell, paid) => {
    expect(readPaid(cell, true)).toMatchObject({ figure: { text: paid } });
  });
});
