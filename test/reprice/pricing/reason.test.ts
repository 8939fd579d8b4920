import { expect, test } from "vitest";
import { reasonOfNoAmount } from "../../../src/reprice/pricing/reason.ts";

test.each([
  [
    {
      error_message:
        "Procedure code 99213 has no rate on 2019-03-01; the nearest published period is 2020-07-01 onward.",
    },
    "Procedure code ... has no rate on ...; the nearest published period is ... onward.",
  ],
  [{ error_message: "Mercy Hospital has no DRG rates.", provider_name: "Mercy Hospital" }, "... has no DRG rates."],
  [{ error_message: "Procedure code ZZZ is unknown.", billing_code: "ZZZ" }, "Procedure code ... is unknown."],
  [
    { error_message: 'No provider matches npi 1000000001 and provider_name "st. mary 2".' },
    "No provider matches npi ... and provider_name ....",
  ],
  [{ error_message: null, payment_rate_type: "manually_priced" }, "Manually priced by the program."],
  [{ error_message: null, rate_found: true }, "A rate was found, but the lookup lacks what an amount needs."],
])("%j: %s", (result, reason) => {
  expect(reasonOfNoAmount(result)).toBe(reason);
});

test("a message as long as a hostile name is cut", () => {
  const error_message = `No provider matches provider_name ${'1"'.repeat(500_000)}`;
  expect(reasonOfNoAmount({ error_message }).length).toBeLessThan(1_000);
});
