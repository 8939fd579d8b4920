import { describe, expect, it } from "vitest";
import { chooseFeeRow } from "../../../../src/states/ca/outpatient/fee-row.ts";
import type { OutpatientLine } from "../../../../src/states/ca/outpatient/line.ts";
import type { FeeRow } from "../../../../src/states/ca/tables.ts";
import { DAY, feeRow, outpatientLine, period } from "../rows.ts";

const BY_REPORT = { unitValue: null };

const medicine = feeRow();
const radiology = feeRow({ procedureType: "Radiology" });
const podiatrist = feeRow({ procedureType: "Podiatrist" });
const anesthesia = feeRow({ procedureType: "Anesthesia" });
const justice = feeRow({ procedureType: "Justice Involved" });
const all = [justice, podiatrist, anesthesia, radiology, medicine];

/** The choice among rows of which some have the service type that is sent. */
function choose(published: readonly FeeRow[], line: Partial<OutpatientLine> = {}, ofService: readonly FeeRow[] = []) {
  return chooseFeeRow(published, outpatientLine(line), DAY, (row, serviceType) => {
    expect(serviceType).toBe(line.serviceType);
    return ofService.includes(row);
  });
}

it("takes the first procedure type of the standing order and lists the others in that order", () => {
  expect(choose(all)).toEqual({
    row: medicine,
    otherProcedureTypes: ["Radiology", "Anesthesia", "Podiatrist", "Justice Involved"],
  });
});

it("prefers what the provider is", () => {
  expect(choose(all, { providerType: "podiatrist" })).toMatchObject({ row: podiatrist });
  expect(choose(all, { providerType: "nurse_anesthetist" })).toMatchObject({ row: anesthesia });
});

it("prefers anesthesia when minutes are sent, before the provider's type, 0 minutes included", () => {
  const withMinutes = { anesthesiaMinutes: 0, providerType: "podiatrist" } as const;
  expect(choose(all, withMinutes)).toMatchObject({ row: anesthesia });
  expect(choose([medicine, podiatrist], withMinutes)).toMatchObject({ row: podiatrist });
});

describe("by report", () => {
  const unpricedMedicine = feeRow(BY_REPORT);
  const unpricedPodiatrist = feeRow({ procedureType: "Podiatrist", ...BY_REPORT });
  const unpricedAnesthesia = feeRow({ procedureType: "Anesthesia", ...BY_REPORT });

  it("comes after every row with a price, and is listed all the same", () => {
    expect(choose([unpricedMedicine, justice])).toEqual({ row: justice, otherProcedureTypes: ["Medicine"] });
  });

  it("comes after every row with a price even where it is what the provider is", () => {
    expect(choose([unpricedPodiatrist, medicine], { providerType: "podiatrist" })).toMatchObject({ row: medicine });
    const nurse = { providerType: "nurse_anesthetist" } as const;
    expect(choose([unpricedAnesthesia, justice], nurse)).toMatchObject({ row: justice });
  });

  it("is chosen in the usual order where no row has a price", () => {
    const unpriced = [unpricedPodiatrist, unpricedMedicine];
    expect(choose(unpriced)).toMatchObject({ row: unpricedMedicine });
    expect(choose(unpriced, { providerType: "podiatrist" })).toMatchObject({ row: unpricedPodiatrist });
  });

  it("is what minutes ask for, where anesthesia is by report", () => {
    const rows = [medicine, unpricedAnesthesia];
    expect(choose(rows, { anesthesiaMinutes: 60 })).toMatchObject({ row: unpricedAnesthesia });
    expect(choose(rows)).toMatchObject({ row: medicine });
  });

  it("is chosen when it is asked for", () => {
    expect(choose([unpricedMedicine, radiology], { procedureType: "Medicine" })).toMatchObject({
      row: unpricedMedicine,
    });
  });
});

describe("a service type", () => {
  const serviceType = "GYN";

  it("leaves only the rows that have it, whatever comes first otherwise", () => {
    const podiatristsLine = { serviceType, providerType: "podiatrist" } as const;
    expect(choose(all, podiatristsLine, [radiology, justice])).toEqual({
      row: radiology,
      otherProcedureTypes: ["Medicine", "Anesthesia", "Podiatrist", "Justice Involved"],
    });
    expect(choose(all, { serviceType, anesthesiaMinutes: 60 }, [radiology])).toMatchObject({ row: radiology });
    expect(choose(all, { serviceType, anesthesiaMinutes: 60 }, [radiology, anesthesia])).toMatchObject({
      row: anesthesia,
    });
  });

  it("that no row has leaves all of them", () => {
    expect(choose(all, { serviceType, providerType: "podiatrist" })).toMatchObject({ row: podiatrist });
  });

  it("is not a matter of rows that are by report", () => {
    const unpriced = feeRow({ procedureType: "Anesthesia", ...BY_REPORT });
    const line = { serviceType, anesthesiaMinutes: 60 } as const;
    expect(choose([unpriced, radiology], line, [unpriced, radiology])).toMatchObject({ row: radiology });
  });

  it("plays no part where the procedure type is sent", () => {
    const line = { serviceType, procedureType: "Medicine" } as const;
    expect(choose(all, line, [radiology])).toMatchObject({ row: medicine });
  });
});

it("takes the procedure type that is sent and lists the others", () => {
  expect(choose(all, { procedureType: "Radiology", providerType: "podiatrist" })).toEqual({
    row: radiology,
    otherProcedureTypes: ["Medicine", "Anesthesia", "Podiatrist", "Justice Involved"],
  });
});

it("says which procedure types there are on the day, not on other days", () => {
  const ended = feeRow({ procedureType: "Primary Surgeon", period: period("2020-01-01", "2025-09-30") });
  expect(choose([ended, radiology, medicine], { procedureType: "Primary Surgeon" })).toMatchObject({
    message:
      "Procedure code 99213 has no Primary Surgeon rate on 2025-10-01; available procedure types: Medicine, Radiology.",
  });
  expect(choose([ended, radiology, medicine])).toEqual({ row: medicine, otherProcedureTypes: ["Radiology"] });
});

it("tells a code that is unknown from one without a rate on the day", () => {
  expect(choose([])).toMatchObject({ message: "Procedure code 99213 is not in the Medi-Cal fee schedule." });
  const ended = feeRow({ period: period("2020-01-01", "2025-09-30") });
  const future = feeRow({ procedureType: "Radiology", period: period("2025-10-02") });
  // Both are one day away; the later start is the nearest.
  expect(choose([ended, future])).toMatchObject({
    message:
      "Procedure code 99213 has no Medi-Cal rate on 2025-10-01; the nearest published period is 2025-10-02 onward.",
  });
});
