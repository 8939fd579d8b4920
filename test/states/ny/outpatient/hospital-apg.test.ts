import { expect, it } from "vitest";
import { factor } from "../../../../src/money/factor.ts";
import { hospitalApg } from "../../../../src/states/ny/outpatient/hospital-apg.ts";
import { apgFees, apgWeights, hospitalApgRates, routing } from "../../../../src/states/ny/tables.ts";
import { apgFee, money, outpatientRequest, period, provider, rateData, rowsOf } from "../rows.ts";

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
const data = rateData(
  rowsOf(apgWeights, weight),
  rowsOf(apgFees, apgFee()),
  rowsOf(hospitalApgRates, rates),
  rowsOf(routing, route),
);

function price(query: Record<string, string> = {}, hospital = provider()) {
  return hospitalApg(outpatientRequest({ billing_code: "271", ...query }), hospital, data);
}

it("rounds half-up, spans the rows used and never adds capital", () => {
  // 0.5 x 100.01 = 50.005
  expect(price()).toMatchObject({
    payment: { text: "50.01" },
    capital: null,
    region: null,
    period: period("2025-01-01", "2025-12-31"),
    method: "apg_weight (0.5) x apg_base_rate_used (100.01, apg_base_rate_opd_visit) = $50.01",
  });
});

it("a base rate of zero is a rate, an empty one is not", () => {
  expect(price({ rate_code: "1402" })).toMatchObject({ payment: { text: "0.00" } });
  expect(price({ rate_code: "1432" })).toMatchObject({
    message: "No apg_base_rate_opd_episode is published for operating certificate 7000101H.",
  });
});

it("knows the rate codes of routing.csv beside those that ship", () => {
  expect(price({ rate_code: "1450" })).toMatchObject({ column: "apg_base_rate_ed" });
  expect(price({ rate_code: "1408" })).toMatchObject({
    message: "Rate code 1408 is not a hospital APG rate code; supported: 1400, 1402, 1432, 1450.",
  });
});

it("fails in the order weight, rate code, certificate, rate", () => {
  const uncertified = provider({ opcert: null });
  expect(price({ billing_code: "9", rate_code: "1408" }, uncertified)).toMatchObject({
    message: "No APG weight is published for APG 9.",
  });
  expect(price({ rate_code: "1408" }, uncertified)).toMatchObject({
    message: expect.stringContaining("Rate code 1408"),
  });
  expect(price({}, uncertified)).toMatchObject({
    message: "EXAMPLE has no operating certificate number, so its hospital rates cannot be found.",
  });
  expect(price({}, provider({ opcert: "7000102A" }))).toMatchObject({
    message: "No hospital APG base rate is published for operating certificate 7000102A.",
  });
  expect(price({ date_of_service: "2026-01-01" })).toMatchObject({
    message:
      "No hospital APG base rate for operating certificate 7000101H is in force on 2026-01-01; the nearest published period is 2025-01-01 to 2025-12-31.",
  });
});

it("a flat fee needs no certificate, but a rate code of hospitals where one is sent", () => {
  const uncertified = provider({ opcert: null });
  const fee = { kind: "flat fee", payment: { text: "25.50" } };
  expect(price({ billing_code: "90656" }, uncertified)).toMatchObject(fee);
  expect(price({ billing_code: "90656", rate_code: "1432" }, uncertified)).toMatchObject(fee);
  expect(price({ billing_code: "90656", rate_code: "1450" })).toMatchObject(fee);
  expect(price({ billing_code: "90656", rate_code: "1408" })).toMatchObject({
    message: "Rate code 1408 is not a hospital APG rate code; supported: 1400, 1402, 1432, 1450.",
  });
});
