import type { ExplainedLookup } from "../../../../src/answers/explanation/result-words.ts";
import type { ExplainedRow, Explanation, ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import { CONTRACT_ACRONYMS } from "../../../../src/core/text/labels.ts";
import { outpatientRates } from "../../../../src/states/ca/tables.ts";

export const ASKED: ExplainedLookup = {
  state: { code: "ca", name: "California", tables: [outpatientRates], valueWords: {} },
  lookup: { setting: "outpatient", dayParameter: "date_of_service", parameters: {}, acronyms: CONTRACT_ACRONYMS },
};

export const PUBLICATION: NonNullable<ExplainedRow["publication"]> = {
  name: "Medi-Cal Rates",
  publisher: "Department of Health Care Services",
  published: "2026-01-20",
  synthetic: false,
  edition: "2026-01-15",
  file: "rates_data.xlsx",
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  place: 'sheet "Rates", row 1204',
  confirmed_by_edition: null,
};

export function row(id: string, line: number, others: Partial<ExplainedRow> = {}): ExplainedRow {
  return {
    id,
    table: "ca/outpatient_rates",
    line,
    key: { procedure_code: "99213" },
    effective_start_date: "2025-07-01",
    effective_end_date: null,
    used: true,
    why_not: null,
    publication: PUBLICATION,
    ...others,
  };
}

/** 4.38 x 5000.00 = 21900.00, and a cap that does not bite. */
export function pricedResult(others: Partial<ResultExplanation> = {}): ResultExplanation {
  return {
    result: {
      rate_found: true,
      error_message: null,
      npi: "1000000001",
      state_provider_id: "106190001",
      provider_name: "Golden Poppy Medical Center",
      billing_code: "99213",
      billing_code_type: "HCPCS",
      billing_code_description: null,
      payment_rate: "21900.00",
      payment_rate_type: "fee_schedule",
      calculation_method: "unit value (4.38) x conversion factor (5000.00) = $21900.00",
      effective_start_date: "2025-07-01",
      effective_end_date: "2026-06-30",
      procedure_type_used: "Medicine",
      available_service_types: ["GYN", "OB"],
    },
    units: null,
    period: { start: "2025-07-01", end: "2026-06-30" },
    payment: "s1",
    steps: [
      {
        id: "s1",
        section: "ca 4.3 step 1",
        expression: { op: "multiply", of: [{ ref: "i1" }, { ref: "i2" }] },
        value: "21900.00",
        decimals: 2,
        unit: "dollars",
        applied: true,
        text: "unit value (4.38) x conversion factor (5000.00) = $21900.00",
        decision: null,
      },
      {
        id: "s2",
        section: "ca 5.4 step 7",
        expression: { op: "min", of: [{ ref: "s1" }, { ref: "i3" }] },
        value: "21900.00",
        decimals: 2,
        unit: "dollars",
        applied: false,
        text: null,
        decision: { compare: "greater", of: [{ ref: "s1" }, { ref: "i3" }], outcome: false },
      },
    ],
    inputs: [
      { id: "i1", name: "unit value", value: "4.38", unit: "factor", from: { row: "r1", column: "unit_value" } },
      {
        id: "i2",
        name: "conversion factor",
        value: "5000.00",
        unit: "factor",
        from: { default: "conversion_factor", section: "ca 2.6" },
      },
      { id: "i3", name: "total charges", value: "900000.00", unit: "dollars", from: { parameter: "total_charges" } },
      { id: "i4", name: "1", value: "1", unit: "days", from: { rule: "ca 5.4" } },
    ],
    rows: [row("r1", 492)],
    rows_left_out: 0,
    no_rate: null,
    ...others,
  };
}

export function explanationOf(...explanations: readonly ResultExplanation[]): Explanation {
  return {
    release: { name: "Ratebook sample", version: "2026.11", content_hash: "0aa61d707ddd206500a3203dab547bec" },
    engine_version: "1.2.3",
    request: { billing_code: "99213", npi: "1000000001", date_of_service: "2026-10-01" },
    assumptions: [{ parameter: "procedure_type", value: "Medicine", reason: "not sent: the most common one" }],
    stale: [],
    empty_tables: [],
    explanations,
  };
}
