import { describe, expect, test } from "vitest";
import { commaFault, numberFault, typedDigits } from "../../../web/src/words/amount.ts";

/** Every way to put one sign of a list between the digits of a number. */
function withSign(digits: string, sign: string): readonly string[] {
  return Array.from({ length: digits.length - 1 }, (_, place) => {
    return `${digits.slice(0, place + 1)}${sign}${digits.slice(place + 1)}`;
  });
}

describe("a typed number", () => {
  test.each([
    ["0.9", "0.9"],
    ["25000", "25000"],
    ["$25,000", "25000"],
    ["$ 25,000.50", "25000.50"],
    [" 25 000 ", "25000"],
    ["1\u202f234\u202f567.8", "1234567.8"],
    ["812,400", "812400"],
    ["1,234,567.89", "1234567.89"],
  ])("%j is %s", (typed, digits) => {
    expect(typedDigits(typed)).toBe(digits);
    expect(commaFault(typed)).toBeUndefined();
  });

  test.each([
    "0,9",
    "1,1",
    "12,34",
    "0,900",
    "1234,567",
    "1,234,56",
    "1,234 567",
    "25,000,50",
    "1,,000",
    ",900",
    "1,",
    "1.234,5",
  ])("%j is not taken for another number", (typed) => {
    expect(typedDigits(typed)).toBeNull();
    expect(commaFault(typed)).toContain("A point separates decimals");
  });

  test.each(["", "abc", "$", "1 1", "1\t000", "-5", "-5,000", "1e3", ".9", "5.", "1.2.3"])(
    "%j is no number",
    (typed) => {
      expect(typedDigits(typed)).toBeNull();
      expect(commaFault(typed)).toBeUndefined();
    },
  );

  test("a sign between digits is read only where exactly three follow it", () => {
    for (const digits of ["12", "123", "1234", "12345", "123456", "1234567"]) {
      for (const sign of [",", " "]) {
        const read = withSign(digits, sign).filter((typed) => typedDigits(typed) !== null);
        const grouped = `${digits.slice(0, -3)}${sign}${digits.slice(-3)}`;
        expect(read).toEqual(digits.length > 3 && digits.length < 7 ? [grouped] : []);
        expect(read.map(typedDigits)).toEqual(read.map(() => digits));
      }
    }
  });
});

test("an example has the unit of its field", () => {
  expect(numberFault("abc", "dollars")).toBe("Enter a number, such as $25,000.50.");
  expect(numberFault("abc", "days")).toBe("Enter a number, such as 5.");
  expect(numberFault("0,9", "factor")).toBe(
    "Enter a number, such as 0.9. A point separates decimals; a comma only groups of three digits.",
  );
});
