import { expect, it } from "vitest";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { readDenial } from "../../../src/reprice/values/denial-codes.ts";
import { notOwedText } from "../../../src/reprice/values/not-owed.ts";
import { notOwedByCodes } from "../../../src/reprice/x12/adjudication.ts";

const codesIn = (cell: string) => {
  const read = readDenial(cell);
  if (read instanceof Refusal) return "not known";
  return read.isDenied
    ? "denied"
    : read.codes.map(({ group, reason }) => `${group}-${reason}`.replace(/^-/, "")).join(" ");
};

it.each([
  ["CO-29", "CO-29"],
  ["co29", "CO-29"],
  ["CO 29", "CO-29"],
  [" CO:29 ", "CO-29"],
  ["29", "29"],
  ["PR-1", "PR-1"],
  ["CO-A1", "CO-A1"],
  ["B7", "B7"],
  ["CO-45, CO-253", "CO-45 CO-253"],
  ["CO-45;PR-2|OA-23", "CO-45 PR-2 OA-23"],
  ["16 29", "16 29"],
  ["CO-45 - CO-29", "CO-45 CO-29"],
  ["CO-29: sent after 90 days, 2 copies", "CO-29"],
  ["29 - The time limit for filing has expired", "29"],
  ["CO-29 time limit", "CO-29"],
  ["CO-16 N382 MA130", "CO-16"],
  // A denial is not lost behind the description of another code.
  ["CO-45: above the fee schedule; CO-29: sent too late", "CO-45 CO-29"],
  ["CO-45 Above the fee schedule, CO29 sent too late", "CO-45 CO-29"],
  ["45: above the fee schedule | 29: sent too late", "45 29"],
  ["PR-1 - Deductible; CO 197 - No authorization", "PR-1 CO-197"],
  ["CO-45 $12.00, CO-29 $5.00", "CO-45 CO-29"],
  ["CO-29: sent after a year; 2 copies", "CO-29"],
  ["CO-45, 29", "CO-45 29"],
  ["denied", "denied"],
  ["Claim Denied", "denied"],
  ["Not denied", ""],
  ["", ""],
  ["N/A", ""],
])("%j has %j", (cell, codes) => {
  expect(codesIn(cell)).toBe(codes);
});

it.each([
  // A second number may be another code, which denies, or an amount or a count, which does not.
  "CO-45 29",
  "CO-45-29",
  "CO-45 (29)",
  "45 - 29",
  "CO-45: above the fee schedule; CO-999: something else",
])("%j is not known: its second number may be a code", (cell) => {
  expect(codesIn(cell)).toBe("not known");
});

it.each(["EOB 1234", "0029", "029", "9021", "CO-999", "timely filing", "N382", "45 not covered", "Y", "CO-29, CO-999"])(
  "%j is not known: it may deny the line, or not",
  (cell) => {
    expect(codesIn(cell)).toBe("not known");
  },
);

it.each([
  ["CO-29", "0.00", "denied (CO-29)"],
  ["29", "0", "denied (29)"],
  ["CO-29", "", "denied (CO-29)"],
  ["CO-45, CO-29", "0.00", "denied (CO-29)"],
  ["PR-96", "0.00", "denied (PR-96)"],
  ["CO-24", "0.00", "covered_by_plan (CO-24)"],
  ["CO-22", "0.00", "other_payer (CO-22)"],
  ["CO-97", "0.00", "packaged (CO-97)"],
  // Contracts and shares of the patient deny nothing, whatever the group is or is not.
  ["CO-45", "0.00", null],
  ["45", "0.00", null],
  ["PR-1", "0.00", null],
  ["1", "0.00", null],
  // Under another group the same reason is no share.
  ["CO-1", "0.00", "denied (CO-1)"],
  ["2, 45", "0.00", null],
  ["PR-3 CO-253", "0.00", null],
  // A payment says more than a code; what another payer paid explains it.
  ["CO-29", "10.00", null],
  ["CO-97", "10.00", null],
  ["OA-23", "10.00", "other_payer (OA-23)"],
])("%s with %j paid is %s", (cell, paid, expected) => {
  const read = readDenial(cell);
  if (read instanceof Refusal) throw new Error(read.expected);
  const found = notOwedByCodes(read.codes, paid);
  expect(found === null ? null : notOwedText(found)).toBe(expected);
});
