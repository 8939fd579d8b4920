import { expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { RequestPricer } from "../../../../src/pricing/outcome.ts";
import { workOutOutpatient } from "../../../../src/states/ny/outpatient/lookup.ts";
import { routing } from "../../../../src/states/ny/routing.ts";
import {
  apgFees,
  apgProcedures,
  apgWeights,
  dtcBaseRates,
  dtcCapital,
  parameters,
} from "../../../../src/states/ny/tables.ts";
import { NOTATION } from "../../../../src/states/ny/values.ts";
import { dataOf, rowsOf } from "../../../support/sheet.ts";
import { apgFee, clinic, DAY, money, outpatientRequest, period } from "../rows.ts";

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
