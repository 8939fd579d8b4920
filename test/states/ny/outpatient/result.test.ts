import { expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { hcpcs, taxonomy } from "../../../../src/dataset/common-tables.ts";
import { counts, RequestPricer } from "../../../../src/pricing/outcome.ts";
import { NOTATION } from "../../../../src/states/ny/notation.ts";
import { workOutOutpatient } from "../../../../src/states/ny/outpatient/price.ts";
import { outpatientResult } from "../../../../src/states/ny/outpatient/result.ts";
import { apgFees, feeSchedule } from "../../../../src/states/ny/tables.ts";
import { dataOf, rowsOf } from "../../../support/sheet.ts";
import { apgFee, clinic, feeRow, outpatientRequest, period, provider } from "../rows.ts";

const physician = provider({ providerType: "PHYSICIAN", primaryTaxonomyCode: "207Q00000X" });
const laboratory = provider({ providerType: null, primaryTaxonomyCode: "291U00000X" });

const data = dataOf(
  rowsOf(feeSchedule, [
    feeRow({
      code: "G0101",
      byReport: true,
      fee: null,
      modifier: "TC",
      priorAuthRequired: true,
      unitsLimit: factor("2.0"),
    }),
    feeRow({ period: period("2024-01-01", "2025-12-31") }),
    feeRow({ code: "00840", fee: null, anesthesiaBaseUnits: factor("6.50") }),
    feeRow({ schedule: "laboratory", code: "80053", modifierAdjustment: factor("0.5") }),
  ]),
  rowsOf(apgFees, [
    apgFee({ code: "J0696", amount: factor("0.617500"), maxUnits: factor("8.0"), period: period("2025-03-01") }),
  ]),
  rowsOf(hcpcs, [{ line: 2, code: "G0101", description: "Cancer screening" }]),
  rowsOf(taxonomy, [{ line: 2, code: "207Q00000X", displayName: "Family Medicine" }]),
);

function price(query: Record<string, string>, row = physician) {
  const request = outpatientRequest(query);
  const pricer = new RequestPricer(data, request.dateOfService, "date_of_service", NOTATION);
  const [outcome] = workOutOutpatient(request, row, pricer);
  if (outcome === undefined) throw new Error("no result");
  return { counts: counts(outcome), result: outpatientResult(request, row, outcome, data, null), outcome };
}

it("identity comes from the provider row, the dates from the fee row", () => {
  const identity = {
    nyProfessionOrService: "Physician",
    nyProviderSpecialty: "Family Medicine",
    streetAddress: "1 Alder Way",
    city: "Albany",
    county: "Albany",
    state: "NY",
    zipCode: "12208",
  };
  expect(price({ billing_code: "99213" }, { ...physician, ...identity }).result).toMatchObject({
    ny_profession_or_service: "Physician",
    ny_provider_specialty: "Family Medicine",
    street_address: "1 Alder Way",
    city: "Albany",
    county: "Albany",
    state: "NY",
    zip_code: "12208",
    effective_start_date: "2024-01-01",
    effective_end_date: null,
  });
});

it("a by-report row counts and shows its fields", () => {
  expect(price({ billing_code: "g0101", modifier: "TC" })).toMatchObject({
    counts: true,
    result: {
      billing_code: "g0101",
      billing_code_description: "Cancer screening",
      primary_taxonomy_display_name: "Family Medicine",
      rate_found: false,
      is_manually_priced: true,
      modifier: "TC",
      prior_auth_required: true,
      units_limit: "2.0",
      opcert: null,
    },
  });
});

it("an anesthesia row shows its fields and does not count", () => {
  expect(price({ billing_code: "00840" })).toMatchObject({
    counts: false,
    result: {
      anesthesia_base_units: "6.50",
      is_manually_priced: false,
      payment_rate_type: null,
      calculation_method: "anesthesia_base_units (6.50) x conversion factor (missing: none is published)",
      effective_start_date: "2025-01-01",
    },
    outcome: { noRate: { code: "missing_information" }, sheet: { steps: [{ section: "ny 4.5 step 4", value: null }] } },
  });
});

it("a laboratory row has neither modifier nor place of service", () => {
  expect(price({ billing_code: "80053" }, laboratory)).toMatchObject({
    counts: true,
    result: { provider_type: "LABORATORY", modifier_adjustment: null, payment_rate: "50.00" },
  });
});

it("a flat fee counts and shows its digits, its units and its dates, and nothing of a weight", () => {
  const { counts, result } = price({ billing_code: "J0696", rate_code: "1407" }, clinic());
  expect(counts).toBe(true);
  const shown = Object.entries(result).filter(([, value]) => value !== null);
  expect(Object.fromEntries(shown)).toEqual({
    rate_found: true,
    npi: "1100000001",
    state_provider_id: "00100001",
    provider_name: "EXAMPLE",
    provider_type: "OUTPATIENT_CLINIC_ASC",
    provider_type_label: "Outpatient Clinic / ASC",
    billing_code: "J0696",
    billing_code_type: "HCPCS",
    payment_rate: "0.617500",
    payment_rate_type: "fee_schedule",
    calculation_method: "APG fee schedule amount (0.617500) for J0696 = $0.617500",
    effective_start_date: "2025-03-01",
    date_of_service_used: "2025-03-01",
    rate_code: "1407",
    units_limit: "8.0",
    is_manually_priced: false,
  });
});

it("a failure keeps the provider's identity and what was sent, and nothing else", () => {
  const { result, counts } = price({ billing_code: "Q9999", rate_code: "1400", modifier: "26" });
  expect(counts).toBe(false);
  const kept = Object.entries(result).filter(([, value]) => value !== null);
  expect(Object.fromEntries(kept)).toEqual({
    rate_found: false,
    error_message: "No physician fee is published for Q9999 modifier 26.",
    npi: "1100000001",
    state_provider_id: "00100001",
    provider_name: "EXAMPLE",
    provider_type: "PHYSICIAN",
    provider_type_label: "Physician",
    primary_taxonomy_code: "207Q00000X",
    primary_taxonomy_display_name: "Family Medicine",
    billing_code: "Q9999",
    billing_code_type: "HCPCS",
    rate_code: "1400",
    date_of_service_used: "2025-03-01",
    is_manually_priced: false,
  });
});

it("every result has the fields of the contract, in its order", () => {
  const names = Object.keys(outpatientResult.schema.properties);
  expect(Object.keys(price({ billing_code: "80053" }, laboratory).result)).toEqual(names);
});
