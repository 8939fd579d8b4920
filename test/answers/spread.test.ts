import { describe, expect, it } from "vitest";
import { ascendingOf, spreadOf } from "../../src/answers/compare/comparison.ts";
import { factor } from "../../src/core/money/factor.ts";

function spread(...amounts: readonly string[]): string[] {
  return Object.values(spreadOf(ascendingOf(amounts.map(factor))));
}

describe("the spread of amounts", () => {
  it("of one amount is that amount", () => {
    expect(spread("24.00")).toEqual(["24.00", "24.00", "24.00", "24.00", "24.00"]);
  });

  it("of five amounts is each of them, whatever their order", () => {
    expect(spread("5.00", "1.00", "4.00", "2.00", "3.00")).toEqual(["1.00", "2.00", "3.00", "4.00", "5.00"]);
  });

  it("lies in proportion between two neighbours: 10 and 20 have 12.50, 15 and 17.50 between them", () => {
    expect(spread("10.00", "20.00")).toEqual(["10.00", "12.50", "15.00", "17.50", "20.00"]);
  });

  it("rounds half a cent up: between 0.01 and 0.02 are 0.0125, 0.015 and 0.0175", () => {
    expect(spread("0.01", "0.02")).toEqual(["0.01", "0.01", "0.02", "0.02", "0.02"]);
  });

  it("keeps the decimals of rates that are published with more than two", () => {
    expect(spread("0.0842", "0.0845", "9")).toEqual(["0.0842", "0.0844", "0.0845", "4.5423", "9.00"]);
  });

  it("is exact where binary floating point is not: (0.10 + 0.70) / 2 and beyond fifteen digits", () => {
    expect(spread("0.10", "0.70")[2]).toBe("0.40");
    expect(spread("99999999999999999.97", "99999999999999999.99")[2]).toBe("99999999999999999.98");
  });
});
