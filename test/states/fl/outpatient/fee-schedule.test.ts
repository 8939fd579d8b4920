import { describe, expect, it } from "vitest";
import {
  amountOf as amountOnSheet,
  componentShare,
  type FeeMatch,
  feePayment,
} from "../../../../src/states/fl/outpatient/fee-schedule.ts";
import type { Found } from "../../../../src/states/fl/outpatient/price.ts";
import { type MultiplierRule, rateMultipliers } from "../../../../src/states/fl/tables.ts";
import { noRateOf, rowsOf } from "../../../support/sheet.ts";
import {
  type Figures,
  feeRow,
  money,
  multiplierRule,
  outpatientRequest,
  period,
  provider,
  sheetWith,
  withoutValue,
} from "../rows.ts";

function match(row = feeRow(), differences: Partial<FeeMatch> = {}): FeeMatch {
  return { row, modifier: row.modifier, component: null, carveOut: null, ...differences };
}

describe("the amount", () => {
  function amountOf(of: FeeMatch, place: string | null) {
    const sheet = sheetWith();
    const { amount, placeOfService } = amountOnSheet(of, place, sheet);
    return { label: amount.name, amount: amount.value.text, placeOfService, assumptions: sheet.assumptions };
  }

  const both = match(feeRow({ fsi: money("58.45"), facility: money("32.18") }));

  it("is the one of the place where both are published", () => {
    expect(amountOf(both, "facility")).toMatchObject({
      label: "facility fee",
      amount: "32.18",
      placeOfService: "facility",
    });
    expect(amountOf(both, "non_facility")).toMatchObject({
      label: "non-facility fee",
      amount: "58.45",
      placeOfService: "non_facility",
      assumptions: [],
    });
  });

  it("is the one of the office where no place is sent, which is an assumption only where it decides", () => {
    expect(amountOf(both, null)).toMatchObject({
      amount: "58.45",
      assumptions: [{ parameter: "place_of_service", value: "non_facility" }],
    });
    expect(amountOf(match(feeRow()), null)).toMatchObject({ amount: "100.00", assumptions: [] });
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
      amount: "26.00",
      placeOfService: null,
    });
    expect(amountOf(match(row, { component: "tci" }), "facility")).toMatchObject({
      label: "technical component",
      amount: "74.00",
    });
  });

  it("may be a published zero", () => {
    const row = feeRow({ fsi: money("58.45"), facility: money("0.00") });
    expect(amountOf(match(row), "facility")).toMatchObject({ amount: "0.00" });
  });
});

describe("the share of a component", () => {
  const share = (fsi: string | null, pci: string) => {
    const row = feeRow({ fsi: fsi === null ? null : money(fsi), pci: money(pci) });
    return componentShare(match(row, { component: "pci" }), sheetWith())?.value.text ?? null;
  };

  it("has exactly four decimals, rounded half-up", () => {
    expect(share("465.38", "123.40")).toBe("0.2652"); // 0.26515...
    expect(share("100.00", "50.00")).toBe("0.5000");
    expect(share("800.00", "0.04")).toBe("0.0001"); // 0.00005
    expect(share("800.00", "0.03")).toBe("0.0000"); // 0.0000375
  });

  it("needs a fee above zero to be a share of", () => {
    expect(share(null, "50.00")).toBeNull();
    expect(share("0.00", "50.00")).toBeNull();
    expect(componentShare(match(), sheetWith())).toBeNull();
  });
});

describe("the payment", () => {
  const pediatrician = provider({ flProviderTypeCode: "25", flSpecialtyCode: "36" });

  function pay(of: FeeMatch, rules: readonly MultiplierRule[] = [], figures: Figures = {}) {
    const sheet = sheetWith(figures, rowsOf(rateMultipliers, rules));
    const found: Found = { codeType: "HCPCS" };
    sheet.use(of.row);
    const payment = feePayment(of, outpatientRequest(), pediatrician, sheet, found);
    return {
      payment: payment.value.text,
      method: sheet.line,
      modifierAdjustment: found.fee?.modifierAdjustment?.value.text ?? null,
      period: sheet.readings.period,
    };
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
    const without = { modifier_80: null };
    const shared = match(feeRow(), { modifier: "80", carveOut: "80" });
    expect(noRateOf(() => pay(shared, [], without)).message).toBe(withoutValue("modifier_80"));
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
