import { expect, it } from "vitest";
import { chooseFeeRow } from "../../../../src/states/ca/outpatient/fee-row.ts";
import { DAY, feeRow, outpatientLine, period } from "../rows.ts";

const medicine = feeRow();
const radiology = feeRow({ procedureType: "Radiology" });
const podiatrist = feeRow({ procedureType: "Podiatrist" });
const anesthesia = feeRow({ procedureType: "Anesthesia" });
const justice = feeRow({ procedureType: "Justice Involved" });
const all = [justice, podiatrist, anesthesia, radiology, medicine];

it("takes the first procedure type of the standing order and lists the others in that order", () => {
  expect(chooseFeeRow(all, outpatientLine(), DAY)).toEqual({
    row: medicine,
    otherProcedureTypes: ["Radiology", "Anesthesia", "Podiatrist", "Justice Involved"],
  });
});

it("prefers what the provider is", () => {
  expect(chooseFeeRow(all, outpatientLine({ providerType: "podiatrist" }), DAY)).toMatchObject({ row: podiatrist });
  expect(chooseFeeRow(all, outpatientLine({ providerType: "nurse_anesthetist" }), DAY)).toMatchObject({
    row: anesthesia,
  });
});

it("prefers anesthesia when minutes are sent, before the provider's type, 0 minutes included", () => {
  const withMinutes = outpatientLine({ anesthesiaMinutes: 0, providerType: "podiatrist" });
  expect(chooseFeeRow(all, withMinutes, DAY)).toMatchObject({ row: anesthesia });
  expect(chooseFeeRow([medicine, podiatrist], withMinutes, DAY)).toMatchObject({ row: podiatrist });
});

it("has nothing else to list when the request names the procedure type", () => {
  const line = outpatientLine({ procedureType: "Radiology", providerType: "podiatrist" });
  expect(chooseFeeRow(all, line, DAY)).toEqual({ row: radiology, otherProcedureTypes: null });
});

it("says which procedure types there are on the day, not on other days", () => {
  const ended = feeRow({ procedureType: "Primary Surgeon", period: period("2020-01-01", "2025-09-30") });
  const line = outpatientLine({ procedureType: "Primary Surgeon" });
  expect(chooseFeeRow([ended, radiology, medicine], line, DAY)).toMatchObject({
    message:
      "Procedure code 99213 has no Primary Surgeon rate on 2025-10-01; available procedure types: Medicine, Radiology.",
  });
});

it("tells a code that is unknown from one without a rate on the day", () => {
  expect(chooseFeeRow([], outpatientLine(), DAY)).toMatchObject({
    message: "Procedure code 99213 is not in the Medi-Cal fee schedule.",
  });
  const ended = feeRow({ period: period("2020-01-01", "2025-09-30") });
  const future = feeRow({ procedureType: "Radiology", period: period("2025-10-02") });
  // Both are one day away; the later start is the nearest.
  expect(chooseFeeRow([ended, future], outpatientLine(), DAY)).toMatchObject({
    message:
      "Procedure code 99213 has no Medi-Cal rate on 2025-10-01; the nearest published period is 2025-10-02 onward.",
  });
});
