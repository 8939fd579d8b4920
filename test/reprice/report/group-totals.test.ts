import { expect, it } from "vitest";
import { type CountedLine, GroupTotals } from "../../../src/reprice/report/grouping.ts";
import { LargestPlaces } from "../../../src/reprice/report/report.ts";

const NOT_PRICED: CountedLine = {
  isPriced: false,
  expected: null,
  modifierNotPriced: null,
  difference: null,
  verdict: null,
  takenBack: null,
};

function line(expected: bigint, difference: bigint): CountedLine {
  const verdict = difference > 0n ? "underpaid" : difference < 0n ? "overpaid" : "asExpected";
  return { isPriced: true, expected, modifierNotPriced: null, difference, verdict, takenBack: null };
}

it("adds lines up by their key, where most is missing first", () => {
  const totals = new GroupTotals();
  totals.add("A", () => "", line(1000n, 1n));
  totals.add("A", () => "the name", line(500n, -250n));
  totals.add("B", () => "", line(1000n, 300n));
  totals.add("B", () => "", NOT_PRICED);
  totals.add("", () => "never asked", { ...line(700n, 0n), difference: null, verdict: null });
  const told = totals.rows().map(({ key, label, lines, notPriced, compared, ...amounts }) => {
    const { expected, paid, underpaid, overpaid, difference } = amounts;
    return [key, label, lines, notPriced, compared, `${[expected, paid, underpaid, overpaid, difference].join(" ")}`];
  });
  expect(told).toEqual([
    ["B", "", 2, 1, 1, "$10.00 $7.00 $3.00 $0.00 $3.00"],
    // Paid: 9.99 + 7.50.
    ["A", "the name", 2, 0, 2, "$15.00 $17.49 $0.01 $2.50 $-2.49"],
    ["(none)", "", 1, 0, 0, "$7.00 $0.00 $0.00 $0.00 $0.00"],
  ]);
});

it("tells lines that were paid nothing, and those that take money back, apart", () => {
  const totals = new GroupTotals();
  totals.add("A", () => "", line(1000n, 1000n));
  totals.add("A", () => "", line(500n, 250n));
  totals.add("A", () => "", { ...line(700n, 0n), difference: null, verdict: null, takenBack: 1200n });
  const [row] = totals.rows();
  expect(row).toMatchObject({ underpaidLines: 2, paidNothingLines: 1, takenBackLines: 1, compared: 2 });
  expect([row?.underpaid, row?.paidNothing, row?.takenBack].join(" ")).toBe("$12.50 $10.00 $12.00");
});

it("keeps as many groups as there is room for and adds up the others, last of all", () => {
  const totals = new GroupTotals(2);
  for (const key of ["A", "B", "C", "D", "A"]) totals.add(key, () => key, line(100n, key < "C" ? 0n : 50n));
  expect(totals.rows().map(({ key, label, lines }) => [key, label, lines])).toEqual([
    ["A", "A", 2],
    ["B", "B", 1],
    ["(others)", "", 2],
  ]);
});

it("cuts names above 200 characters, with a sign, and keeps long names that begin alike apart", () => {
  const totals = new GroupTotals();
  const long = "a".repeat(240_000);
  const names = ["b".repeat(200), "b".repeat(201), `${long}1`, `${long}2`, `${long}2`];
  for (const name of names) totals.add(name, () => name, line(100n, 0n));
  const rows = totals.rows();
  expect(rows.map(({ lines }) => lines)).toEqual([2, 1, 1, 1]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(4);
  for (const { key, label } of rows) expect([key.length, label.length]).toEqual([200, 200]);
  expect(rows.filter(({ key }) => / ?\[cut, [0-9a-f]{16}\]$/.test(key))).toHaveLength(3);
  expect(rows.map(({ key }) => key)).toContain("b".repeat(200));
});

it("never ends a cut name with half a character", () => {
  const totals = new GroupTotals();
  for (const name of ["\u{1F600}".repeat(150), `x${"\u{1F600}".repeat(150)}`]) totals.add(name, () => "", line(1n, 0n));
  for (const { key } of totals.rows()) expect(key.isWellFormed()).toBe(true);
});

it("keeps the places of the largest amounts, the earlier one first where they are equal", () => {
  const largest = new LargestPlaces(3);
  const sizes = [5n, 9n, 1n, 9n, 7n, 2n, 8n, 9n, 3n];
  for (const [offset, size] of sizes.entries()) largest.note({ offset, length: 1 }, size);
  expect(largest.places().map(({ offset }) => offset)).toEqual([1, 3, 7]);
});
