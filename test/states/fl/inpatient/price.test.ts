import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { RequestPricer } from "../../../../src/pricing/outcome.ts";
import { lengthOfStayOf, workOutInpatient } from "../../../../src/states/fl/inpatient/price.ts";
import { type DrgRate, type DrgWeight, drgRates, drgWeights } from "../../../../src/states/fl/tables.ts";
import { NOTATION } from "../../../../src/states/fl/values.ts";
import type { Query } from "../../../support/rules.ts";
import { dataOf, rowsOf } from "../../../support/sheet.ts";
import { DAY, drgRate, drgWeight, inpatientRequest, money, period, programRows, provider, sheetWith } from "../rows.ts";

function workOut(query: Query, weights: readonly DrgWeight[], rates: readonly DrgRate[]) {
  const data = dataOf(programRows(), rowsOf(drgWeights, weights), rowsOf(drgRates, rates));
  return workOutInpatient(
    inpatientRequest(query),
    provider(),
    new RequestPricer(data, DAY, "discharge_date", NOTATION),
  );
}

describe("the record of a stay", () => {
  // A trauma center's transfer of a child whose loss stays below the threshold.
  const weight = drgWeight({ ageAdjustor: factor("1.50") });
  const ended = drgWeight({ line: 3, period: period("2025-01-01", "2025-12-31") });
  const rate = drgRate({
    traumaClass: "Level I",
    providerAdjustor: factor("1.2"),
    casemix: factor("2"),
    childrensAddon: money("100.00"),
    period: period("2026-02-01", "2026-06-30"),
  });
  const query = { child_patient: "true", transfer_claim: "true", total_charges: "30000" };
  const [outcome] = workOut(query, [weight, ended], [rate]);

  it("has every step of the page, with what was computed and not used", () => {
    const steps = outcome?.sheet.steps.map(({ section, value, applied, decision }) =>
      [section, value?.text, applied ? "applied" : "not applied", decision?.outcome].join(" "),
    );
    expect(steps).toEqual([
      "fl 5.1 4 applied ",
      "fl 5.3 step 1 1.50 applied true",
      "fl 5.3 step 1 1.50 applied false",
      "fl 5.3 step 2 15000.00 applied ",
      "fl 5.3 step 3 3750.00 applied ",
      "fl 5.3 step 3 18750.00 not applied false",
      "fl 5.3 step 4 2550.00 applied ",
      "fl 5.3 step 5 50.00 applied ",
      "fl 5.3 step 6 15000.00 applied ",
      "fl 5.3 step 6 0.00 not applied false",
      "fl 5.3 step 7 17600.00 applied ",
      "fl 5.3 step 8 17600.00 not applied false",
    ]);
    expect(outcome?.payment?.value.text).toBe("17600.00");
  });

  it("prints what the page prints", () => {
    expect(outcome?.method).toBe(
      [
        "statewide base rate (10000.00) x relative weight (1.0000) x max adjustor (1.50, age) = $15000.00",
        "transfer: base payment (15000.00) / mean LOS (4.00) = per diem $3750.00",
        "per diem (3750.00) x (LOS (4) + 1) = $18750.00, not less than base payment, not applied",
        "trauma enhancement: DRG payment (15000.00) x Level I (0.17) = $2550.00",
        "children's add-on: add-on (100.00) x relative weight (1.0000) / casemix (2) = $50.00",
        "outlier: total charges (30000.00) x CCR (0.5) = cost $15000.00",
        "cost (15000.00) - DRG payment (15000.00) = loss $0.00, not above threshold (60000.00), not applied",
        "total: DRG payment (15000.00) + trauma enhancement (2550.00) + children's add-on (50.00) = $17600.00",
      ].join("; "),
    );
  });

  it("says which rows were used, and why the others were not; weight and rate decide the period", () => {
    const rows = outcome?.sheet.readings.rowsOn(DAY) ?? [];
    expect(rows.map(({ table, row, used, whyNot }) => [table.name, row.line, used, whyNot])).toEqual([
      ["drg_weights", 2, true, null],
      ["drg_weights", 3, false, "another period"],
      ["drg_rates", 2, true, null],
      ["parameters", 2, true, null],
    ]);
    expect(outcome?.period).toEqual({ start: "2026-02-01", end: "2026-06-30" });
  });

  it("notes the length of stay that was not sent", () => {
    expect(outcome?.sheet.assumptions.map(({ parameter, value }) => [parameter, value])).toEqual([
      ["length_of_stay", "4"],
    ]);
  });
});

describe("a code without severity", () => {
  const weights = [drgWeight({ soi: 1 }), drgWeight({ soi: 3, relativeWeight: factor("3") })];

  it("is worked out once for each severity, on a sheet of its own", () => {
    const outcomes = workOut({ billing_code: "139" }, weights, [drgRate()]);
    expect(outcomes.map(({ payment }) => payment?.value.text)).toEqual(["10000.00", "30000.00"]);
    const assumed = outcomes.map(({ sheet }) => sheet.assumptions[0]);
    expect(assumed).toMatchObject([
      { parameter: "billing_code", value: "139-1" },
      { parameter: "billing_code", value: "139-3" },
    ]);
  });

  it("fails once where the hospital has no rate", () => {
    const outcomes = workOut({ billing_code: "139" }, weights, []);
    expect(outcomes).toMatchObject([
      { noRate: { code: "no_provider_rate", searched: { table: { name: "drg_rates" } } }, found: {} },
    ]);
  });
});

describe("remedies", () => {
  it("are the severities that have a weight", () => {
    const [outcome] = workOut({ billing_code: "139-4" }, [drgWeight()], [drgRate()]);
    expect(outcome?.noRate).toMatchObject({
      code: "code_not_listed",
      searched: { key: { drg: "139", soi: 4 } },
      remedy: [{ parameter: "billing_code", value: "139-2" }],
    });
  });

  it("are the nearest day that has one", () => {
    const ended = drgWeight({ period: period("2025-01-01", "2025-12-31") });
    const [outcome] = workOut({ billing_code: "139" }, [ended], [drgRate()]);
    expect(outcome?.noRate).toMatchObject({
      code: "not_in_force",
      nearest: { start: "2025-01-01", end: "2025-12-31" },
      remedy: [{ parameter: "discharge_date", value: "2025-12-31" }],
    });
  });
});

describe("the length of stay", () => {
  function days(lengthOfStay: number | null, meanLos: string | null): number | null {
    const weight = drgWeight({ meanLos: meanLos === null ? null : factor(meanLos) });
    return lengthOfStayOf({ lengthOfStay }, weight, sheetWith())?.value.number ?? null;
  }

  it("the average stay is rounded half-up to whole days, at least one", () => {
    expect(days(null, "2.49")).toBe(2);
    expect(days(null, "2.50")).toBe(3);
    expect(days(null, "0.49")).toBe(1);
    expect(days(null, "0.01")).toBe(1);
  });

  it("the days sent come first, zero included; without either there are none", () => {
    expect(days(0, "2.50")).toBe(0);
    expect(days(7, null)).toBe(7);
    expect(days(null, null)).toBeNull();
  });

  it("an average in place of days that were not sent is an assumption", () => {
    const sheet = sheetWith();
    lengthOfStayOf({ lengthOfStay: 7 }, drgWeight(), sheet);
    expect(sheet.assumptions).toEqual([]);
    lengthOfStayOf({ lengthOfStay: null }, drgWeight(), sheet);
    expect(sheet.assumptions).toMatchObject([{ parameter: "length_of_stay", value: "4" }]);
  });
});
