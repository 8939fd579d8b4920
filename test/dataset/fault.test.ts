import { expect, test } from "vitest";
import { FAULTS_LISTED_MAX, FaultList, faultText } from "../../src/dataset/fault.ts";

test("a fault names its file, line, column, value and reason", () => {
  const fault = { file: "ca/providers.csv", line: 12, column: "npi", value: "12345", reason: "expected 10 digits" };
  expect(faultText(fault)).toBe('ca/providers.csv:12:npi: "12345", expected 10 digits');
});

test("what a fault does not have is left out", () => {
  expect(faultText({ file: "ca/rates.csv", line: null, column: null, value: null, reason: "missing" })).toBe(
    "ca/rates.csv: missing",
  );
  expect(faultText({ file: "ca/rates.csv", line: 3, column: null, value: null, reason: "expected 4 cells" })).toBe(
    "ca/rates.csv:3: expected 4 cells",
  );
});

test("the list is bounded and its count is exact", () => {
  const faults = new FaultList();
  for (let line = 1; line <= FAULTS_LISTED_MAX + 5; line += 1) {
    faults.add({ file: "f.csv", line, column: null, value: null, reason: "wrong" });
  }
  expect(faults.listed).toHaveLength(FAULTS_LISTED_MAX);
  expect(faults.count).toBe(FAULTS_LISTED_MAX + 5);
});
