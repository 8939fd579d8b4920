import { expect, test } from "vitest";
import { withoutFaultColumns } from "../../../src/reprice/claims.ts";

const line = 1;
const end = { offset: 0, line: 2 };

test("a file of faults is the file of claims that it came from", () => {
  const names = ["fault_line", "fault_columns", "fault_reasons", "npi", "a, b"];
  const header = { text: 'fault_line,"fault_columns",fault_reasons,npi,"a, b"', names, line, end };
  expect(withoutFaultColumns(header)).toEqual({
    header: { text: 'npi,"a, b"', names: ["npi", "a, b"], line, end },
    leadingCells: 3,
  });
});

test.each([
  [["npi", "fault_line", "fault_columns", "fault_reasons"]],
  [["fault_line", "npi"]],
  [["fault_line", "fault_columns", "fault_reasons"]],
])("%j is another file", (names) => {
  const header = { text: names.join(","), names, line, end };
  expect(withoutFaultColumns(header)).toEqual({ header, leadingCells: 0 });
});
