import { describe, expect, test } from "vitest";
import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import { knownOf } from "../../../web/src/look-up/known-of-answer.ts";

/** An explanation as far as the question reads it. */
function explained(changes: Partial<Explanation>): Parameters<typeof knownOf>[0] {
  const body: Explanation = {
    release: { name: "Sample", version: "1", content_hash: "0" },
    engine_version: "1.0.0",
    request: {},
    assumptions: [],
    stale: [],
    empty_tables: [],
    explanations: [],
    ...changes,
  };
  return { state: "answered", answer: { ok: true, body, headers: new Headers() } };
}

function resultOf(result: Readonly<Record<string, string | null>>, remedy: Remedies = []) {
  const sought = { table: "ca/outpatient_rates", key: { procedure_code: "840" }, date: "2026-10-01" };
  const no_rate = { code: "code_not_listed", message: "", sought, nearest: null, remedy } as const;
  return { result, period: null, payment: null, steps: [], inputs: [], rows: [], rows_left_out: 0, no_rate };
}

type Remedies = readonly { readonly parameter: string; readonly value: string | null; readonly why: string }[];

describe("what the answer says about the question", () => {
  test("the first fault of each field, in the API's words", () => {
    const errors = [
      { field: "npi", code: "invalid_parameter", message: "npi: expected 10 digits." },
      { field: "npi", code: "invalid_parameter", message: "another" },
    ] as const;
    const problem = { status: 400, code: "invalid_parameter", title: "", detail: "", errors };
    expect(knownOf({ state: "answered", answer: { ok: false, problem } }).faults).toEqual({
      npi: "npi: expected 10 digits.",
    });
  });

  test("nothing while it is on its way: what was said of another lookup is not said of this one", () => {
    const { answer } = explained({ request: { npi: "1" } }) as { answer: { body: Explanation } };
    const known = knownOf({ state: "waiting", pace: "brief", before: answer.body });
    expect(known.understood).toEqual({});
    expect(known.faults).toEqual({});
  });

  test("what was assumed, with its reason", () => {
    const assumptions = [
      { parameter: "child_patient", value: "false", reason: "not sent: priced as an adult" },
      { parameter: "provider_type", value: "free_clinic", reason: "not sent: the provider's own type" },
      { parameter: "provider_type", value: "hospital", reason: "not sent: the provider's own type" },
    ];
    expect(knownOf(explained({ assumptions })).assumed).toEqual({
      child_patient: "Assumed: no, priced as an adult",
      provider_type: "Assumed for each provider by itself",
    });
  });

  test("a member of the results only where they agree and it says something", () => {
    const said = (...descriptions: (string | null)[]) =>
      knownOf(
        explained({ explanations: descriptions.map((each) => resultOf({ billing_code_description: each })) }),
      ).said("billing_code_description");
    expect(said("Office visit")).toBe("Office visit");
    expect(said("Office visit", "Office visit")).toBe("Office visit");
    expect(said("Office visit", "Visit")).toBeNull();
    expect(said(null)).toBeNull();
    expect(said()).toBeNull();
  });

  test("remedies that have a value", () => {
    const remedy = { parameter: "billing_code", value: "00840", why: "the zeros before it were lost" };
    const open = { parameter: "total_charges", value: null, why: "needed for the outlier" };
    expect(knownOf(explained({ explanations: [resultOf({}, [open, remedy])] })).remedies).toEqual([remedy]);
  });
});
