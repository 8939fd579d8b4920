import { expect, test } from "vitest";
import { type ClaimFacts, inEmergencyRoom } from "../../src/pricing/claim-fields.ts";

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
