import { expect, it } from "vitest";
import { resultWithChoices } from "../../src/answers/rate.ts";
import type { ProviderResult } from "../../src/pricing/result.ts";

it("a result says what was assumed, and what else is published that could have been priced", () => {
  const result = {
    provider_name: "Clinic",
    npi: "1000100010",
    billing_code: "99213",
    rate_found: true,
    payment_rate: "24.00",
    effective_start_date: "2025-07-01",
    effective_end_date: null,
    is_default_selection: true,
    available_procedure_types: ["Podiatrist", "Surgery"],
    available_service_types: [],
  };
  // Its last day is known, also while the result does not tell it.
  const outcome = { period: { start: "2025-07-01", end: "2099-12-31" } };
  const text = resultWithChoices({ result, outcome, row: null } as unknown as ProviderResult, [
    { parameter: "procedure_type", value: "Medicine", reason: "not sent: the most common one" },
  ]);
  expect(text.split("\n")).toEqual([
    "Clinic, NPI 1000100010",
    "  99213  $24.00  2025-07-01 to 2099-12-31",
    "  assumed procedure_type = Medicine (not sent: the most common one)",
    "  also published, procedure types: Podiatrist, Surgery",
  ]);
});
