import { expect, it } from "vitest";
import { NO_RATE_CODES, NoRate, type NoRateCode } from "../../src/pricing/no-rate.ts";
import { period } from "../support/rules.ts";

it("says why, and nothing more where nothing more is known", () => {
  expect(new NoRate("not_payable", "Modifier 26 is not payable.")).toEqual({
    code: "not_payable",
    message: "Modifier 26 is not payable.",
    searched: null,
    nearest: null,
    remedy: [],
    isListed: false,
  });
  expect(new NoRate("not_in_force", "No.", { nearest: period("2026-01-01") }).nearest).toEqual(period("2026-01-01"));
});

it("is of a code that is covered where it is by report, or where the rule says so", () => {
  const listed = (Object.keys(NO_RATE_CODES) as NoRateCode[]).filter((code) => new NoRate(code, "No.").isListed);
  expect(listed).toEqual(["by_report"]);
  expect(new NoRate("missing_information", "No.", { isListed: true }).isListed).toBe(true);
  expect(new NoRate("by_report", "No.", { isListed: false }).isListed).toBe(false);
});

it("every code is a word that programs can rely on, with a sentence that says what it means", () => {
  for (const [code, meaning] of Object.entries(NO_RATE_CODES)) {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(meaning, code).toMatch(/^[A-Z].*\.$/);
  }
});
