import { expect, it } from "vitest";
import { AnsweredLines } from "../../../src/reprice/report/report.ts";

const record = (line: string, amount: string, offset: number) => ({ cells: [line, amount, amount], offset, length: 1 });

it("of the results of a line the one with the amount is kept, also after one without", () => {
  const lines = new AnsweredLines({ inputLine: 0, amountAtRate: 1, expectedAmount: 2 });
  expect(lines.next(record("2", "", 0))).toBeNull();
  expect(lines.next(record("2", "5.00", 1))).toBeNull();
  expect(lines.next(record("2", "", 2))).toBeNull();
  expect(lines.next(record("3", "", 3))).toMatchObject({ record: { offset: 1 }, amounts: 1 });
  expect(lines.next(record("3", "", 4))).toBeNull();
  expect(lines.last()).toMatchObject({ record: { offset: 3 }, amounts: 0 });
});

it("results of one amount are one amount, also where the amounts at the rate differ", () => {
  const result = (line: string, atRate: string, expected: string) => ({
    cells: [line, atRate, expected],
    offset: 0,
    length: 1,
  });
  const lines = new AnsweredLines({ inputLine: 0, amountAtRate: 1, expectedAmount: 2 });
  lines.next(result("2", "5.00", "4.00"));
  lines.next(result("2", "6.00", "4.00"));
  expect(lines.next(result("3", "5.00", "5.00"))).toMatchObject({ amounts: 1 });
  lines.next(result("3", "6.00", "6.00"));
  expect(lines.next(result("4", "5.00", ""))).toMatchObject({ amounts: 2 });
  lines.next(result("4", "6.00", ""));
  expect(lines.last()).toMatchObject({ amounts: 2 });
});
