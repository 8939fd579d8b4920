import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { hospitalApg } from "../../../../src/states/ny/outpatient/apg.ts";
import type { Found } from "../../../../src/states/ny/outpatient/result.ts";
import { routing } from "../../../../src/states/ny/routing.ts";
import { apgFees, apgWeights, hospitalApgRates } from "../../../../src/states/ny/tables.ts";
import { NOTATION } from "../../../../src/states/ny/values.ts";
import { noRateOf, rowsOf, sheetOver } from "../../../support/sheet.ts";
import { apgFee, money, outpatientRequest, period, provider } from "../rows.ts";

const weight = { line: 2, apg: 271, apgWeight: factor("0.5"), noCapitalAddon: true, period: period("2020-01-01") };
const rates = {
  line: 2,
  opcert: "7000101",
  apgBaseRateOpdVisit: money("100.01"),
  apgBaseRateEd: money("0.00"),
  apgBaseRateOpdEpisode: null,
  period: period("2025-01-01", "2025-12-31"),
};
const route = { line: 2, kind: "hospital_rate_code", code: "1450", target: "apg_base_rate_ed" } as const;
const TABLES = [
  rowsOf(apgWeights, [weight]),
  rowsOf(apgFees, [apgFee()]),
  rowsOf(hospitalApgRates, [rates]),
  rowsOf(routing, [route]),
];

function price(query: Record<string, string> = {}, hospital = provider()) {
  const request = outpatientRequest({ billing_code: "271", ...query });
  const sheet = sheetOver(request.dateOfService, NOTATION, ...TABLES);
  const found: Found = {};
  const payment = hospitalApg(request, hospital, sheet, found).value.text;
  return { payment, found, sheet, method: sheet.line, period: sheet.readings.period };
}

const failure = (...asked: Parameters<typeof price>) => noRateOf(() => price(...asked));

it("rounds half-up, spans the rows used and never adds capital", () => {
  // 0.5 x 100.01 = 50.005
  expect(price()).toMatchObject({
    payment: "50.01",
    found: { apg: { capital: null, region: null, operating: { value: { text: "50.01" } } } },
    period: period("2025-01-01", "2025-12-31"),
    method: "apg_weight (0.5) x apg_base_rate_used (100.01, apg_base_rate_opd_visit) = $50.01",
  });
});

it("a base rate of zero is a rate, an empty one is not", () => {
  expect(price({ rate_code: "1402" })).toMatchObject({ payment: "0.00" });
  expect(failure({ rate_code: "1432" })).toMatchObject({
    code: "no_provider_rate",
    message: "No apg_base_rate_opd_episode is published for operating certificate 7000101H.",
    sought: { table: hospitalApgRates },
  });
});

it("knows the rate codes of routing.csv beside those that ship", () => {
  expect(price({ rate_code: "1450" })).toMatchObject({ found: { apg: { column: "apg_base_rate_ed" } } });
  expect(failure({ rate_code: "1408" })).toMatchObject({
    code: "not_for_request",
    message: "Rate code 1408 is not a hospital APG rate code; supported: 1400, 1402, 1432, 1450.",
    sought: { table: routing, key: { kind: "hospital_rate_code" } },
  });
});

it("fails in the order weight, rate code, certificate, rate", () => {
  const uncertified = provider({ opcert: null });
  expect(failure({ billing_code: "9", rate_code: "1408" }, uncertified)).toMatchObject({
    message: "No APG weight is published for APG 9.",
  });
  expect(failure({ rate_code: "1408" }, uncertified)).toMatchObject({
    message: expect.stringContaining("Rate code 1408"),
  });
  expect(failure({}, uncertified)).toMatchObject({
    code: "no_provider_rate",
    message: "EXAMPLE has no operating certificate number, so its hospital rates cannot be found.",
  });
  expect(failure({}, provider({ opcert: "7000102A" }))).toMatchObject({
    code: "no_provider_rate",
    message: "No hospital APG base rate is published for operating certificate 7000102A.",
  });
  expect(failure({ date_of_service: "2026-01-01" })).toMatchObject({
    code: "not_in_force",
    message:
      "No hospital APG base rate for operating certificate 7000101H is in force on 2026-01-01; the nearest published period is 2025-01-01 to 2025-12-31.",
  });
});

it("a flat fee needs no certificate, but a rate code of hospitals where one is sent", () => {
  const uncertified = provider({ opcert: null });
  const fee = { payment: "25.50", found: { flatFee: apgFee() } };
  expect(price({ billing_code: "90656" }, uncertified)).toMatchObject(fee);
  expect(price({ billing_code: "90656", rate_code: "1432" }, uncertified)).toMatchObject(fee);
  expect(price({ billing_code: "90656", rate_code: "1450" })).toMatchObject(fee);
  expect(failure({ billing_code: "90656", rate_code: "1408" })).toMatchObject({
    message: "Rate code 1408 is not a hospital APG rate code; supported: 1400, 1402, 1432, 1450.",
  });
});

describe("a remedy names the rate codes that would give a price", () => {
  const remedies = (...asked: Parameters<typeof price>) => failure(...asked).remedy.map(({ value }) => value);

  it("by what the hospital has on the day", () => {
    expect(failure({ rate_code: "1432" }).remedy).toEqual([
      { parameter: "rate_code", value: "1400", why: "leads to apg_base_rate_opd_visit" },
      { parameter: "rate_code", value: "1402", why: "leads to apg_base_rate_ed" },
      { parameter: "rate_code", value: "1450", why: "leads to apg_base_rate_ed" },
    ]);
    expect(remedies({ rate_code: "1408" })).toEqual(["1400", "1402", "1450"]);
    expect(remedies({ rate_code: "1408", date_of_service: "2026-01-01" })).toEqual([]);
    expect(remedies({ rate_code: "1408" }, provider({ opcert: null }))).toEqual([]);
  });

  it("whatever the hospital has, where the code has a flat fee", () => {
    const query = { billing_code: "90656", rate_code: "1408" };
    expect(remedies(query, provider({ opcert: null }))).toEqual(["1400", "1402", "1432", "1450"]);
  });
});

it("assumes an OPD visit when no rate code is sent, and only where it is needed", () => {
  expect(price().sheet.assumptions).toEqual([
    { parameter: "rate_code", value: "1400", reason: "not sent: an OPD visit" },
  ]);
  expect(price({ rate_code: "1402" }).sheet.assumptions).toEqual([]);
  expect(price({ billing_code: "90656" }).sheet.assumptions).toEqual([]);
});
