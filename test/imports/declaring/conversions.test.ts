import { describe, expect, it } from "vitest";
import { Refusal } from "../../../src/core/text/refusal.ts";
import {
  amount,
  type Conversion,
  code,
  date,
  digitsOnly,
  inTurn,
  legend,
  number,
  oneLine,
  percent,
  procedureCode,
  upperCase,
  yesNo,
  zeroAbsent,
} from "../../../src/imports/declaring/conversions.ts";

const REFUSED = "refused";

function each(convert: Conversion, cases: Readonly<Record<string, string | null>>): void {
  for (const [cell, expected] of Object.entries(cases)) {
    const value = convert(cell);
    expect([cell, value instanceof Refusal ? REFUSED : value]).toEqual([cell, expected]);
  }
}

describe("a conversion", () => {
  it("reads amounts with their signs, separators and absent ones", () => {
    each(amount, {
      "$40.00": "40.00",
      "$   40": "40.00",
      "1,234.5": "1234.50",
      "0": "0.00",
      ".5": "0.50",
      "007.10": "7.10",
      "12.3456": "12.3456",
      "12.340000": "12.34",
      "(12.00)": "-12.00",
      "-$3": "-3.00",
      "$-3": "-3.00",
      "-0.00": "0.00",
      "---": null,
      "N/A": null,
      "By Report": REFUSED,
      "1,23": REFUSED,
      "1.2.3": REFUSED,
      $: REFUSED,
      "12 %": REFUSED,
    });
  });

  it("reads numbers without trailing zeros, and no dollars", () => {
    each(number, {
      "9.0": "9",
      "0.5320": "0.532",
      "100": "100",
      "1,000": "1000",
      "--": null,
      $9: REFUSED,
      "9x": REFUSED,
    });
  });

  it("may take zero for nothing", () => {
    each(zeroAbsent(number), { "0": null, "0.00": null, "0.01": "0.01", x: REFUSED });
    each(zeroAbsent(amount), { "$0.00": null, "10.00": "10.00" });
  });

  it("turns percentages into fractions, digit for digit", () => {
    each(percent, { "45.3%": "0.453", "45.3": "0.453", "100 %": "1", "0.05%": "0.0005", "n/a": null, half: REFUSED });
  });

  it("gives codes the zeros back that a spreadsheet took", () => {
    each(procedureCode, { "100": "00100", "1999.0": "01999", "2000": REFUSED, "9921": REFUSED, "99213": "99213" });
    each(procedureCode, { a1234: "A1234", "0001u": "0001U", "123456": REFUSED });
    each(code(5), { "100": "00100", "100.0": "00100", a1234: "A1234", "123456": REFUSED, "A 12 3": REFUSED });
  });

  it("reads days in the spellings that publications use", () => {
    each(date, {
      "2026-01-31": "2026-01-31",
      "1/31/2026": "2026-01-31",
      "01/31/26": "2026-01-31",
      "12/31/99": "1999-12-31",
      "20260131": "2026-01-31",
      "January 31, 2026": "2026-01-31",
      "Jan. 31 2026": "2026-01-31",
      "31-Jan-2026": "2026-01-31",
      "2026-01-31 00:00:00": "2026-01-31",
      "2026-01-31T00:00:00.000Z": "2026-01-31",
      "02/30/2026": REFUSED,
      "20261301": REFUSED,
      "Smarch 3, 2026": REFUSED,
      soon: REFUSED,
    });
  });

  it("reads yes and no, words of a legend, wrapped text, digits and capitals", () => {
    each(yesNo, { Yes: "true", x: "true", N: "false", "0": "false", "-": null, maybe: REFUSED });
    each(legend({ K: "Surgeon", "Not priced": null }), { k: "Surgeon", "NOT  PRICED": null, L: REFUSED });
    each(oneLine, { "a\n  b": "a b" });
    each(digitsOnly, { "7000001H": "7000001", none: null });
    each(inTurn(upperCase, legend({ A: "1" })), { a: "1", b: REFUSED });
  });
});
