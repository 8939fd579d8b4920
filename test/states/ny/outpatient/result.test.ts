import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { hcpcs, taxonomy } from "../../../../src/dataset/common-tables.ts";
import { counts, RequestPricer } from "../../../../src/pricing/outcome.ts";
import { outpatient } from "../../../../src/states/ny/outpatient/lookup.ts";
import { workOutOutpatient } from "../../../../src/states/ny/outpatient/price.ts";
import { outpatientResult } from "../../../../src/states/ny/outpatient/result.ts";
import { routing } from "../../../../src/states/ny/routing.ts";
import {
  apgFees,
  apgProcedures,
  apgWeights,
  dtcBaseRates,
  dtcCapital,
  feeSchedule,
  parameters,
} from "../../../../src/states/ny/tables.ts";
import { NOTATION } from "../../../../src/states/ny/values.ts";
import { blankResult } from "../../../support/blank-result.ts";
import { dataOf, rowsOf } from "../../../support/sheet.ts";
import { apgFee, clinic, DAY, feeRow, money, outpatientRequest, period, provider } from "../rows.ts";

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
  const result = outpatientResult(request, row, outcome, data, null);
  return { counts: counts(outcome), result, outcome, blank: blankResult(outpatient, request) };
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

it("a fee is paid for each unit, a visit with an APG weight or a capital add-on once", () => {
  const isPerUnit = outpatient.claimLines?.isPerUnit;
  expect(isPerUnit?.({ apg_weight: null, payment_capital: null })).toBe(true);
  expect(isPerUnit?.({ apg_weight: "0.5", payment_capital: null })).toBe(false);
  expect(isPerUnit?.({ apg_weight: null, payment_capital: "10.00" })).toBe(false);
});

it("a laboratory row has neither modifier nor place of service", () => {
  expect(price({ billing_code: "80053" }, laboratory)).toMatchObject({
    counts: true,
    result: { provider_type: "LABORATORY", modifier_adjustment: null, payment_rate: "50.00" },
  });
});

it("a flat fee counts and shows its digits, its units and its dates, and nothing of a weight", () => {
  const { counts, result, blank } = price({ billing_code: "J0696", rate_code: "1407" }, clinic());
  expect(counts).toBe(true);
  expect(result).toEqual({
    ...blank,
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
    rate_code: "1407",
    units_limit: "8.0",
    is_manually_priced: false,
  });
});

it("a failure keeps the provider's identity and what was sent, and nothing else", () => {
  const { result, counts, blank } = price({ billing_code: "Q9999", rate_code: "1400", modifier: "26" });
  expect(counts).toBe(false);
  expect(result).toEqual({
    ...blank,
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
    is_manually_priced: false,
  });
});

it("every result has the fields of the contract, in its order", () => {
  const names = Object.keys(outpatientResult.schema.properties);
  expect(Object.keys(price({ billing_code: "80053" }, laboratory).result)).toEqual(names);
});

describe("record", () => {
  /* What is recorded of a clinic's visit: everything that an explanation of its price is made of. */

  const SINCE_2025 = period("2025-01-01");
  const ENDED = period("2024-01-01", "2024-12-31");
  const capitalRow = { npi: "1100000001", peerGroup: "clinic" } as const;
  const data = dataOf(
    rowsOf(apgFees, [apgFee({ line: 3, code: "97530", period: ENDED })]),
    rowsOf(apgProcedures, [
      { line: 4, code: "97530", apg: 271, pxBasedWeight: null, unitsLimit: null, period: period("2020-01-01") },
    ]),
    rowsOf(apgWeights, [
      { line: 5, apg: 271, apgWeight: factor("0.7001"), noCapitalAddon: false, period: ENDED },
      { line: 6, apg: 271, apgWeight: factor("0.7658"), noCapitalAddon: false, period: SINCE_2025 },
    ]),
    rowsOf(routing, [{ line: 7, kind: "dtc_rate_code", code: "1450", target: "clinic" }]),
    rowsOf(dtcBaseRates, [
      { line: 8, peerGroup: "clinic", region: "Upstate", baseRate: money("143.06"), period: SINCE_2025 },
    ]),
    rowsOf(dtcCapital, [
      { line: 9, ...capitalRow, capitalAddon: money("10.00"), period: ENDED },
      { line: 10, ...capitalRow, capitalAddon: money("27.35"), period: period("2025-01-01", "2025-12-31") },
    ]),
    rowsOf(parameters, [
      { line: 11, name: "dtc_capital_expected_max", value: factor("20"), period: period("2025-03-01", "2025-03-01") },
    ]),
  );

  function workOut(query: Record<string, string>) {
    const request = outpatientRequest({ billing_code: "97530", ...query });
    const pricer = new RequestPricer(data, DAY, "date_of_service", NOTATION);
    const [outcome] = workOutOutpatient(request, clinic({ county: "Erie" }), pricer);
    if (outcome === undefined) throw new Error("no result");
    return outcome;
  }

  const outcome = workOut({ rate_code: "1450", service_region: "Downstate" });
  const { sheet } = outcome;

  it("every amount is a step of the page's section; a limit that is only watched is not applied", () => {
    const steps = sheet.steps.map(({ section, value, applied, decision }) => [
      section,
      value?.text ?? null,
      applied,
      decision && [decision.compare, decision.outcome],
    ]);
    expect(steps).toEqual([
      ["ny 4.4 step 5", "109.56", true, null], // 0.7658 x 143.06 = 109.5553...
      ["ny 4.4 step 6", "27.35", false, ["less", false]],
      ["ny 4.4 step 6", "20.00", false, ["greater", true]],
      ["ny 4.4 step 7", "136.91", true, null],
      ["ny 4.4 step 3", null, true, null],
    ]);
    expect(outcome.found.apg?.capital?.isAnomaly).toBe(true);
  });

  it("the payment is the last amount, and the text is made of the steps that are printed", () => {
    expect(outcome.payment?.source).toBe(sheet.steps[3]);
    expect(outcome.method).toBe(
      "apg_weight (0.7658) x apg_base_rate_used (143.06, apg_base_rate_dtc_clinic_upstate) = $109.56; payment_operating (109.56) + payment_capital (27.35) = $136.91; note: service_region Downstate has no effect, the provider's region is Upstate",
    );
  });

  it("each row says whether it was used, and why not; the parameters bound the period, routes do not", () => {
    const rows = sheet.readings.rowsOn(DAY).map(({ table, row, used, whyNot }) => [table.name, row.line, used, whyNot]);
    expect(rows).toEqual([
      ["apg_fees", 3, false, "another period"],
      ["apg_procedures", 4, true, null],
      ["apg_weights", 5, false, "another period"],
      ["apg_weights", 6, true, null],
      ["routing", 7, true, null],
      ["dtc_base_rates", 8, true, null],
      ["dtc_capital", 9, false, "another period"],
      ["dtc_capital", 10, true, null],
      ["parameters", 11, true, null],
    ]);
    expect(outcome.period).toEqual(period("2025-03-01", "2025-03-01"));
  });

  it("what was sent is not assumed; what was not sent is, as far as it played a part", () => {
    expect(sheet.assumptions).toEqual([]);
    expect(workOut({}).sheet.assumptions).toEqual([
      { parameter: "rate_code", value: "1407", reason: "not sent: clinic, which comes first" },
      { parameter: "service_region", value: "Upstate", reason: "not sent: the provider's only region" },
    ]);
  });

  it("without a rate, the record ends where the calculation did, and nothing of it is shown", () => {
    const failed = workOut({ rate_code: "1400" });
    expect(failed).toMatchObject({
      found: {},
      payment: null,
      method: null,
      period: null,
      noRate: { code: "not_for_request", searched: { table: routing, key: { kind: "dtc_rate_code" } } },
    });
    expect(failed.sheet.steps).toEqual([]);
    expect(failed.sheet.readings.rowsOn(DAY).at(-1)).toMatchObject({
      row: { line: 7 },
      used: false,
      whyNot: "another rate code, 1450",
    });
  });
});
