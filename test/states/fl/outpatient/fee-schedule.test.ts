import { describe, expect, it } from "vitest";
import { NoRate } from "../../../../src/pricing/no-rate.ts";
import type { Sheet } from "../../../../src/pricing/sheet.ts";
import {
  amountOf as amountOnSheet,
  chooseFeeRows,
  componentShare,
  type FeeMatch,
  feePayment,
} from "../../../../src/states/fl/outpatient/fee-schedule.ts";
import type { Found } from "../../../../src/states/fl/outpatient/price.ts";
import { type FeeRow, feeSchedule, type MultiplierRule, rateMultipliers } from "../../../../src/states/fl/tables.ts";
import type { ProviderType } from "../../../../src/states/fl/values.ts";
import { noRateOf, rowsOf } from "../../../support/sheet.ts";
import {
  byReportRow,
  DAY,
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

describe("the rows of a code", () => {
  interface Choice {
    readonly sheet: Sheet;
    readonly choose: () => readonly FeeMatch[];
  }

  /** What is to be chosen among some rows, on a sheet over them. */
  function choiceAmong(rows: readonly FeeRow[], modifier: string | null, providerType: ProviderType): Choice {
    const sheet = sheetWith({}, rowsOf(feeSchedule, rows));
    const request = outpatientRequest(modifier === null ? {} : { modifier });
    return { sheet, choose: () => chooseFeeRows(request, providerType, sheet) };
  }

  /** The rows chosen, each as schedule, row modifier and how it is paid; or why there is none. */
  function chosen(
    rows: readonly FeeRow[],
    modifier: string | null = null,
    providerType: ProviderType = "PRACTITIONER",
  ) {
    const { choose } = choiceAmong(rows, modifier, providerType);
    try {
      return choose().map(({ row, component, carveOut }) => [
        row.schedule,
        row.modifier,
        component ?? carveOut ?? "fee",
      ]);
    } catch (reason) {
      if (reason instanceof NoRate) return reason.message;
      throw reason;
    }
  }

  /** The modifier that each result shows. */
  function modifiersShown(rows: readonly FeeRow[], modifier: string): readonly (string | null)[] {
    return choiceAmong(rows, modifier, "PRACTITIONER")
      .choose()
      .map((match) => match.modifier);
  }

  const COMPONENTS = { pci: money("40.00"), tci: money("60.00") };

  describe("without a modifier", () => {
    it("the first schedule with a base row that publishes a fee supplies it", () => {
      const rows = [feeRow({ schedule: "LABORATORY" }), feeRow({ schedule: "RADIOLOGY" })];
      expect(chosen(rows)).toEqual([["RADIOLOGY", null, "fee"]]);
      expect(chosen([...rows, feeRow()])).toEqual([["PRACTITIONER", null, "fee"]]);
    });

    it("a facility fee alone or a by-report row is enough", () => {
      expect(chosen([feeRow({ fsi: null, facility: money("1.00") })])).toEqual([["PRACTITIONER", null, "fee"]]);
      expect(chosen([byReportRow()])).toEqual([["PRACTITIONER", null, "fee"]]);
    });

    it("a base row of components alone leads to the next schedule, not to its state modifiers", () => {
      const componentsOnly = feeRow({ fsi: null, ...COMPONENTS });
      const rows = [componentsOnly, feeRow({ modifier: "HA" })];
      expect(chosen([...rows, feeRow({ schedule: "LABORATORY" })])).toEqual([["LABORATORY", null, "fee"]]);
      expect(chosen(rows)).toBe("99213 has no published rate without a modifier; published: 26, TC, HA.");
    });

    it("a schedule without a base row gives every state modifier, in order", () => {
      const rows = [feeRow({ modifier: "UC" }), feeRow({ modifier: "80" }), byReportRow({ modifier: "HA" })];
      expect(chosen(rows)).toEqual([
        ["PRACTITIONER", "80", "fee"],
        ["PRACTITIONER", "HA", "fee"],
        ["PRACTITIONER", "UC", "fee"],
      ]);
    });

    it("a base row that is no longer in force does not count", () => {
      const ended = feeRow({ period: period("2020-01-01", "2026-03-14") });
      expect(chosen([ended, feeRow({ modifier: "HA" })])).toEqual([["PRACTITIONER", "HA", "fee"]]);
    });
  });

  describe("26 and TC", () => {
    it("take the component of the first schedule that publishes it", () => {
      const laboratory = feeRow({ schedule: "LABORATORY", ...COMPONENTS });
      expect(chosen([feeRow(), laboratory], "26")).toEqual([["LABORATORY", null, "pci"]]);
      expect(chosen([feeRow({ tci: money("1.00") }), laboratory], "tc")).toEqual([["PRACTITIONER", null, "tci"]]);
      expect(modifiersShown([laboratory], "26")).toEqual(["26"]);
    });

    it("are answered by report where the code is, without a component", () => {
      for (const modifier of ["26", "TC"]) {
        expect(chosen([byReportRow()], modifier)).toEqual([["PRACTITIONER", null, "fee"]]);
        expect(modifiersShown([byReportRow()], modifier)).toEqual([null]);
      }
    });

    it("are not answered by the fee", () => {
      expect(chosen([feeRow()], "26")).toBe("99213 has no published rate with modifier 26; published: no modifier.");
    });
  });

  describe("other modifiers", () => {
    it("take the state's own row", () => {
      expect(chosen([feeRow(), feeRow({ modifier: "HA" })], "ha")).toEqual([["PRACTITIONER", "HA", "fee"]]);
    });

    it.each(["50", "52", "53", "54", "55", "56", "62", "80"])("%s pays a share of the base row's fee", (modifier) => {
      expect(chosen([feeRow()], modifier)).toEqual([["PRACTITIONER", null, modifier]]);
      expect(chosen([feeRow({ schedule: "RADIOLOGY" })], modifier)).toEqual([["RADIOLOGY", null, modifier]]);
    });

    it("prefer the state's own row to a share", () => {
      expect(chosen([feeRow(), feeRow({ modifier: "50" })], "50")).toEqual([["PRACTITIONER", "50", "fee"]]);
    });

    it("are shown as the row's own where it is by report, since nothing is applied", () => {
      expect(chosen([byReportRow()], "54")).toEqual([["PRACTITIONER", null, "fee"]]);
      expect(modifiersShown([byReportRow()], "54")).toEqual([null]);
      expect(modifiersShown([byReportRow(), byReportRow({ modifier: "54" })], "54")).toEqual(["54"]);
      expect(modifiersShown([feeRow()], "54")).toEqual(["54"]);
    });

    it("share nothing of laboratory and surgical center fees, nor of components, nor for other modifiers", () => {
      expect(chosen([feeRow({ schedule: "LABORATORY" })], "50")).toBe(
        "99213 has no published rate with modifier 50; published: no modifier.",
      );
      expect(chosen([feeRow({ schedule: "ASC" })], "50", "ASC")).toBe(
        "99213 has no published rate with modifier 50; published: no modifier.",
      );
      expect(chosen([feeRow({ fsi: null, ...COMPONENTS })], "50")).toBe(
        "99213 has no published rate with modifier 50; published: 26, TC.",
      );
      expect(chosen([feeRow()], "51")).toBe("99213 has no published rate with modifier 51; published: no modifier.");
    });
  });

  describe("failures", () => {
    it("a code is looked for on the schedules of the provider's type alone", () => {
      expect(chosen([feeRow({ schedule: "ASC" })])).toBe("99213 is not on the Florida Practitioner fee schedule.");
      expect(chosen([feeRow()], null, "INDEPENDENT_LAB")).toBe(
        "99213 is not on the Florida Independent Laboratory fee schedule.",
      );
      expect(chosen([feeRow()], null, "ASC")).toBe(
        "99213 is not on the Florida Ambulatory Surgical Center fee schedule.",
      );
    });

    it("what is published is listed once over all schedules, state modifiers in order", () => {
      const rows = [
        feeRow({ schedule: "LABORATORY", ...COMPONENTS }),
        feeRow({ schedule: "RADIOLOGY", modifier: "UC" }),
        feeRow({ modifier: "UC" }),
        feeRow({ modifier: "AA" }),
      ];
      expect(chosen(rows, "HO")).toBe(
        "99213 has no published rate with modifier HO; published: no modifier, 26, TC, AA, UC.",
      );
    });

    it("what is published is what is in force", () => {
      const ended = feeRow({ modifier: "AA", period: period("2020-01-01", "2026-03-14") });
      expect(chosen([ended, feeRow()], "HO")).toBe(
        "99213 has no published rate with modifier HO; published: no modifier.",
      );
    });

    it("the nearest period is that of a schedule of the provider's type", () => {
      const rows = [
        feeRow({ schedule: "ASC", period: period("2020-01-01", "2026-03-14") }),
        feeRow({ period: period("2020-01-01", "2025-12-31") }),
      ];
      expect(chosen(rows)).toBe(
        "99213 has no rate in force on 2026-03-15; the nearest published period is 2020-01-01 to 2025-12-31.",
      );
    });

    it("the nearest period is that of any row, whatever its modifier", () => {
      const rows = [
        feeRow({ period: period("2020-01-01", "2026-03-10") }),
        feeRow({ modifier: "HA", period: period("2026-03-18", "2026-12-31") }),
      ];
      expect(chosen(rows)).toBe(
        "99213 has no rate in force on 2026-03-15; the nearest published period is 2026-03-18 to 2026-12-31.",
      );
    });
  });

  describe("the rows that lost", () => {
    function whyNot(rows: readonly FeeRow[], modifier: string | null, choose: (choice: Choice) => void) {
      const choice = choiceAmong(rows, modifier, "PRACTITIONER");
      choose(choice);
      return choice.sheet.readings.rowsOn(DAY).map(({ whyNot }) => whyNot);
    }

    it("say why: another schedule, another modifier, another period", () => {
      const rows = [
        feeRow({ modifier: "HA" }),
        feeRow(),
        feeRow({ modifier: "UC" }),
        feeRow({ schedule: "RADIOLOGY", modifier: "HA" }),
        feeRow({ schedule: "ASC" }),
        feeRow({ period: period("2020-01-01", "2020-12-31") }),
      ];
      expect(whyNot(rows, "HA", ({ choose }) => choose())).toEqual([
        // Whether a chosen row is used is decided when it is paid.
        "not needed for this result",
        "the rate without a modifier",
        "another modifier, UC",
        "another schedule, RADIOLOGY, that comes after PRACTITIONER",
        "another schedule, ASC, that does not pay this type of provider",
        "another period",
      ]);
    });

    it("say that their schedule has no such rate, where a later one has it, and where none has", () => {
      const laboratory = feeRow({ schedule: "LABORATORY", ...COMPONENTS });
      expect(whyNot([feeRow(), laboratory], "26", ({ choose }) => choose())[0]).toBe(
        "the PRACTITIONER schedule has no rate with modifier 26",
      );
      expect(whyNot([feeRow()], "26", ({ choose }) => noRateOf(choose))).toEqual(["no rate with modifier 26"]);
    });
  });

  describe("remedies", () => {
    const remedies = (rows: readonly FeeRow[], modifier: string | null) =>
      noRateOf(choiceAmong(rows, modifier, "PRACTITIONER").choose).remedy.map(({ parameter, value }) => [
        parameter,
        value,
      ]);

    it("are what is published instead, leaving the modifier out included", () => {
      expect(remedies([feeRow({ modifier: "UC" }), feeRow({ schedule: "RADIOLOGY", ...COMPONENTS })], "HO")).toEqual([
        ["modifier", ""],
        ["modifier", "26"],
        ["modifier", "TC"],
        ["modifier", "UC"],
      ]);
      expect(remedies([feeRow({ fsi: null, ...COMPONENTS })], null)).toEqual([
        ["modifier", "26"],
        ["modifier", "TC"],
      ]);
    });

    it("are none that is by report", () => {
      const rows = [feeRow({ schedule: "LABORATORY" }), byReportRow(), byReportRow({ modifier: "UC" })];
      expect(remedies([...rows, feeRow({ modifier: "HA" })], "HO")).toEqual([["modifier", "HA"]]);
    });

    it("are the nearest day of a rate", () => {
      expect(remedies([feeRow({ period: period("2026-03-18") })], null)).toEqual([["date_of_service", "2026-03-18"]]);
    });
  });
});

describe("the fee of a row", () => {
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
});
