import { describe, expect, it, test } from "vitest";
import { answerKind } from "../../src/answers/answer.ts";
import { resultWithChoices } from "../../src/answers/rate.ts";
import { integer, object } from "../../src/core/schema/schema.ts";
import type { ProviderResult } from "../../src/pricing/result.ts";
import type { Release } from "../../src/release/release.ts";
import { TODAY } from "../every-state/engines.ts";

/** A kind of answer about a release that says it has answered so many lookups, after so many were admitted. */
function kindWith(lookups: number, admitted: number) {
  return answerKind({
    about: "release",
    name: "counted",
    path: "/counted",
    noun: "count",
    summary: "Counted",
    description: () => "A count.",
    counts: "two lookups",
    examples: () => [],
    command: { description: "", parameters: "", example: "" },
    rows: "One row.",
    parameters: () => ({ parameters: {}, read: () => ({ ok: true, request: null }) }),
    schema: () => object("Count", { count: integer("How many.") }),
    answer: async (_request, { admits }) =>
      admitted === 0 || (await admits(admitted)) ? { value: { count: lookups }, lookups, results: [] } : null,
    table: () => ({ columns: [], rows: [] }),
    text: () => ({ text: "", remarks: [] }),
  });
}

const subject = { release: {} as Release, states: [], staleAfterMonths: null };
const ask = (lookups: number, admitted: number, verdict = true) =>
  kindWith(lookups, admitted).ask({}, TODAY, { ...subject, admits: async () => verdict });

test("an answer of more lookups than were admitted is our mistake, and is not sent", async () => {
  await expect(ask(2, 0)).rejects.toThrow("counted: 2 lookups, 1 admitted");
  await expect(ask(5, 4)).rejects.toThrow("counted: 5 lookups, 4 admitted");
  expect(await ask(1, 0)).toMatchObject({ ok: true, lookups: 1 });
  expect(await ask(4, 5)).toMatchObject({ ok: true, lookups: 4 });
  expect(await ask(4, 5, false)).toBeNull();
});

test("what a kind counts as stands at the end of its description", () => {
  expect(kindWith(1, 1).description(null)).toBe("A count. Counts as two lookups.");
});

describe("result text", () => {
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
});
