import { expect, it } from "vitest";
import { aprDrg } from "../../../../src/dataset/common-tables.ts";
import { counts } from "../../../../src/pricing/outcome.ts";
import { workOutInpatient } from "../../../../src/states/ga/inpatient/drg-payment.ts";
import { inpatient } from "../../../../src/states/ga/inpatient/lookup.ts";
import type { InpatientRequest } from "../../../../src/states/ga/inpatient/request.ts";
import { inpatientResult } from "../../../../src/states/ga/inpatient/result.ts";
import { drgWeights, hospitalInpatientRates, type Provider } from "../../../../src/states/ga/tables.ts";
import { blankResult } from "../../../support/blank-result.ts";
import { dataOf, rowsOf, type TableRows } from "../../../support/sheet.ts";
import { drgWeight, hospital, inpatientRate, inpatientRequest, NPI, pricerOf, refusedResult } from "../rows.ts";

/** Whether each result counts, and the result. */
function priced(
  asked: InpatientRequest,
  at: Provider,
  tables: readonly TableRows[],
  matchesTotal: number | null = null,
) {
  return workOutInpatient(asked, at, pricerOf(...tables)).map((outcome) => ({
    counts: counts(outcome),
    result: inpatientResult(asked, at, outcome, dataOf(...tables), matchesTotal),
  }));
}

const request = inpatientRequest({ reference_id: "stay 7", length_of_stay: "9", total_charges: "60200" });

it("a priced stay", () => {
  const somewhere = hospital({
    campusName: "Downtown",
    addonExempt: true,
    streetAddress: "1 Peachtree Street",
    city: "Blakely",
    county: "Early",
    zipCode: "39823",
  });
  const tables = [rowsOf(drgWeights, [drgWeight()]), rowsOf(hospitalInpatientRates, [inpatientRate()])];
  expect(priced(request, somewhere, tables, 2)).toEqual([
    {
      counts: true,
      result: {
        ...blankResult(inpatient.resultSchema),
        reference_id: "stay 7",
        rate_found: true,
        error_message: null,
        provider_matches_total: 2,
        npi: NPI,
        provider_name: "PEACHTREE",
        billing_code: "139-2",
        billing_code_type: "APR-DRG",
        billing_code_description: null,
        payment_rate: "10089.30",
        payment_rate_type: "claim",
        calculation_method:
          "campus Downtown: base rate ($10000.00) x relative weight (1) = base payment ($10000.00); outlier: charges ($60200.00) x CCR (0.5) = estimated cost ($30100.00), (estimated cost ($30100.00) - threshold ($30000.00)) x outlier percentage (0.893) = outlier ($89.30); per-case payment ($10000.00) + outlier ($89.30) = subtotal ($10089.30); subtotal ($10089.30) x add-on multiplier (1.0) = $10089.30",
        effective_start_date: "2025-07-01",
        effective_end_date: null,
        admit_date_used: "2025-09-15",
        provider_type: "HOSPITAL",
        provider_type_label: "Hospital",
        critical_access_hospital: false,
        street_address: "1 Peachtree Street",
        city: "Blakely",
        county: "Early",
        state: "GA",
        zip_code: "39823",
        apr_drg_code: "139",
        soi: "2",
        relative_weight: "1",
        alos: "3.12",
        cost_outlier_threshold: "30000.00",
        sst_eligible: false,
        ip_base_rate: "10000.00",
        ip_ccr: "0.5",
        base_payment: "10000.00",
        short_stay_applied: null,
        ccr_based_payment: null,
        short_stay_note: null,
        outlier_adjustment_applied: true,
        outlier_amount: "89.30",
        outlier_percentage: "0.893",
        estimated_cost: "30100.00",
        outlier_note: null,
        addon_multiplier: "1.0",
        pre_addon_subtotal: "10089.30",
        length_of_stay_used: 9,
        total_charges_used: "60200.00",
      },
    },
  ]);
});

it("nobody found: the code, the days and the charges are echoed, the type is a hospital and the rest is null", () => {
  const asked = inpatientRequest({ billing_code: "7", length_of_stay: "0" });
  const result = refusedResult(inpatient, asked, inpatient.rules.noProvider(asked, dataOf()));
  const known = Object.entries(result).filter(([, value]) => value !== null);
  expect(Object.fromEntries(known)).toEqual({
    rate_found: false,
    error_message: `No Georgia provider found with NPI ${NPI}.`,
    npi: NPI,
    billing_code: "007",
    billing_code_type: "APR-DRG",
    admit_date_used: "2025-09-15",
    provider_type: "HOSPITAL",
    provider_type_label: "Hospital",
    state: "GA",
    apr_drg_code: "007",
    length_of_stay_used: 0,
  });
});

it("nobody of a name qualifies: the type is a hospital", () => {
  const asked = inpatientRequest({ npi: "", provider_name: "baker" });
  const refusal = inpatient.rules.noneQualifies(asked, true, dataOf(), false);
  expect(refusal.noRate.code).toBe("none_can_be_priced");
  expect(refusedResult(inpatient, asked, refusal)).toMatchObject({
    error_message: 'No Georgia provider with name matching "baker" can be priced for this request.',
    npi: null,
    provider_type: "HOSPITAL",
    provider_type_label: "Hospital",
  });
});

it("is described by its severity, else by the base DRG", () => {
  const labels = [
    { line: 2, drg: "139", soi: null, description: "Other pneumonia" },
    { line: 3, drg: "139", soi: 2, description: "Other pneumonia, moderate" },
  ];
  const tables = [rowsOf(aprDrg, labels), rowsOf(drgWeights, [drgWeight()])];
  const described = (code: string) =>
    priced(inpatientRequest({ billing_code: code }), hospital(), tables).map(
      ({ result }) => result.billing_code_description,
    );
  expect(described("139-2")).toEqual(["Other pneumonia, moderate"]);
  expect(described("139-3")).toEqual(["Other pneumonia"]);
});

it("has the contract's fields in the contract's order", () => {
  const result = refusedResult(inpatient, request, inpatient.rules.noProvider(request, dataOf()));
  expect(Object.keys(result)).toEqual(Object.keys(inpatient.resultSchema.properties));
});
