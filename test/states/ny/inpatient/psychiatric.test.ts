import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { workedOut } from "../../../../src/pricing/outcome.ts";
import { type Words, words } from "../../../../src/pricing/worksheet/calculation.ts";
import { nothingFound, perDiemPayment } from "../../../../src/states/ny/inpatient/price.ts";
import { type PsychiatricStay, psychiatricPayment } from "../../../../src/states/ny/inpatient/psychiatric.ts";
import { type PerDiemRate, parameters } from "../../../../src/states/ny/tables.ts";
import { NOTATION } from "../../../../src/states/ny/values.ts";
import { parameterRows, rowsOf, sheetOver, type TableRows } from "../../../support/sheet.ts";
import { DAY, drgWeight, inpatientRequest, money, perDiemRate, period, psychiatricRate } from "../rows.ts";

type Query = Record<string, string>;
type Figures = Readonly<Record<string, string | null>>;

interface Differences extends Partial<PsychiatricStay> {
  readonly program?: TableRows;
}

/** Figures of the program; null stands for one without a value on the day. */
const program = (figures: Figures) => parameterRows(parameters, figures);

const WITHOUT_VALUE = "has no value on 2025-03-01; the nearest published period is 1999-01-01 to 1999-12-31.";

/** A stay at an adjusted per diem of 100.00. */
function workOut(query: Query = {}, { program: figures = program({}), ...differences }: Differences = {}) {
  const stay = {
    request: inpatientRequest({ billing_code: "750-2", ...query }),
    opcert: "7000101H",
    rate: psychiatricRate(),
    weight: drgWeight({ serviceType: "psychiatric", drg: "750", alos: null, costOutlierThreshold: null }),
    rateCodeNote: null,
    ...differences,
  };
  const sheet = sheetOver(DAY, NOTATION, figures);
  return workedOut(sheet, nothingFound(2), (record, found) => psychiatricPayment(stay, record, found));
}

/** What a stay is paid, how, and by what. */
function price(query?: Query, differences?: Differences) {
  const { payment, method, noRate, found } = workOut(query, differences);
  if (noRate !== null) throw new Error(noRate.message);
  return { payment: payment?.value.text, method, ...found.psychiatric };
}

const failure = (query: Query, differences?: Differences) => workOut(query, differences).noRate?.message;

describe("scaled days", () => {
  const scale = (query: Query, differences: Differences = {}) => {
    const { priced } = price(query, differences);
    const { highDays, baseDays, total } = priced?.scale ?? {};
    return [highDays?.value.number, baseDays?.value.number, total?.value.text];
  };

  it("are high up to day four", () => {
    expect(scale({ length_of_stay: "3" })).toEqual([3, 0, "3.60"]);
    expect(scale({ length_of_stay: "4" })).toEqual([4, 0, "4.80"]);
    expect(scale({ length_of_stay: "5" })).toEqual([4, 1, "5.80"]);
  });

  it("of a readmission are high on day one only", () => {
    expect(scale({ length_of_stay: "1", prior_admission_within_30d: "true" })).toEqual([1, 0, "1.20"]);
    expect(scale({ length_of_stay: "5", prior_admission_within_30d: "true" })).toEqual([1, 4, "5.20"]);
  });

  it("leave out ALC days, all of them if need be", () => {
    const rate = psychiatricRate({ alcPerDiem: money("10.00"), nonOpPerDiem: money("5.00") });
    expect(scale({ length_of_stay: "7", alc_days: "2" }, { rate })).toEqual([4, 1, "5.80"]);
    const query = { length_of_stay: "2", alc_days: "2", prior_admission_within_30d: "true" };
    const outcome = price(query, { rate });
    expect(outcome.priced).toMatchObject({ isReadmission: false, scale: { total: { value: { text: "0.00" } } } });
    expect(outcome.method).toMatch(/operating \(0\.00\) \+ non_operating \(0\.00\) \+ alc \(20\.00\) = \$20\.00$/);
  });

  it("follow the program's figures", () => {
    const figures = program({ psych_los_high_days: "2", psych_los_high_factor: "1.5", psych_los_base_factor: "0.95" });
    expect(scale({ length_of_stay: "3" }, { program: figures })).toEqual([2, 1, "3.95"]);
    expect(price({ length_of_stay: "3" }, { program: figures }).method).toContain(
      "los_scale_days_at_1_20 (2) x 1.5 + los_scale_days_at_1_00 (1) x 0.95 = los_scaled_total (3.95)",
    );
  });

  it("need the figures in the order of the formula", () => {
    const none = {
      psych_los_high_days: null,
      psych_los_high_days_readmission: null,
      psych_los_high_factor: null,
      psych_los_base_factor: null,
    };
    const message = (query: Query, figures: Figures) =>
      failure({ length_of_stay: "1", ...query }, { program: program(figures) });
    expect(message({}, none)).toBe(`Parameter psych_los_high_days ${WITHOUT_VALUE}`);
    expect(message({ prior_admission_within_30d: "1" }, none)).toBe(
      `Parameter psych_los_high_days_readmission ${WITHOUT_VALUE}`,
    );
    expect(message({}, { ...none, psych_los_high_days: "4" })).toBe(`Parameter psych_los_high_factor ${WITHOUT_VALUE}`);
    expect(message({}, { psych_los_base_factor: null })).toBe(`Parameter psych_los_base_factor ${WITHOUT_VALUE}`);
  });
});

describe("the factors of the patient", () => {
  it("are one product, rounded once", () => {
    const query = { length_of_stay: "1", age_group: "CHILD", has_intellectual_disability: "true" };
    const rate = psychiatricRate({ basePerDiem: money("0.03") });
    const figures = program({ psych_age_factor_child: "1.5", psych_intellectual_disability_factor: "1.2" });
    // 0.03 x 1.5 x 1.2 = 0.054; rounding after the first factor would give 0.05 x 1.2 = 0.06
    expect(price(query, { rate, program: figures }).method).toContain(
      "psych_base_per_diem_used (0.03) x psych_siw (1.0000) x age_factor_used (1.5) x mr_factor_used (1.2) = $0.05",
    );
  });

  it("fail in their order", () => {
    const query = { age_group: "CHILD", has_intellectual_disability: "true", comorbidity_category: "sepsis" };
    const message = (figures: Figures) => failure(query, { program: program(figures) });
    expect(message({ psych_age_factor_child: null, psych_intellectual_disability_factor: null })).toBe(
      `Parameter psych_age_factor_child ${WITHOUT_VALUE}`,
    );
    expect(message({ psych_intellectual_disability_factor: null })).toBe(
      `Parameter psych_intellectual_disability_factor ${WITHOUT_VALUE}`,
    );
  });

  it("of a comorbidity are published or not, and may have no value on the day", () => {
    const query = { length_of_stay: "1", comorbidity_category: "gi_hemorrhage" };
    const published = (start: string) => {
      const name = "psych_comorbidity_gi_hemorrhage";
      return rowsOf(parameters, [{ line: 2, name, value: factor("1.10"), period: period(start) }]);
    };
    expect(price(query, { program: published("2025-01-01") }).factors?.comorbidity?.value.text).toBe("1.10");
    expect(failure(query, { program: published("2025-03-02") })).toBe(
      "Parameter psych_comorbidity_gi_hemorrhage has no value on 2025-03-01; the nearest published period is 2025-03-02 onward.",
    );
    expect(failure(query, {})).toBe("No comorbidity factor is published for gi_hemorrhage.");
  });
});

describe("the length of stay", () => {
  it("is at least one day", () => {
    expect(workOut({ length_of_stay: "0" })).toMatchObject({
      method: null,
      noRate: { message: "length_of_stay must be at least 1 for service_type psychiatric." },
    });
  });

  it("when missing leaves the formula with its note", () => {
    const rateCodeNote = words`note: rate_code 2946 names acute, service_type psychiatric was used`;
    expect(workOut({ ect_treatments: "1" }, { rateCodeNote })).toMatchObject({
      payment: null,
      found: { psychiatric: { priced: null, basePerDiem: { value: { text: "100.00" } } } },
      noRate: { message: "length_of_stay is required for service_type psychiatric." },
      method:
        "adjusted_per_diem (100.00) x los_scaled_total (missing: length_of_stay); note: rate_code 2946 names acute, service_type psychiatric was used",
    });
  });
});

describe("parts beside the operating payment", () => {
  it("are left out where they are not published", () => {
    expect(price({ length_of_stay: "1" }).method).toBe(
      "psych_base_per_diem_used (100.00) x psych_siw (1.0000) = $100.00; los_scale_days_at_1_20 (1) x 1.20 + los_scale_days_at_1_00 (0) x 1.00 = los_scaled_total (1.20); adjusted_per_diem (100.00) x los_scaled_total (1.20) = $120.00; operating (120.00) = $120.00",
    );
  });

  it("show a non-operating per diem of zero, and no add-on of zero", () => {
    const rate = psychiatricRate({
      payerClass: "MMC",
      nonOpPerDiem: money("0"),
      sdpPerDiem: money("0"),
      hhAcrPerDiem: money("1.00"),
      dmePerDiem: null,
    });
    const outcome = price({ payer_class: "MMC", length_of_stay: "2" }, { rate });
    expect(outcome.method).toMatch(/operating \(240\.00\) \+ non_operating \(0\.00\) \+ hh_acr \(2\.00\) = \$242\.00$/);
    expect(outcome.priced).toMatchObject({ safetyNet: null, medicalEducation: null });
  });

  it("need an ECT rate only for treatments, and before an ALC per diem", () => {
    const days = { length_of_stay: "3" };
    expect(failure({ ...days, ect_treatments: "1", alc_days: "1" })).toBe(
      "No ECT rate is published for operating certificate 7000101H, payer class FFS.",
    );
    expect(failure({ ...days, ect_treatments: "0", alc_days: "1" })).toBe(
      "No ALC per diem is published for operating certificate 7000101H, payer class FFS.",
    );
    const rate = psychiatricRate({ ectPerTreatment: money("30.00") });
    expect(price({ ...days, ect_treatments: "2" }, { rate }).payment).toBe("420.00"); // 360.00 + 60.00
  });

  it("end with the note on the rate code", () => {
    const rateCodeNote = words`note: rate_code 2946 names acute, service_type psychiatric was used`;
    expect(price({ length_of_stay: "1" }, { rateCodeNote }).method).toMatch(/; note: rate_code 2946 names acute/);
  });
});

it("the record of a stay has its days, scaled and by the day, in the order of the page", () => {
  const rate = psychiatricRate({
    nonOpPerDiem: money("5.00"),
    ectPerTreatment: money("30.00"),
    alcPerDiem: money("10.00"),
    payerClass: "MMC",
    sdpPerDiem: money("3.00"),
    hhAcrPerDiem: money("2.00"),
    dmePerDiem: money("1.00"),
  });
  const query = { payer_class: "MMC", length_of_stay: "7", alc_days: "2", ect_treatments: "1" };
  const { sheet } = workOut(query, { rate });
  expect(
    sheet.steps.map(({ section, unit, value, wording }) => [section, unit, value?.text, wording !== null]),
  ).toEqual([
    ["ny 5.5 step 2", "dollars", "100.00", true],
    ["ny 5.5 step 4", "days", "5", false],
    ["ny 5.5 step 4", "days", "4", false],
    ["ny 5.5 step 4", "days", "1", false],
    ["ny 5.5 step 4", "factor", "5.80", true],
    ["ny 5.5 step 5", "dollars", "580.00", true],
    ["ny 5.5 step 5", "dollars", "25.00", true],
    ["ny 5.5 step 6", "dollars", "30.00", true],
    ["ny 5.5 step 7", "dollars", "20.00", true],
    ["ny 5.5 step 8", "dollars", "15.00", true],
    ["ny 5.5 step 8", "dollars", "10.00", true],
    ["ny 5.5 step 8", "dollars", "5.00", true],
    ["ny 5.5 step 9", "dollars", "685.00", true],
  ]);
});

describe("per diem", () => {
  const NOTE = words`note: rate_code 2999 names cah, service_type med_rehab was used`;

  function pay(query: Record<string, string>, rate: PerDiemRate = perDiemRate(), rateCodeNote: Words | null = null) {
    const stay = { request: inpatientRequest(query), opcert: "7000101H", rate, rateCodeNote };
    return workedOut(sheetOver(DAY, NOTATION), {}, (sheet) => perDiemPayment(stay, sheet));
  }

  it("pays each day", () => {
    expect(pay({ length_of_stay: "1" })).toMatchObject({
      payment: { value: { text: "1000.00" } },
      method: "per_diem (1000.00) x days (1) = $1000.00",
    });
  });

  it("pays ALC days at their own per diem, all days if need be", () => {
    const rate = perDiemRate({ alcPerDiem: money("100.00") });
    expect(pay({ length_of_stay: "3", alc_days: "3" }, rate, NOTE)).toMatchObject({
      payment: { value: { text: "300.00" } },
      method:
        "per_diem (1000.00) x days (0) = $0.00; alc_per_diem (100.00) x alc_days (3) = $300.00; per_diem_payment (0.00) + alc_payment (300.00) = $300.00; note: rate_code 2999 names cah, service_type med_rehab was used",
    });
  });

  it("has no price without days, and gives the formula when they were not sent", () => {
    expect(pay({ length_of_stay: "0" })).toMatchObject({
      payment: null,
      method: null,
      noRate: { message: "length_of_stay must be at least 1 for service_type med_rehab." },
    });
    expect(pay({}, perDiemRate({ serviceType: "cah" }), NOTE)).toMatchObject({
      payment: null,
      noRate: {
        code: "missing_information",
        message: "length_of_stay is required for service_type cah.",
        remedy: [{ parameter: "length_of_stay", value: null }],
      },
      method:
        "per_diem (1000.00) x days (missing: length_of_stay); note: rate_code 2999 names cah, service_type med_rehab was used",
      sheet: { steps: expect.arrayContaining([expect.objectContaining({ section: "ny 5.6 step 1", value: null })]) },
    });
  });

  it("finds out about a missing ALC per diem after the days", () => {
    expect(pay({ alc_days: "1" }).noRate?.message).toBe("length_of_stay is required for service_type med_rehab.");
    expect(pay({ length_of_stay: "2", alc_days: "1" })).toMatchObject({
      method: null,
      noRate: { message: "No ALC per diem is published for operating certificate 7000101H, payer class FFS." },
    });
  });
});
