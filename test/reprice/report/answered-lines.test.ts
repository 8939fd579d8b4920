import { expect, it } from "vitest";
import { AnsweredLines } from "../../../src/reprice/report/answered-lines.ts";

const record = (line: string, amount: string, offset: number) => ({ cells: [line, amount], offset, length: 1 });

it("of the results of a line the one with the amount is kept, also after one without", () => {
  const lines = new AnsweredLines({ inputLine: 0, amountAtRate: 1 });
  expect(lines.next(record("2", "", 0))).toBeNull();
  expect(lines.next(record("2", "5.00", 1))).toBeNull();
  expect(lines.next(record("2", "", 2))).toBeNull();
  expect(lines.next(record("3", "", 3))).toMatchObject({ record: { offset: 1 }, amounts: 1 });
  expect(lines.next(record("3", "", 4))).toBeNull();
  expect(lines.last()).toMatchObject({ record: { offset: 3 }, amounts: 0 });
});
