import { expect, it } from "vitest";
import { Grouped } from "../../../src/imports/declaring/grouped.ts";

it("records of one key come back together, in the order they came", () => {
  const grouped = new Grouped<{ readonly fee: string; readonly unit: string | null }>();
  grouped.add("b", { fee: "1.00", unit: null });
  grouped.add("a", { fee: "2.00", unit: "each" });
  grouped.add("b", { fee: "0.50", unit: "each" });
  expect([...grouped.groups()]).toEqual([
    [{ fee: "2.00", unit: "each" }],
    [
      { fee: "1.00", unit: null },
      { fee: "0.50", unit: "each" },
    ],
  ]);
});

it("nothing has no groups", () => {
  expect([...new Grouped().groups()]).toEqual([]);
});
