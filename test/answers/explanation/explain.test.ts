import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import { H1, H2, N1, P1, workedExampleRows } from "../../states/ca/worked-example-rows.ts";
import { type ExplainedDataset, explainedDataset, TODAY } from "./explained-dataset.ts";

const OUTPATIENT = { npi: P1, date_of_service: "2025-10-01" };
const INPATIENT = { npi: H1, billing_code: "720-2", admit_date: "2025-10-01" };

/** H1 leaves its casemix adjustment factor out, H2 has one. */
const HOSPITAL_RATES = [
  "state_provider_id,drg_base_rate,cost_to_charge_ratio,casemix_adjustment_factor,designated_nicu,designated_public_hospital,effective_start_date",
  "106190001,7123.45,0.2150,,false,false,2025-07-01",
  "106380002,8450.00,0.3120,0.9850,true,true,2025-07-01",
  "",
].join("\n");

let dataset: ExplainedDataset;
beforeAll(async () => {
  dataset = await explainedDataset("ca", { ...workedExampleRows, "ca/hospital_rates.csv": HOSPITAL_RATES });
});
afterAll(() => dataset.discard());

it("names the release, the program, what was understood and what was assumed, each once", async () => {
  const { explanation } = await dataset.explain("outpatient", { npi: P1, billing_code: "99213" });
  expect(explanation).toMatchObject({
    release: { name: "test", version: "1", content_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    engine_version: "test",
    request: { npi: P1, billing_code: "99213", date_of_service: TODAY },
  });
  expect(explanation.assumptions.map(({ parameter, value }) => [parameter, value])).toEqual([
    ["date_of_service", TODAY],
    ["provider_type", "physician_office"],
    ["procedure_type", "Medicine"],
    ["emergency_room", "false"],
    ["child_patient", "false"],
    ["service_type", "PRIMARY CARE II - ADULT"],
  ]);
});

it("explains each result of a lookup that has several, in its order", async () => {
  const query = { npi: H2, billing_code: "99213", date_of_service: "2025-10-01", provider_type: "podiatrist" };
  const { explanation, results } = await dataset.explain("outpatient", query);
  expect(results).toHaveLength(2);
  expect(explanation.explanations.map(({ result }) => result)).toEqual(results);
  // The same assumption of both is said once.
  const parameters = explanation.assumptions.map(({ parameter }) => parameter);
  expect(new Set(parameters).size).toBe(parameters.length);
});

describe("the record of a price", () => {
  it("begins with the provider's own row, and tells the rows that lost why", async () => {
    const { rows, payment, steps } = await dataset.explainOne("outpatient", { ...OUTPATIENT, billing_code: "99213" });
    expect(rows.map(({ id, table, line, used, why_not }) => [id, table, line, used, why_not])).toEqual([
      ["r1", "ca/providers", 4, true, null],
      ["r2", "ca/outpatient_rates", 2, true, null],
      ["r3", "ca/outpatient_rates", 3, false, "another procedure type, Podiatrist"],
      ["r4", "ca/conversion_factors", 2, true, null],
      ["r5", "ca/conversion_factors", 3, false, "for age group child"],
      ["r6", "ca/conversion_factors", 4, false, "for emergency rooms only"],
    ]);
    expect(rows[0]?.key).toEqual({ npi: P1, state_provider_id: null });
    expect(payment).toBe("s1");
    expect(steps).toEqual([
      {
        id: "s1",
        section: "ca 4.3 step 1",
        expression: { op: "multiply", of: [{ ref: "i1" }, { ref: "i2" }] },
        value: "24.05",
        decimals: 2,
        unit: "dollars",
        applied: true,
        text: "unit value (4.38) x conversion factor (5.49) = $24.05",
        decision: null,
      },
    ]);
  });

  it("has a decision with its step, as an expression of what was compared", async () => {
    const { steps } = await dataset.explainOne("inpatient", { ...INPATIENT, total_charges: "9000" });
    const capped = steps.at(-1);
    expect(capped).toMatchObject({
      section: "ca 5.4 step 7",
      applied: true,
      value: "9000.00",
      decision: {
        compare: "greater",
        of: [{ ref: expect.stringMatching(/^s/) }, { ref: expect.stringMatching(/^i/) }],
      },
    });
    const loss = steps.find(({ section }) => section === "ca 5.4 step 5");
    expect(loss).toMatchObject({ applied: false, text: null, decision: { compare: "greater", outcome: false } });
  });

  it("names a figure that is asked for more than once one time", async () => {
    const { inputs, steps } = await dataset.explainOne("inpatient", INPATIENT);
    const ratios = inputs.filter(({ name }) => name === "cost-to-charge ratio");
    expect(ratios).toHaveLength(1);
    const uses = steps.filter(({ expression }) => JSON.stringify(expression).includes(`"${ratios[0]?.id}"`));
    expect(uses).toHaveLength(2);
  });
});

describe("the default of an empty cell", () => {
  const casemix = async (npi: string) => {
    const { explanation } = await dataset.explain("inpatient", { ...INPATIENT, npi });
    const { inputs, rows } = explanation.explanations[0] as ResultExplanation;
    const row = rows.find(({ table }) => table === "ca/hospital_rates");
    return { input: inputs.find(({ name }) => name === "casemix adjustment factor"), row };
  };

  it("is the page's, not the file's", async () => {
    const { input } = await casemix(H1);
    expect(input).toMatchObject({ value: "1", from: { default: "casemix_adjustment_factor", section: "ca 2.4" } });
  });

  it("stands back where the cell is filled in", async () => {
    const { input, row } = await casemix(H2);
    expect(input).toMatchObject({ value: "0.9850", from: { row: row?.id, column: "casemix_adjustment_factor" } });
  });
});

describe("without a price", () => {
  it("a code that lost its zeros is found with them", async () => {
    const { no_rate, payment } = await dataset.explainOne("outpatient", { ...OUTPATIENT, billing_code: "840" });
    expect(payment).toBeNull();
    expect(no_rate).toMatchObject({
      code: "code_not_listed",
      sought: { table: "ca/outpatient_rates", key: { procedure_code: "840" }, date: "2025-10-01" },
      remedy: [{ parameter: "billing_code", value: "00840" }],
    });
  });

  it("an NPI that nobody has is doubted where its check digit is wrong", async () => {
    const remedy = async (npi: string) => {
      const { no_rate } = await dataset.explainOne("outpatient", { ...OUTPATIENT, npi, billing_code: "99213" });
      expect(no_rate).toMatchObject({ code: "no_such_provider", sought: { table: "ca/providers", key: { npi } } });
      return no_rate?.remedy.map(({ parameter }) => parameter);
    };
    expect(await remedy("1234567890")).toEqual(["npi"]);
    expect(await remedy("1234567893")).toEqual([]);
  });

  it("anesthesia without minutes has its formula, and asks for them", async () => {
    const query = { npi: N1, billing_code: "00840", date_of_service: "2025-10-01" };
    const { no_rate, steps, result, payment } = await dataset.explainOne("outpatient", query);
    expect(result).toMatchObject({ rate_found: true, payment_rate: null });
    expect(payment).toBeNull();
    expect(no_rate).toMatchObject({
      code: "missing_information",
      message: null,
      remedy: [{ parameter: "anesthesia_minutes", value: null }],
    });
    expect(steps.at(-1)).toMatchObject({ expression: null, value: null, text: result.calculation_method });
  });
});
