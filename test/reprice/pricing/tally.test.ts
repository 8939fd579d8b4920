import { describe, expect, it } from "vitest";
import { difference } from "../../../src/core/money/arithmetic.ts";
import { factor } from "../../../src/core/money/factor.ts";
import { judge, NO_TOLERANCE } from "../../../src/reprice/pricing/payment-comparison.ts";
import type { ListedLine } from "../../../src/reprice/pricing/reason.ts";
import { RepricingTally } from "../../../src/reprice/pricing/tally.ts";

const verdictOf = judge(NO_TOLERANCE);

/** An amount that no charge limits. */
function atRate(rate: string) {
  return { atRate: factor(rate), amount: factor(rate), isLimited: false };
}

function listed(line: number): ListedLine {
  return {
    line,
    code: "99213",
    provider: "1234567893",
    providerName: null,
    billed: null,
    units: null,
    lookup: {},
    detail: null,
  };
}

function notPriced(code: "by_report" | "not_in_force", reason: string, line: number) {
  return { code, reason, lacks: "", lineOf: () => listed(line) };
}

function compared(tally: RepricingTally, line: number, rate: string, paid: string): void {
  const expected = factor(rate);
  tally.addPriced(1, atRate(rate));
  const comparison = { expected, paid: factor(paid), difference: difference(expected, factor(paid)) };
  const verdict = verdictOf(expected, comparison.difference);
  tally.addCompared(comparison, verdict, () => ({
    ...listed(line),
    formula: `f${line}`,
    assumed: [],
    remarks: [],
    hasTakeback: false,
    isPutOnPatient: false,
  }));
}

describe("A tally", () => {
  it("adds to the cent", () => {
    const tally = new RepricingTally();
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
    const tally = new RepricingTally();
    compared(tally, 2, "0.0042", "0");
    compared(tally, 3, "0.0842", "0.0842");
    compared(tally, 4, "76.15", "76.15");
    expect(tally.record()).toMatchObject({
      total: "76.2384",
      totalPaid: "76.2342",
      totalDifference: "0.0042",
      largest: [{ line: 2, expected: "0.0042", paid: "0.00", difference: "0.0042" }],
    });
    compared(tally, 5, "0.0016", "0.0058");
    expect(tally.record()).toMatchObject({ total: "76.24", totalPaid: "76.24", totalDifference: "0.00" });
  });

  it("counts a lookup with several amounts as priced, outside the total", () => {
    const tally = new RepricingTally();
    tally.addPriced(2, atRate("5.00"));
    tally.addWithSeveralAmounts(4);
    expect(tally.record()).toMatchObject({ lookups: 2, results: 6, priced: 2, withSeveralAmounts: 1, total: "5.00" });
  });

  it("keeps the two hundred largest differences either way with their formulas, the earlier line first", () => {
    const tally = new RepricingTally();
    // Even lines are overpaid by as much as their number, odd ones all underpaid by 10.
    for (let line = 2; line <= 420; line += 1) compared(tally, line, "10", String(line % 2 === 0 ? 10 + line : 0));
    const { largest } = tally.record();
    expect(largest).toHaveLength(200);
    expect(largest[0]).toEqual({
      ...listed(420),
      formula: "f420",
      hasTakeback: false,
      isPutOnPatient: false,
      assumed: [],
      remarks: [],
      expected: "10.00",
      paid: "430.00",
      difference: "-420.00",
    });
    expect(largest.at(-1)).toMatchObject({ line: 22 });
    compared(tally, 421, "0.0042", "22.0043");
    expect(tally.record().largest.slice(-2)).toMatchObject([{ line: 24 }, { line: 421 }]);
  });

  it("adds underpaid and overpaid lines up by themselves", () => {
    const tally = new RepricingTally();
    compared(tally, 2, "10.00", "7.50");
    compared(tally, 3, "10.00", "9.00");
    compared(tally, 4, "10.00", "14.25");
    compared(tally, 5, "10.00", "10.00");
    expect(tally.record().verdicts).toEqual({
      underpaid: { lines: 2, amount: "3.50" },
      overpaid: { lines: 1, amount: "4.25" },
      asExpected: { lines: 1, amount: "0.00" },
    });
  });

  it("leaves what was paid to the cent out of the differences", () => {
    const tally = new RepricingTally();
    compared(tally, 2, "10", "10.00");
    compared(tally, 3, "10", "10.01");
    expect(tally.record()).toMatchObject({ compared: 2, largest: [{ line: 3, difference: "-0.01" }] });
  });

  it("of parts equals that of the whole", () => {
    const [whole, first, second, both] = [
      new RepricingTally(),
      new RepricingTally(),
      new RepricingTally(),
      new RepricingTally(),
    ];
    for (let line = 2; line <= 60; line += 1) {
      for (const tally of [whole, line < 30 ? first : second]) {
        if (line % 7 === 0) tally.addFaulty([]);
        else if (line % 5 === 0)
          tally.addNotPriced(1, notPriced(line % 2 === 0 ? "by_report" : "not_in_force", `reason ${line % 3}`, line));
        else compared(tally, line, `${line * 3}.${line % 4 === 0 ? "0042" : "00"}`, String((line * 37) % 91));
      }
    }
    both.add(first.record());
    both.add(JSON.parse(JSON.stringify(second.record())));
    expect(both.record()).toEqual(whole.record());
  });

  it("keeps no more reasons than there is room for", () => {
    const tally = new RepricingTally();
    for (let number = 0; number < 5_000; number += 1)
      tally.addNotPriced(1, notPriced("not_in_force", `reason ${number}`, number));
    const { notPriced: kept } = tally.record();
    expect(kept).toHaveLength(201);
    expect(kept.at(-1)?.slice(0, 3)).toEqual(["not_in_force", "Other reasons.", 4_800]);
    // The first twenty lines of a reason are enough to see what they have in common.
    expect(kept.at(-1)?.[4].map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, place) => 200 + place));
  });

  it("counts why lines with a price are not compared, apart from why others have none", () => {
    const [tally, both] = [new RepricingTally(), new RepricingTally()];
    for (const line of [3, 4]) tally.addNotCompared("nothing_paid", () => listed(line));
    tally.addNotCompared("several_amounts", () => listed(5));
    both.add(tally.record());
    both.add(tally.record());
    expect(both.record().notCompared).toEqual([
      ["nothing_paid", "", 4, "", [3, 4, 3, 4].map(listed)],
      ["several_amounts", "", 2, "", [5, 5].map(listed)],
    ]);
    expect(both.record().notPriced).toEqual([]);
  });
});
