import { expect, it } from "vitest";
import { effectOf } from "../../src/answers/options/tried.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import { asMoney } from "../../src/core/money/arithmetic.ts";
import { factor } from "../../src/core/money/factor.ts";
import { NoRate, type NoRateCode } from "../../src/pricing/no-rate.ts";
import { Outcome } from "../../src/pricing/outcome.ts";
import type { ProviderResult } from "../../src/pricing/result.ts";
import { constant } from "../../src/pricing/worksheet/calculation.ts";
import { sheetOver } from "../support/sheet.ts";

const DAY = "2026-10-01" as Day;

function sheet() {
  return sheetOver(DAY, { dollarSignInParentheses: false });
}

function paid(amount: string, type = "fee_schedule"): ProviderResult {
  const payment = constant("zz 1", asMoney(factor(amount)), "dollars");
  return { result: { payment_rate_type: type }, outcome: new Outcome(sheet(), {}, payment, null), row: null };
}

function unpaid(code: NoRateCode): ProviderResult {
  const outcome = new Outcome(sheet(), {}, null, new NoRate(code, "There is none."));
  return { result: { payment_rate_type: null }, outcome, row: null };
}

/** A rate that has no amount until the charges are known. */
function percentage(text: string): ProviderResult {
  const written = sheet();
  written.note("zz 2", text);
  return { result: { payment_rate_type: "percent" }, outcome: new Outcome(written, {}, null, null), row: null };
}

const SAME = { differs: false };
const OTHER = { differs: true };

it.each([
  ["the same price", [paid("10.00")], [paid("10.00")], { ...SAME, payment_rate: "10.00", difference: "0.00" }],
  ["a higher price", [paid("10.05")], [paid("10.00")], { ...OTHER, payment_rate: "10.05", difference: "0.05" }],
  ["the same amount by the day", [paid("10.00", "per_diem")], [paid("10.00")], { ...OTHER, difference: "0.00" }],
  ["no rate instead of one", [unpaid("not_payable")], [paid("10.00")], { ...OTHER, rate_found: false }],
  [
    "a rate instead of none",
    [paid("10.00")],
    [unpaid("not_payable")],
    { ...OTHER, rate_found: true, difference: null },
  ],
  ["the same reason", [unpaid("not_payable")], [unpaid("not_payable")], { ...SAME, payment_rate: null }],
  ["another reason", [unpaid("by_report")], [unpaid("not_payable")], { ...OTHER, difference: null }],
  [
    "the same percentage",
    [percentage("60 %")],
    [percentage("60 %")],
    { ...SAME, rate_found: true, payment_rate: null },
  ],
  ["another percentage", [percentage("70 %")], [percentage("60 %")], { ...OTHER, rate_found: true, difference: null }],
  [
    "another second result",
    [paid("10.00"), paid("3.00")],
    [paid("10.00"), paid("2.00")],
    { ...OTHER, difference: "0.00", results: 2 },
  ],
  ["a result more", [paid("10.00"), paid("2.00")], [paid("10.00")], { ...OTHER, difference: "0.00", results: 2 }],
  ["a result less", [paid("10.00")], [paid("10.00"), paid("2.00")], { ...OTHER, difference: "0.00", results: 1 }],
] as const)("%s", (_what, results, asSent, effect) => {
  expect(effectOf(results, asSent)).toMatchObject(effect);
});
