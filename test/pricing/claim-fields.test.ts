import { expect, test } from "vitest";
import {
  type ClaimFacts,
  daysOfStay,
  dischargedWith,
  inEmergencyRoom,
  youngerThan,
} from "../../src/pricing/claim-fields.ts";
import { states } from "../../src/states/index.ts";

test.each([
  // The place of a professional line decides.
  ["23", "", "true"],
  ["11", "", "false"],
  ["11", "0450", "false"],
  // Revenue code 0456 is urgent care.
  ["", "0450", "true"],
  ["", "459", "true"],
  ["", "0456", "false"],
  ["", "0360", "false"],
  ["", "", ""],
])("place %j with revenue code %j is in an emergency room: %j", (placeOfService, revenueCode, said) => {
  expect(inEmergencyRoom({ placeOfService, revenueCode } as ClaimFacts)).toBe(said);
});

test("the days of a stay are those of its dates, and the covered days where a date is missing", () => {
  expect(daysOfStay({ daysOfStay: 4, coveredDays: "3" } as ClaimFacts)).toBe("4");
  expect(daysOfStay({ daysOfStay: null, coveredDays: "3" } as ClaimFacts)).toBe("3");
});

test("a patient is younger until the birthday", () => {
  const said = [20, 21, 22, null].map((age) => youngerThan(21)({ age } as ClaimFacts));
  expect(said).toEqual(["true", "false", "false", ""]);
});

test("a stay ends with one of the statuses or not, and without a status nothing is said", () => {
  const said = ["02", "05", "01", ""].map((dischargeStatus) =>
    dischargedWith("02", "05")({ dischargeStatus } as ClaimFacts),
  );
  expect(said).toEqual(["true", "true", "false", ""]);
});

test("California and Florida pay for patients below 21 as for children", () => {
  const lookups = states.flatMap(({ code, lookups }) => lookups.map((lookup) => ({ code, ...lookup })));
  const ofChildren = lookups.filter(({ claimFields }) => claimFields.has("child_patient"));
  expect(ofChildren.map(({ code, setting }) => `${code} ${setting}`).sort()).toEqual([
    ...["ca inpatient", "ca outpatient", "fl inpatient", "fl outpatient"],
  ]);
  for (const { claimFields } of ofChildren) {
    const said = [20, 21].map((age) => claimFields.get("child_patient")?.({ age } as ClaimFacts));
    expect(said).toEqual(["true", "false"]);
  }
});
