import { describe, expect, it } from "vitest";
import { type BilledService, highest } from "../../../../src/states/fl/outpatient/multipliers.ts";
import type { MultiplierRule } from "../../../../src/states/fl/tables.ts";
import { DAY, multiplierRule, period } from "../rows.ts";

const SERVICE: BilledService = {
  schedule: "PRACTITIONER",
  code: "99213",
  provider: { flProviderTypeCode: "25", flSpecialtyCode: "01" },
  isChild: false,
  day: DAY,
};

function applied(rules: readonly MultiplierRule[], differences: Partial<BilledService> = {}): string | null {
  return highest(rules, { ...SERVICE, ...differences })?.multiplier.text ?? null;
}

describe("a rule applies", () => {
  it("to the schedules it names", () => {
    const rule = multiplierRule("1.1", { schedules: ["RADIOLOGY", "LABORATORY"] });
    expect(applied([rule])).toBeNull();
    expect(applied([rule], { schedule: "LABORATORY" })).toBe("1.1");
  });

  it("to children alone where it says so", () => {
    const rule = multiplierRule("1.1", { childPatientOnly: true });
    expect(applied([rule])).toBeNull();
    expect(applied([rule], { isChild: true })).toBe("1.1");
  });

  it("to a range of codes, both ends included", () => {
    const rule = multiplierRule("1.1", { codeStart: "99201", codeEnd: "99496" });
    const forCode = (code: string) => applied([rule], { code });
    expect(["99200", "99201", "99496", "99497", "J0120"].map(forCode)).toEqual([null, "1.1", "1.1", null, null]);
  });

  it("to providers whose codes it lists, however they are padded", () => {
    const byType = multiplierRule("1.1", { providerTypeCodes: ["25", "26"] });
    const bySpecialty = multiplierRule("1.2", { specialtyCodes: ["1"] });
    expect(applied([byType])).toBe("1.1");
    expect(applied([bySpecialty])).toBe("1.2");
    const other = { flProviderTypeCode: "35", flSpecialtyCode: "10" };
    expect(applied([byType, bySpecialty], { provider: other })).toBeNull();
  });

  it("to a provider without codes only where it lists none", () => {
    const provider = { flProviderTypeCode: null, flSpecialtyCode: null };
    const listing = multiplierRule("1.2", { specialtyCodes: ["1"] });
    expect(applied([listing, multiplierRule("1.1")], { provider })).toBe("1.1");
  });

  it("from its first to its last day", () => {
    const rule = multiplierRule("1.1", { period: period("2026-03-15", "2026-03-16") });
    const on = (day: string) => applied([rule], { day: day as typeof DAY });
    expect(["2026-03-14", "2026-03-15", "2026-03-16", "2026-03-17"].map(on)).toEqual([null, "1.1", "1.1", null]);
  });
});

describe("of several rules", () => {
  it("the highest counts, wherever it stands", () => {
    expect(applied([multiplierRule("1.102"), multiplierRule("1.24"), multiplierRule("0.80")])).toBe("1.24");
  });

  it("of equal ones the later start counts, then the earlier line", () => {
    const early = multiplierRule("1.24", { period: period("2025-01-01") });
    const late = multiplierRule("1.240", { period: period("2026-01-01") });
    const lateToo = multiplierRule("1.2400", { period: period("2026-01-01") });
    expect(applied([early, late, lateToo])).toBe("1.240");
    expect(applied([late, early])).toBe("1.240");
  });
});
