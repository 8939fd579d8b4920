import { describe, expect, it } from "vitest";
import { factor } from "../../../src/money/factor.ts";
import { comparison } from "../../../src/reprice/pricing/paid.ts";
import { Tally } from "../../../src/reprice/pricing/tally.ts";

function compared(tally: Tally, line: number, rate: string, paid: string): void {
  tally.addPriced(1, factor(rate));
  tally.addCompared(line, comparison(factor(rate), factor(paid)));
}

describe("A tally", () => {
  it("adds to the cent", () => {
    const tally = new Tally();
    // 0.10 + 0.20 is where binary fractions go wrong.
    compared(tally, 2, "0.10", "0.30");
    compared(tally, 3, "0.20", "0.05");
    expect(tally.record()).toMatchObject({
      lookups: 2,
      priced: 2,
      total: "0.30",
      compared: 2,
      totalPaid: "0.35",
      totalDifference: "-0.05",
    });
  });

  it("adds rates below a cent with all their decimals", () => {
    const tally = new Tally();
    compared(tally, 2, "0.0042", "0");
    compared(tally, 3, "0.0842", "0.0842");
    compared(tally, 4, "76.15", "76.15");
    expect(tally.record()).toMatchObject({
      total: "76.2384",
      totalPaid: "76.2342",
      totalDifference: "0.0042",
      largest: [{ line: 2, paymentRate: "0.0042", paid: "0.0000", difference: "0.0042" }],
    });
    compared(tally, 5, "0.0016", "0.0058");
    expect(tally.record()).toMatchObject({ total: "76.24", totalPaid: "76.24", totalDifference: "0.00" });
  });

  it("counts a lookup with several amounts as priced, outside the total", () => {
    const tally = new Tally();
    tally.addPriced(2, factor("5.00"));
    tally.addWithSeveralAmounts(4);
    expect(tally.record()).toMatchObject({ lookups: 2, results: 6, priced: 2, withSeveralAmounts: 1, total: "5.00" });
  });

  it("keeps the ten largest differences either way, the earlier line first", () => {
    const tally = new Tally();
    for (let line = 2; line <= 20; line += 1) compared(tally, line, "10", String(line % 2 === 0 ? 10 + line : 0));
    const { largest } = tally.record();
    expect(largest.map(({ line }) => line)).toEqual([20, 18, 16, 14, 12, 3, 5, 7, 9, 10]);
    expect(largest[0]).toEqual({ line: 20, paymentRate: "10.00", paid: "30.00", difference: "-20.00" });
    compared(tally, 21, "0.0042", "10.0043");
    expect(tally.record().largest.map(({ line }) => line)).toEqual([20, 18, 16, 14, 12, 21, 3, 5, 7, 9]);
  });

  it("leaves what was paid to the cent out of the differences", () => {
    const tally = new Tally();
    compared(tally, 2, "10", "10.00");
    compared(tally, 3, "10", "10.01");
    expect(tally.record()).toMatchObject({ compared: 2, largest: [{ line: 3, difference: "-0.01" }] });
  });

  it("of parts equals that of the whole", () => {
    const [whole, first, second, both] = [new Tally(), new Tally(), new Tally(), new Tally()];
    for (let line = 2; line <= 60; line += 1) {
      for (const tally of [whole, line < 30 ? first : second]) {
        if (line % 7 === 0) tally.addFaulty();
        else if (line % 5 === 0) tally.addNotPriced(1, `reason ${line % 3}`);
        else compared(tally, line, `${line * 3}.${line % 4 === 0 ? "0042" : "00"}`, String((line * 37) % 91));
      }
    }
    both.add(first.record());
    both.add(JSON.parse(JSON.stringify(second.record())));
    expect(both.record()).toEqual(whole.record());
  });

  it("keeps no more reasons than there is room for", () => {
    const tally = new Tally();
    for (let number = 0; number < 5_000; number += 1) tally.addNotPriced(1, `reason ${number}`);
    const { notPriced } = tally.record();
    expect(notPriced).toHaveLength(201);
    expect(notPriced.at(-1)).toEqual(["Other reasons.", 4_800]);
  });
});
