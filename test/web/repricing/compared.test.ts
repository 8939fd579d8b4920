import { describe, expect, it } from "vitest";
import { type Compared, comparedRows, comparedWords } from "../../../web/src/repricing/compared.ts";

const COMPARED: Compared = {
  column: "Paid Amt",
  word: "paid",
  lines: 4,
  expected: "1096.00",
  paid: "1050.00",
  difference: "46.00",
  underpaid: { lines: 2, amount: "54.00" },
  paidNothing: { lines: 1, amount: "24.00" },
  overpaid: { lines: 1, amount: "8.00" },
  asExpected: { lines: 1, amount: "0.00" },
  notCompared: 2,
  takenBack: { lines: 1, amount: "24.00" },
};

describe("What was compared", () => {
  it("has a row for everything that is told, digit for digit", () => {
    expect(comparedRows(COMPARED).map(({ what, lines, dollars }) => `${what}: ${lines}, ${dollars}`)).toEqual([
      "Underpaid: 2, 54.00",
      "Paid nothing, of the underpaid: 1, 24.00",
      "Overpaid: 1, 8.00",
      "As expected: 1, 0.00",
      "Repriced: expected of the lines compared: 4, 1096.00",
      "Paid for them: 4, 1050.00",
      "Expected minus paid: 4, 46.00",
      "Taken back, not compared: 1, 24.00",
      "Priced, not compared: 2, null",
    ]);
  });

  it("is said in words", () => {
    expect(comparedWords(COMPARED)).toEqual([
      "4 lines were compared with the column Paid Amt: $1,050.00 was paid where $1,096.00 is expected, a difference of +$46.00.",
      "2 lines were underpaid by $54.00, 1 line overpaid by $8.00.",
      "Of the underpaid, 1 line was paid nothing ($24.00): most are denials, so look for the reason of the denial before the rate.",
      "1 line takes $24.00 back: priced, and compared with nothing, since the payment stands elsewhere.",
      "2 lines with a price were not compared: nothing paid that can be read, several amounts, a modifier that is not priced or that only the rate has, or money taken back.",
    ]);
  });

  it("says nothing of what there is not", () => {
    const none = { lines: 0, amount: "0.00" };
    expect(comparedWords({ ...COMPARED, paidNothing: none, takenBack: none, notCompared: 0 })).toHaveLength(2);
  });
});
