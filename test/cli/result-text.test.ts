import { expect, it } from "vitest";
import { resultWithChoices } from "../../src/cli/result-text.ts";

it("a result says what was assumed, and what else is published that could have been priced", () => {
  const text = resultWithChoices(
    {
      provider_name: "Clinic",
      npi: "1000100010",
      billing_code: "99213",
      rate_found: true,
      payment_rate: "24.00",
      is_default_selection: true,
      available_procedure_types: ["Podiatrist", "Surgery"],
      available_service_types: [],
    },
    [{ parameter: "procedure_type", value: "Medicine", reason: "not sent: the most common one" }],
  );
  expect(text.split("\n")).toEqual([
    "Clinic, NPI 1000100010",
    "  99213  $24.00",
    "  assumed procedure_type = Medicine (not sent: the most common one)",
    "  also published, procedure types: Podiatrist, Surgery",
  ]);
});
