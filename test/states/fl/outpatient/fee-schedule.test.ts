import { describe, expect, it } from "vitest";
import type { RateData } from "../../../../src/dataset/rate-data.ts";
import { NoRate } from "../../../../src/pricing/no-rate.ts";
import type { FeeMatch } from "../../../../src/states/fl/outpatient/fee-row.ts";
import { amountOf, componentShare, feePayment } from "../../../../src/states/fl/outpatient/fee-schedule.ts";
import type { MultiplierRule, Provider } from "../../../../src/states/fl/tables.ts";
import { feeRow, money, multiplierRule, outpatientRequest, period, program } from "../rows.ts";

function match(row = feeRow(), differences: Partial<FeeMatch> = {}): FeeMatch {
  return { row, modifier: row.modifier, component: null, carveOut: null, ...differences };
}

describe("the amount", () => {
  const both = match(feeRow({ fsi: money("58.45"), facility: money("32.18") }));

  it("is the one of the place where both are published", () => {
    expect(amountOf(both, "facility")).toMatchObject({
      label: "facility fee",
      amount: { text: "32.18" },
      placeOfService: "facility",
    });
    expect(amountOf(both, "non_facility")).toMatchObject({
      label: "non-facility fee",
      amount: { text: "58.45" },
      placeOfService: "non_facility",
    });
  });

  it("is the only one there is, whatever the place", () => {
    const facilityOnly = match(feeRow({ fsi: null, facility: money("32.18") }));
    const feeOnly = match(feeRow());
    for (const place of ["facility", "non_facility"] as const) {
      expect(amountOf(facilityOnly, place)).toMatchObject({ label: "facility fee", placeOfService: "facility" });
      expect(amountOf(feeOnly, place)).toMatchObject({ label: "fee", placeOfService: null });
    }
  });

  it("of a component has no place", () => {
    const row = feeRow({ facility: money("32.18"), pci: money("26.00"), tci: money("74.00") });
    expect(amountOf(match(row, { component: "pci" }), "facility")).toMatchObject({
      label: "professional component",
      amount: { text: "26.00" },
      placeOfService: null,
    });
    expect(amountOf(match(row, { component: "tci" }), "facility")).toMatchObject({
      label: "technical component",
      amount: { text: "74.00" },
    });
  });

  it("may be a published zero", () => {
    const row = feeRow({ fsi: money("58.45"), facility: money("0.00") });
    expect(amountOf(match(row), "facility")).toMatchObject({ amount: { text: "0.00" } });
  });
});

describe("the share of a component", () => {
  const share = (fsi: string | null, pci: string) =>
    componentShare(match(feeRow({ fsi: fsi === null ? null : money(fsi), pci: money(pci) }), { component: "pci" }));

  it("has exactly four decimals, rounded half-up", () => {
    expect(share("465.38", "123.40")?.text).toBe("0.2652"); // 0.26515...
    expect(share("100.00", "50.00")?.text).toBe("0.5000");
    expect(share("800.00", "0.04")?.text).toBe("0.0001"); // 0.00005
    expect(share("800.00", "0.03")?.text).toBe("0.0000"); // 0.0000375
  });

  it("needs a fee above zero to be a share of", () => {
    expect(share(null, "50.00")).toBeNull();
    expect(share("0.00", "50.00")).toBeNull();
    expect(componentShare(match())).toBeNull();
  });
});

describe("the payment", () => {
  const provider = { flProviderTypeCode: "25", flSpecialtyCode: "36" } as Provider;

  function pay(of: FeeMatch, rules: readonly MultiplierRule[] = [], figures = program()) {
    const rows = (_table: unknown, kind: string) => rules.filter((rule) => rule.kind === kind);
    const data = { rows, hasRows: () => true } as unknown as RateData;
    const price = feePayment(of, outpatientRequest({ modifier: of.modifier ?? "" }), provider, figures, data);
    if (price instanceof NoRate) return price.message;
    const { payment, method, modifierAdjustment, period } = price;
    return { payment: payment.text, method, modifierAdjustment: modifierAdjustment?.text ?? null, period };
  }

  it("is one product in a fixed order, rounded once", () => {
    const rules = [
      multiplierRule("1.5", { kind: "specialty" }),
      multiplierRule("1.25", { kind: "age" }),
      multiplierRule("0.80", { kind: "provider_type" }),
    ];
    const shared = match(feeRow({ fsi: money("0.33") }), { modifier: "62", carveOut: "62" });
    // 0.33 x 0.625 x 0.80 x 1.25 x 1.5 = 0.309375; rounded at each step it would be 0.32
    expect(pay(shared, rules)).toMatchObject({
      payment: "0.31",
      modifierAdjustment: "0.625",
      method:
        "Practitioner fee schedule fee (0.33) x modifier 62 factor (0.625) x provider type multiplier (0.80) x age multiplier (1.25) x specialty multiplier (1.5) = $0.31",
    });
  });

  it("starts from the published component, not from its share", () => {
    const row = feeRow({ fsi: money("465.38"), pci: money("123.40") });
    expect(pay(match(row, { modifier: "26", component: "pci" }))).toMatchObject({
      payment: "123.40",
      modifierAdjustment: "0.2652",
    });
  });

  it("holds while the fee and every multiplier used do", () => {
    const row = feeRow({ period: period("2025-01-01", "2026-12-31") });
    const rules = [
      multiplierRule("1.5", { kind: "specialty", period: period("2026-02-01") }),
      multiplierRule("1.4", { kind: "specialty", period: period("2026-03-01", "2026-03-31") }),
      multiplierRule("1.1", { kind: "age", period: period("2024-01-01", "2026-06-30") }),
    ];
    expect(pay(match(row), rules)).toMatchObject({ period: { start: "2026-02-01", end: "2026-06-30" } });
    const byType = multiplierRule("0.80", { kind: "provider_type", period: period("2026-01-15", "2026-05-31") });
    expect(pay(match(row), [...rules, byType])).toMatchObject({ period: { start: "2026-02-01", end: "2026-05-31" } });
    expect(pay(match(row))).toMatchObject({ period: row.period });
  });

  it("takes the multipliers of the row's code", () => {
    const injections = multiplierRule("1.1", { kind: "age", codeStart: "J0000", codeEnd: "J9999" });
    expect(pay(match(feeRow({ code: "J0120" })), [injections])).toMatchObject({ payment: "110.00" });
    expect(pay(match(feeRow({ code: "K0120" })), [injections])).toMatchObject({ payment: "100.00" });
  });

  it("of a carve-out needs its parameter; other payments do not", () => {
    const without = program({ modifier_80: null });
    expect(pay(match(feeRow(), { modifier: "80", carveOut: "80" }), [], without)).toBe(
      "Parameter modifier_80 has no value.",
    );
    expect(pay(match(feeRow({ modifier: "80" })), [], without)).toMatchObject({ payment: "100.00" });
  });

  it.each([
    ["PRACTITIONER", "Practitioner fee schedule"],
    ["RADIOLOGY", "Radiology fee schedule"],
    ["LABORATORY", "Practitioner laboratory fee schedule"],
    ["INDEPENDENT_LAB", "Independent laboratory fee schedule"],
    ["ASC", "Ambulatory surgical center fee schedule"],
  ] as const)("names the %s schedule", (schedule, label) => {
    expect(pay(match(feeRow({ schedule })))).toMatchObject({ method: `${label} fee (100.00) = $100.00` });
  });
});
