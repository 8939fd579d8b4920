import { expect, test } from "vitest";
import { nearMiss } from "../../../src/core/text/closest.ts";

const KNOWN = ["npi", "billing_code", "modifier", "date_of_service", "total_charges"];

test.each([
  ["biling_code", "billing_code"],
  ["Billing Code", "billing_code"],
  ["NPI", "npi"],
  ["npi2", "npi"],
  ["modifier_1", "modifier"],
  ["dateofservice", "date_of_service"],
  ["total_charge", "total_charges"],
])("%s is a slip away from %s", (name, meant) => {
  expect(nearMiss(name, KNOWN)).toBe(meant);
});

test.each(["claim_id", "paid_amount", "ndc", "charges", "service", "code", ""])("%j is a name of its own", (name) => {
  expect(nearMiss(name, KNOWN)).toBeNull();
});
