import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { type Outcome, RequestPricer } from "../../../../src/pricing/outcome.ts";
import { requestReader } from "../../../../src/pricing/request/read.ts";
import { systemOf, workOutOutpatient, wrongSystem } from "../../../../src/states/fl/outpatient/price.ts";
import { outpatientParameters, placeSentOrDefault } from "../../../../src/states/fl/outpatient/request.ts";
import {
  eapgRates,
  eapgWeights,
  feeSchedule,
  type Provider,
  rateMultipliers,
} from "../../../../src/states/fl/tables.ts";
import { isPricedBy, NOTATION, PROVIDER_TYPES } from "../../../../src/states/fl/values.ts";
import type { Query } from "../../../support/rules.ts";
import { dataOf, rowsOf, type TableRows } from "../../../support/sheet.ts";
import {
  byReportRow,
  DAY,
  eapgRate,
  eapgWeight,
  feeRow,
  money,
  multiplierRule,
  outpatientRequest,
  period,
  programRows,
  provider,
  sheetWith,
} from "../rows.ts";

describe("the system of a code", () => {
  function system(code: string, asked?: string): string | null {
    return systemOf(
      outpatientRequest({ billing_code: code, ...(asked === undefined ? {} : { billing_code_type: asked }) }),
    );
  }

  it("five characters are a HCPCS code, whatever they are", () => {
    for (const code of ["99213", "J1100", "00400", "00013", "0001u", "9-9 2", "a\nb c", "é1234"]) {
      expect(system(code)).toBe("HCPCS");
    }
  });

  it("characters are counted as code points of the code in capitals", () => {
    expect(system("9921\u{1f600}")).toBe("HCPCS");
    expect(system("992\u{1f600}")).toBeNull();
    // Four characters as sent: ß becomes SS
    expect(system("99ß2")).toBe("HCPCS");
    expect(system("992ßß")).toBeNull();
  });

  it("one to four digits are an EAPG", () => {
    expect(["0", "13", "0013", "9999"].map((code) => system(code))).toEqual(Array(4).fill("EAPG"));
  });

  it("every other shape is of no system", () => {
    for (const code of ["J110", "1 3", "-1", "٣", "000013", "00000000000000000013", "99202 and 99203", "992-02x"]) {
      expect(system(code)).toBeNull();
    }
  });

  it("the system asked for comes before the shape", () => {
    expect(system("00013", "EAPG")).toBe("EAPG");
    expect(system("000013", "EAPG")).toBe("EAPG");
    expect(system("J1100", "eapg")).toBe("EAPG");
    expect(system("13", "HCPCS")).toBe("HCPCS");
  });

  it("each type of provider is priced by systems of its own, and says which", () => {
    const systems = PROVIDER_TYPES.map((type) => [type, isPricedBy(type, "HCPCS"), isPricedBy(type, "EAPG")]);
    expect(systems).toEqual([
      ["PRACTITIONER", true, false],
      ["HOSPITAL", false, true],
      ["INDEPENDENT_LAB", true, false],
      ["ASC", true, true],
    ]);
    const { code, message } = wrongSystem("13", "INDEPENDENT_LAB", sheetWith());
    expect(code).toBe("not_for_provider_type");
    expect(message).toBe("Independent Laboratory services are priced by HCPCS code, not by EAPG.");
  });

  it("a code that the other system has on the day is remedied by asking for that system", () => {
    const sheet = sheetWith({}, rowsOf(eapgWeights, [eapgWeight()]), rowsOf(feeSchedule, [feeRow()]));
    const remedies = (code: string, providerType: Parameters<typeof wrongSystem>[1]) =>
      wrongSystem(code, providerType, sheet).remedy.map(({ parameter, value }) => [parameter, value]);
    expect(remedies("00013", "HOSPITAL")).toEqual([["billing_code_type", "EAPG"]]);
    expect(remedies("99213", "HOSPITAL")).toEqual([]);
    expect(remedies("99213", "PRACTITIONER")).toEqual([["billing_code_type", "HCPCS"]]);
    expect(remedies("99213", "INDEPENDENT_LAB")).toEqual([]);
  });
});

describe("a lookup", () => {
  function workOut(query: Query, of: Provider, ...tables: readonly TableRows[]): readonly Outcome[] {
    const data = dataOf(programRows(), ...tables);
    return workOutOutpatient(outpatientRequest(query), of, new RequestPricer(data, DAY, "date_of_service", NOTATION));
  }

  const PRACTITIONER = provider({ providerType: "PRACTITIONER", stateProviderId: null, flSpecialtyCode: "36" });

  function stepsOf({ sheet }: Outcome) {
    return sheet.steps.map(({ section, value, applied, decision }) =>
      [section, value?.text ?? "note", applied, decision?.outcome ?? null].join(" "),
    );
  }

  describe("the record of a fee", () => {
    const components = feeRow({ fsi: money("400.00"), facility: money("300.00"), pci: money("100.00") });
    const ofTheYearBefore = feeRow({ line: 3, period: period("2025-01-01", "2025-12-31") });
    const higher = multiplierRule("1.36648", { line: 2, specialtyCodes: ["36"], period: period("2026-02-01") });
    const lower = multiplierRule("1.24", { line: 3 });
    const tables = [
      rowsOf(feeSchedule, [components, ofTheYearBefore]),
      rowsOf(rateMultipliers, [higher, lower]),
    ] as const;
    const [outcome] = workOut({ modifier: "26" }, PRACTITIONER, ...tables) as [Outcome];

    it("has the product and the component's share, which is not printed", () => {
      expect(stepsOf(outcome)).toEqual(["fl 4.3 step 8 136.65 true ", "fl 4.3 step 9 0.2500 true "]);
      expect(outcome.payment?.source).toBe(outcome.sheet.steps[0]);
      expect(outcome.method).toBe(
        "Practitioner fee schedule professional component (100.00) x specialty multiplier (1.36648) = $136.65",
      );
    });

    it("says which rows were used, and why the others were not; the rows used decide the period", () => {
      const rows = outcome.sheet.readings.rowsOn(DAY);
      expect(rows.map(({ table, row, used, whyNot }) => [table.name, row.line, used, whyNot])).toEqual([
        ["fee_schedule", 2, true, null],
        ["fee_schedule", 3, false, "another period"],
        ["rate_multipliers", 2, true, null],
        ["rate_multipliers", 3, false, "a lower multiplier, 1.24"],
      ]);
      expect(outcome.period).toEqual({ start: "2026-02-01", end: null });
    });

    it("notes the defaults that played a part: a component is for no place", () => {
      const assumed = (each: Outcome) => each.sheet.assumptions.map(({ parameter, value }) => [parameter, value]);
      expect(assumed(outcome)).toEqual([["billing_code_type", "HCPCS"]]);
      const [whole] = workOut({ billing_code_type: "HCPCS" }, PRACTITIONER, ...tables) as [Outcome];
      expect(assumed(whole)).toEqual([["place_of_service", "non_facility"]]);
    });
  });

  describe("rows of several modifiers", () => {
    const outcomes = workOut(
      {},
      PRACTITIONER,
      rowsOf(feeSchedule, [
        feeRow({ line: 2, modifier: "UC" }),
        byReportRow({ line: 3, modifier: "HA", period: period("2026-03-01") }),
      ]),
    );

    it("are worked out one by one, in order, the others saying why not", () => {
      const rows = outcomes.map(({ sheet }) => sheet.readings.rowsOn(DAY).map(({ whyNot }) => whyNot));
      expect(rows).toEqual([
        ["another modifier, UC", null],
        [null, "another modifier, HA"],
      ]);
      expect(outcomes.map(({ sheet }) => sheet.assumptions[1])).toMatchObject([
        { parameter: "modifier", value: "HA" },
        { parameter: "modifier", value: "UC" },
      ]);
    });

    it("assume no modifier where one was sent", () => {
      const sent = workOut({ modifier: "UC" }, PRACTITIONER, rowsOf(feeSchedule, [feeRow({ modifier: "UC" })]));
      expect(sent.map(({ payment, sheet }) => [payment?.value.text, sheet.assumptions])).toEqual([
        ["100.00", [expect.objectContaining({ parameter: "billing_code_type", value: "HCPCS" })]],
      ]);
    });

    it("by report show method and period of their row without an amount", () => {
      expect(outcomes).toMatchObject([
        {
          noRate: { code: "by_report" },
          payment: null,
          method: "By Report: no published amount; payment = amount set by the state case by case",
          period: { start: "2026-03-01", end: null },
        },
        { noRate: null, payment: { value: { text: "100.00" } }, period: { start: "2026-01-01", end: null } },
      ]);
    });
  });

  describe("the record of an EAPG line", () => {
    const rate = eapgRate({ policyAdjustor: factor("1.5550"), childrensAddon: money("41.87") });
    const tables = [rowsOf(eapgWeights, [eapgWeight()]), rowsOf(eapgRates, [rate])] as const;
    const line = (query: Query) => workOut({ billing_code: "0013", ...query }, provider(), ...tables)[0] as Outcome;

    it("has the product of the flags, the line and the add-on", () => {
      const paid = line({ paf_multiple_significant: "true", paf_bilateral: "true" });
      expect(stepsOf(paid)).toEqual([
        "fl 4.4 step 4 0.75 true ",
        "fl 4.4 step 5 116.63 true true", // 100 x 1.555 x 0.75 = 116.625
        "fl 4.4 step 6 158.50 true ",
      ]);
      expect(paid.method).toBe(
        "EAPG weight (1.0000) x base rate (100.00) x policy adjustor (1.5550) x PAF adjustment (0.75: multiple significant 0.50, bilateral 1.50) = $116.63; + children's add-on (41.87) = $158.50",
      );
    });

    it("says what decided that the add-on is not paid", () => {
      const packaged = line({ paf_packaging: "true" });
      expect(stepsOf(packaged)).toEqual(["fl 4.4 step 5 0.00 true false", "fl 4.4 step 6 note true "]);
      expect(packaged.payment?.value.text).toBe("0.00");
    });
  });

  describe("codes of no system", () => {
    it.each([
      ["HOSPITAL", "EAPG"],
      ["PRACTITIONER", "HCPCS"],
      ["ASC", "HCPCS"],
    ] as const)("are in no table of a %s", (providerType, codeType) => {
      expect(workOut({ billing_code: "000013" }, provider({ providerType }))).toMatchObject([
        { noRate: { code: "code_not_listed", searched: null }, found: { codeType } },
      ]);
    });
  });
});

describe("request", () => {
  const reader = requestReader(outpatientParameters);

  function isRefused(place: string): boolean {
    const query = { npi: "1000000011", billing_code: "99213", place_of_service: place };
    return !reader.fromQuery(query, { today: "2026-03-15" as never }).ok;
  }

  it("five codes and the word mean the facility, everything else the office", () => {
    const facilities = ["19", "21", "22", "23", "24", "facility", "FACILITY"];
    const offices = ["01", "11", "20", "25", "99", "non_facility", "Non_Facility"];
    expect(facilities.map(placeSentOrDefault)).toEqual(facilities.map(() => "facility"));
    expect(offices.map(placeSentOrDefault)).toEqual(offices.map(() => "non_facility"));
  });

  it("the office is meant when no place is sent", () => {
    const read = reader.fromQuery({ npi: "1000000011", billing_code: "99213" }, { today: "2026-03-15" as never });
    expect(read).toMatchObject({ ok: true, request: { placeOfService: null } });
    expect(placeSentOrDefault(null)).toBe("non_facility");
    expect(outpatientParameters.placeOfService.schema).toMatchObject({ default: "non_facility" });
  });

  it("codes run from 01 to 99 and have two digits", () => {
    expect(["01", "10", "99", "Facility"].map(isRefused)).toEqual([false, false, false, false]);
    expect(["00", "1", "100", "2a", "office", "facility 22"].map(isRefused)).toEqual(Array(6).fill(true));
  });
});
