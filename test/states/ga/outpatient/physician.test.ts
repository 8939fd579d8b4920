import { describe, expect, it } from "vitest";
import type { Day } from "../../../../src/core/calendar/day.ts";
import { factor } from "../../../../src/core/money/factor.ts";
import type { PlaceOfService } from "../../../../src/pricing/place-of-service.ts";
import { Figure } from "../../../../src/pricing/worksheet/calculation.ts";
import {
  enhancedRate,
  enrolledRates,
  feeRowPayment,
  physicianPayment,
} from "../../../../src/states/ga/outpatient/physician.ts";
import {
  anesthesiaBaseUnits,
  anesthesiaConversionFactors,
  type Enrollment,
  enhancedEnrollments,
  type FeeRow,
  feeSchedule,
  type LabRow,
  labRates,
} from "../../../../src/states/ga/tables.ts";
import { type FeeCategory, NOTATION } from "../../../../src/states/ga/values.ts";
import { rowsOf, sheetOver, type TableRows } from "../../../support/sheet.ts";
import {
  DAY,
  ENDED,
  enhancedRow,
  enrollment,
  feeRow,
  IN_FORCE,
  labRow,
  NPI,
  outpatientOutcome,
  outpatientRequest,
  period,
  sheetOf,
  whyNot,
} from "../rows.ts";

describe("the schedule of a physician code", () => {
  type Query = Record<string, string>;

  function outcome(query: Query, ...tables: readonly TableRows[]) {
    return outpatientOutcome(sheetOf(...tables), (sheet, found) =>
      physicianPayment(outpatientRequest(query), NPI, sheet, found),
    );
  }

  function price(fees: readonly FeeRow[], query: Query = {}, laboratory: readonly LabRow[] = []) {
    return outcome(query, rowsOf(feeSchedule, fees), rowsOf(labRates, laboratory));
  }

  const ofCategory = (serviceCategory: FeeCategory, differences: Partial<FeeRow> = {}) =>
    feeRow({ serviceCategory, ...differences });

  it("takes the first of the eight schedules that has a row", () => {
    const units = { ...IN_FORCE, code: "99213", baseUnits: factor("6") };
    const conversionFactor = { ...IN_FORCE, modifier: null, conversionFactor: factor("18.20") };
    const schedules: readonly (readonly [string, TableRows])[] = [
      ["anesthesia_flat", rowsOf(feeSchedule, [ofCategory("anesthesia_flat")])],
      ["anesthesia", rowsOf(anesthesiaBaseUnits, [units])],
      ["enhanced_rate", rowsOf(feeSchedule, [enhancedRow("primary_care")])],
      ["vaccine_admin", rowsOf(feeSchedule, [ofCategory("vaccine_admin")])],
      ["padl_drug", rowsOf(feeSchedule, [ofCategory("padl_drug")])],
      ["site_of_service", rowsOf(feeSchedule, [ofCategory("site_of_service", { placeOfService: "facility" })])],
      ["physician_fs", rowsOf(feeSchedule, [ofCategory("physician_fs")])],
      ["clinical_lab", rowsOf(labRates, [labRow()])],
    ];
    for (let first = 0; first < schedules.length; first += 1) {
      const left = schedules.slice(first);
      const { noRate, found } = outcome(
        { place_of_service: "facility" },
        ...left.map(([, rows]) => rows),
        rowsOf(anesthesiaConversionFactors, [conversionFactor]),
        rowsOf(enhancedEnrollments, [enrollment("primary_care")]),
      );
      expect(noRate).toBeNull();
      expect(found.serviceCategory).toBe(left[0]?.[0]);
    }
  });

  it("an enhanced rate holds while the provider is enrolled, any other while its row does", () => {
    const enrolled = enrollment("primary_care", { period: period("2025-09-01", "2025-12-31") });
    const holds = (row: FeeRow) =>
      outcome({}, rowsOf(feeSchedule, [row]), rowsOf(enhancedEnrollments, [enrolled])).period;
    expect(holds(enhancedRow("primary_care"))).toEqual(enrolled.period);
    expect(holds(feeRow())).toEqual(IN_FORCE.period);
  });

  it("an enhanced rate has the request's modifier", () => {
    const tables = [
      rowsOf(feeSchedule, [enhancedRow("primary_care"), feeRow({ modifier: "26" })]),
      rowsOf(enhancedEnrollments, [enrollment("primary_care")]),
    ];
    expect(outcome({}, ...tables).found.serviceCategory).toBe("enhanced_rate");
    expect(outcome({ modifier: "26" }, ...tables).found.serviceCategory).toBe("physician_fs");
  });

  it("a code with base units at any date is anesthesia, also where another schedule would price it", () => {
    const ended = { ...ENDED, code: "99213", baseUnits: factor("6") };
    const { noRate, found } = outcome({}, rowsOf(feeSchedule, [feeRow()]), rowsOf(anesthesiaBaseUnits, [ended]));
    expect(found.serviceCategory).toBe("anesthesia");
    expect(noRate).toMatchObject({
      code: "not_in_force",
      message:
        "No rate for code 99213 is published for 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
      searched: { table: anesthesiaBaseUnits },
    });
  });

  describe("anesthesia flat fees", () => {
    const personally = ofCategory("anesthesia_flat", { modifier: "AA" });
    const unmodified = ofCategory("anesthesia_flat", { rate: factor("1.00") });

    it("without a modifier are those without one, even beside those with one", () => {
      expect(price([personally, unmodified]).found.modifier).toBeNull();
    });

    it("E19: with modifiers only, none is taken: what is published is listed, and a row of another schedule stays behind", () => {
      const byReport = ofCategory("anesthesia_flat", { modifier: "QK", rate: null, manuallyPriced: true });
      const { noRate, found } = price([personally, byReport, feeRow(), { ...unmodified, ...ENDED }]);
      expect(noRate).toMatchObject({
        code: "not_for_request",
        message: "Code 99213 has no anesthesia flat fee without a modifier on 2025-09-15; published modifiers: AA, QK.",
        remedy: [{ parameter: "modifier", value: "AA" }],
      });
      expect(found).toEqual({ publishedModifiers: ["AA", "QK"] });
    });

    it("with a modifier are that modifier's only", () => {
      expect(price([personally, unmodified], { modifier: "QK" }).noRate?.code).toBe("not_for_request");
      expect(price([personally, unmodified], { modifier: "AA" }).found.modifier).toBe("AA");
    });
  });

  describe("the physician fee schedule", () => {
    const nonFacility = feeRow({ placeOfService: "non_facility", rate: factor("20.00") });
    const bothPlaces = feeRow({ rate: factor("30.00") });
    const facility = { place_of_service: "facility" };
    const priceOf = (rows: readonly FeeRow[], query?: Query) => price(rows, query).payment?.value.text;

    it("prefers the row of the place", () => {
      expect(priceOf([bothPlaces, nonFacility])).toBe("20.00");
      expect(priceOf([bothPlaces])).toBe("30.00");
      expect(priceOf([nonFacility, bothPlaces], facility)).toBe("30.00");
      expect(priceOf([nonFacility], facility)).toBe("20.00");
    });

    it("gives way to the site-of-service rate at a facility only", () => {
      const siteOfService = ofCategory("site_of_service", { placeOfService: "facility", rate: factor("10.00") });
      expect(priceOf([nonFacility, siteOfService], facility)).toBe("10.00");
      expect(priceOf([nonFacility, siteOfService])).toBe("20.00");
    });
  });

  describe("why no schedule prices a code", () => {
    const message = (...arguments_: Parameters<typeof price>) => price(...arguments_).noRate?.message;

    it("E5: it is not published", () => {
      expect(message([])).toBe(
        "No Georgia physician, anesthesia, drug, vaccine or laboratory rate is published for code 99213.",
      );
    });

    it("E6: it is not published for the day; the nearest period is that of any schedule", () => {
      const later = { period: period("2025-09-16") };
      expect(message([feeRow(ENDED)], {}, [labRow(later)])).toBe(
        "No rate for code 99213 is published for 2025-09-15; the nearest published period is 2025-09-16 onward.",
      );
    });

    it("E7: not with this modifier; those of the day are listed, laboratory's included, none last", () => {
      const rows = [
        feeRow({ modifier: "TC" }),
        feeRow(),
        feeRow({ modifier: "26" }),
        feeRow({ modifier: "EP", ...ENDED }),
      ];
      expect(message(rows, { modifier: "50" }, [labRow({ modifier: "QW" }), labRow({ modifier: "26" })])).toBe(
        "Code 99213 has no rate row with modifier 50 on 2025-09-15; published modifiers: 26, QW, TC, none.",
      );
      expect(message([feeRow({ modifier: "TC" })])).toBe(
        "Code 99213 has no rate row with modifier none on 2025-09-15; published modifiers: TC.",
      );
    });

    it("E8: only at facilities", () => {
      const siteOfService = ofCategory("site_of_service", { placeOfService: "facility" });
      expect(message([siteOfService, enhancedRow("primary_care")])).toBe(
        "Code 99213 is published only for place_of_service facility.",
      );
    });

    it("E9: only as an enhanced rate; its programs of the day and modifier are listed once each", () => {
      const rows = [
        enhancedRow("primary_care"),
        enhancedRow("ob_gyn", { placeOfService: "facility" }),
        enhancedRow("ob_gyn", { placeOfService: "non_facility" }),
        enhancedRow("dental", ENDED),
        enhancedRow("behavioral_health", { modifier: "U1" }),
      ];
      expect(message(rows)).toBe(
        "Code 99213 is published only as an enhanced rate (ob_gyn, primary_care) that does not apply to this provider and place of service.",
      );
    });
  });

  it("failures name the table that was searched, in which the code has other rows", () => {
    const searched = { table: feeSchedule, key: { code: "99213" } };
    const facility = ofCategory("site_of_service", { placeOfService: "facility" });
    for (const rows of [[], [feeRow(ENDED)], [feeRow({ modifier: "TC" })], [facility], [enhancedRow("primary_care")]]) {
      expect(price(rows).noRate).toMatchObject({ searched });
    }
  });

  describe("what would help", () => {
    const noRate = (...arguments_: Parameters<typeof price>) => price(...arguments_).noRate;
    const siteOfService = ofCategory("site_of_service", { placeOfService: "facility" });

    it("is nothing for a code that is not published, and the nearest day for one that was", () => {
      const searched = { table: feeSchedule, key: { code: "99213" } };
      expect(noRate([])).toMatchObject({ code: "code_not_listed", searched, remedy: [] });
      expect(noRate([feeRow(ENDED)])).toMatchObject({
        code: "not_in_force",
        searched,
        nearest: ENDED.period,
        remedy: [{ parameter: "date_of_service", value: "2025-06-30" }],
      });
    });

    it("is a modifier with a price at the place of the request, for any provider", () => {
      const rows = [
        feeRow({ modifier: "TC" }),
        feeRow({ modifier: "52", rate: null, manuallyPriced: true }),
        { ...siteOfService, modifier: "53" },
        enhancedRow("primary_care", { modifier: "54" }),
      ];
      const values = (query: Query) => noRate(rows, query, [labRow()])?.remedy.map(({ value }) => value);
      expect(values({ modifier: "50" })).toEqual(["TC", ""]);
      expect(values({ modifier: "50", place_of_service: "facility" })).toEqual(["53", "TC", ""]);
    });

    it("is the place that the code is published for", () => {
      expect(noRate([siteOfService])).toMatchObject({
        code: "not_for_request",
        remedy: [{ parameter: "place_of_service", value: "facility" }],
      });
      expect(noRate([{ ...siteOfService, rate: null, manuallyPriced: true }])?.remedy).toEqual([]);
    });

    it("is the place of an enhanced rate, for those enrolled", () => {
      const fees = rowsOf(feeSchedule, [enhancedRow("primary_care", { placeOfService: "facility" })]);
      expect(outcome({}, fees).noRate).toMatchObject({ code: "not_for_provider_type", remedy: [] });
      expect(outcome({}, fees, rowsOf(enhancedEnrollments, [enrollment("primary_care")])).noRate).toMatchObject({
        code: "not_for_request",
        remedy: [{ parameter: "place_of_service", value: "facility" }],
      });
    });
  });

  describe("the record", () => {
    it("says of each row that was passed over why", () => {
      const nonFacility = feeRow({ placeOfService: "non_facility" });
      const whyNotOf = (row: FeeRow) =>
        whyNot(
          outcome(
            {},
            rowsOf(feeSchedule, [row, nonFacility]),
            rowsOf(enhancedEnrollments, [enrollment("primary_care")]),
          ),
          row,
        );
      expect(whyNotOf(feeRow({ modifier: "26" }))).toBe("another modifier, 26");
      expect(whyNotOf(feeRow(ENDED))).toBe("another period");
      expect(whyNotOf(feeRow())).toBe("for both places, and a row for non_facility comes first");
      expect(whyNot(price([feeRow(), nonFacility], { place_of_service: "facility" }), nonFacility)).toBe(
        "for place_of_service non_facility",
      );
      expect(whyNotOf(ofCategory("site_of_service", { placeOfService: "facility" }))).toBe(
        "for place_of_service facility",
      );
      expect(whyNotOf(enhancedRow("ob_gyn"))).toBe("not enrolled in program ob_gyn");
      expect(whyNotOf(enhancedRow("primary_care", { placeOfService: "facility" }))).toBe(
        "for place_of_service facility",
      );
    });

    it("says of enhanced rates which came first, and of other schedules that one did", () => {
      const best = enhancedRow("ob_gyn", { rate: factor("92.47") });
      const lower = enhancedRow("primary_care", { rate: factor("92.46") });
      const asHigh = enhancedRow("primary_care", { rate: factor("92.470") });
      const standard = feeRow();
      const priced = outcome(
        {},
        rowsOf(feeSchedule, [lower, asHigh, best, standard]),
        rowsOf(enhancedEnrollments, [enrollment("primary_care"), enrollment("ob_gyn")]),
      );
      expect(priced.payment?.value.text).toBe("92.47");
      expect(whyNot(priced, best)).toBeNull();
      expect(whyNot(priced, lower)).toBe("a lower rate, 92.46");
      expect(whyNot(priced, asHigh)).toBe("the same rate, and program ob_gyn comes before primary_care");
      expect(whyNot(priced, standard)).toBe("enhanced_rate comes before physician_fs");
    });

    it("has the price, the share of a component and the age group, each under its step", () => {
      const component = feeRow({ modifier: "26", rate: factor("8.06"), ageGroup: "ADULT" });
      const base = feeRow({ rate: factor("27.10") });
      const priced = price([base, component], { modifier: "26" });
      expect(priced.sheet.steps.map(({ section, value, decimals }) => [section, value?.text, decimals])).toEqual([
        ["ga 4.3 step 6", "8.06", 2],
        ["ga 4.3 step 6", "0.2974", 4],
        ["ga 4.3 step 6", undefined, null],
      ]);
      expect(priced.payment?.source).toBe(priced.sheet.steps[0]);
      expect(whyNot(priced, base)).toBeNull();
    });

    it("says that the place was assumed, where a row was chosen by it", () => {
      const assumed = (...of: Parameters<typeof price>) =>
        price(...of).sheet.assumptions.map(({ parameter }) => parameter);
      expect(assumed([feeRow()])).toEqual(["place_of_service"]);
      expect(assumed([feeRow()], { place_of_service: "non_facility" })).toEqual([]);
      expect(assumed([ofCategory("padl_drug")])).toEqual([]);
      expect(assumed([ofCategory("site_of_service", { placeOfService: "facility" })])).toEqual(["place_of_service"]);
    });
  });
});

describe("an enhanced rate", () => {
  interface Sent {
    readonly place?: PlaceOfService;
    readonly day?: string;
  }

  function choose(rows: readonly FeeRow[], enrollments: readonly Enrollment[], sent: Sent = {}) {
    const { place = "non_facility", day = DAY } = sent;
    const sheet = sheetOver(day as Day, NOTATION, rowsOf(enhancedEnrollments, enrollments));
    const row = enhancedRate(enrolledRates(rows, NPI, sheet), place, sheet);
    if (row !== undefined) sheet.use(row);
    return { row, sheet };
  }

  const primaryCare = enhancedRow("primary_care");
  const inPrimaryCare = enrollment("primary_care");

  it("is for those enrolled in its program, from the first day to the last", () => {
    const enrolled = [enrollment("primary_care", { period: period("2025-08-01", "2025-08-31") })];
    const on = (day: string) => choose([primaryCare], enrolled, { day }).row !== undefined;
    expect(["2025-07-31", "2025-08-01", "2025-08-31", "2025-09-01"].map(on)).toEqual([false, true, true, false]);
    expect(choose([primaryCare], [enrollment("ob_gyn")]).row).toBeUndefined();
    expect(choose([primaryCare], [enrollment("primary_care", { npi: "1111111104" })]).row).toBeUndefined();
  });

  it("holds while the rate is published and the provider is enrolled", () => {
    const row = enhancedRow("primary_care", { period: period("2025-07-01", "2025-12-31") });
    const enrolled = enrollment("primary_care", { period: period("2025-09-01", "2026-06-30") });
    const chosen = choose([row], [enrolled]);
    expect(chosen.row).toBe(row);
    expect(chosen.sheet.readings.period).toEqual(period("2025-09-01", "2025-12-31"));
  });

  it("has the request's place, or applies to both places", () => {
    const facility = enhancedRow("primary_care", { placeOfService: "facility" });
    expect(choose([facility], [inPrimaryCare]).row).toBeUndefined();
    expect(choose([facility], [inPrimaryCare], { place: "facility" }).row).toBe(facility);
    expect(choose([primaryCare], [inPrimaryCare], { place: "facility" }).row).toBe(primaryCare);
    expect(choose([feeRow()], [inPrimaryCare]).row).toBeUndefined();
  });

  it("of several is the place's own, then the highest, then the first program by name", () => {
    const enrolled = ["primary_care", "ob_gyn", "dental"].map((program) => enrollment(program));
    const chosen = (...rows: FeeRow[]) => choose(rows, enrolled).row;
    const high = enhancedRow("dental", { rate: factor("99.00") });
    const low = enhancedRow("ob_gyn", { rate: factor("9.5") });
    expect(chosen(low, high)).toBe(high);
    expect(chosen(high, low)).toBe(high);
    const lowOfPlace = enhancedRow("primary_care", { rate: factor("1.00"), placeOfService: "non_facility" });
    expect(chosen(high, lowOfPlace)).toBe(lowOfPlace);
    const asHigh = enhancedRow("ob_gyn", { rate: factor("99.000") });
    expect(chosen(asHigh, high)).toBe(high);
  });
});

describe("a fee row", () => {
  function price(row: FeeRow, ...others: FeeRow[]) {
    return outpatientOutcome(sheetOf(), (sheet, found) => feeRowPayment(row, [row, ...others], sheet, found));
  }

  it("is paid digit for digit when its rate has more than two decimals, and that is all there is to say", () => {
    const of = (rate: string) => {
      const { payment, method } = price(feeRow({ rate: factor(rate) }));
      return [payment?.value.text, method];
    };
    expect(of("0.004999")).toEqual(["0.004999", "Physician fee schedule rate ($0.004999)"]);
    expect(of("12.340")).toEqual(["12.340", "Physician fee schedule rate ($12.340)"]);
    expect(of("12.34")).toEqual(["12.34", "Physician fee schedule rate ($12.34) = $12.34"]);
    expect(of("12.3")).toEqual(["12.30", "Physician fee schedule rate ($12.30) = $12.30"]);
    expect(of("12")).toEqual(["12.00", "Physician fee schedule rate ($12.00) = $12.00"]);
  });

  it("says what follows a rate with many decimals after it", () => {
    const component = feeRow({ modifier: "TC", rate: factor("4.0315"), ageGroup: "ADULT" });
    expect(price(component, feeRow({ rate: factor("8.0630") })).method).toBe(
      "Physician fee schedule rate with modifier TC ($4.0315); modifier adjustment = rate ($4.0315) / base rate ($8.0630) = 0.5000; age group ADULT",
    );
  });

  it("names the schedule, the program, the modifier and the age group", () => {
    expect(price(enhancedRow("ob_gyn", { modifier: "U1" })).method).toBe(
      "Enhanced rate for program ob_gyn with modifier U1 ($76.15) = $76.15",
    );
    expect(price(feeRow({ ageGroup: "ADULT" })).method).toBe(
      "Physician fee schedule rate ($76.15) = $76.15; age group ADULT",
    );
  });

  it("compares a component with the unmodified row of its own schedule, place and program", () => {
    const component = feeRow({ modifier: "26", rate: factor("8.06"), placeOfService: "non_facility" });
    const adjustment = (base: FeeRow) => price(component, base).found.component?.adjustment.value.text ?? null;
    const base = feeRow({ rate: factor("27.105"), placeOfService: "non_facility" });
    expect(adjustment(base)).toBe("0.2974");
    expect(adjustment({ ...base, placeOfService: null })).toBeNull();
    expect(adjustment({ ...base, serviceCategory: "padl_drug" })).toBeNull();
    expect(adjustment({ ...base, program: "ob_gyn" })).toBeNull();
    expect(adjustment({ ...base, rate: factor("0.00") })).toBeNull();
    expect(adjustment({ ...base, rate: null, manuallyPriced: true })).toBeNull();
  });

  it("compares no other modifier", () => {
    expect(price(feeRow({ modifier: "EP" }), feeRow()).found.component).toBeNull();
    expect(price(feeRow({ modifier: "TC" }), feeRow()).found.component?.adjustment.value.text).toBe("1.0000");
  });

  it("without an amount is priced by hand", () => {
    const row = feeRow({ modifier: "26", rate: null, manuallyPriced: true, ...ENDED });
    const { noRate, method, period, found, payment } = price(row, feeRow());
    expect(noRate).toMatchObject({
      code: "by_report",
      message: "Code 99213 is manually priced: Georgia publishes no amount for it and sets the payment per claim.",
    });
    expect(payment).toBeNull();
    expect(method).toBe("Manually priced: no published amount; payment is determined per claim");
    expect(period).toEqual(ENDED.period);
    expect(found).toEqual({ serviceCategory: "physician_fs", modifier: "26", fee: row });
  });

  it("is recorded with its published digits, whatever is printed; the price is exact where nothing rounds it", () => {
    const recorded = (rate: string) => {
      const row = feeRow({ serviceCategory: "padl_drug", rate: factor(rate) });
      const { sheet, payment } = price(row);
      const [step] = sheet.steps;
      const input = step?.formula;
      if (!(input instanceof Figure)) throw new Error("The price is computed");
      expect(payment?.source).toBe(step);
      expect(input.source).toMatchObject({ name: "rate", unit: "dollars", from: { row, column: "rate" } });
      return [input.source.value?.text, step?.value?.text, step?.decimals, step?.section];
    };
    expect(recorded("12.3")).toEqual(["12.3", "12.30", 2, "ga 4.3 step 4"]);
    expect(recorded("0.0842")).toEqual(["0.0842", "0.0842", null, "ga 4.3 step 4"]);
  });

  it("uses the base row of a component, which the share that is shown does not outlive", () => {
    const component = feeRow({ modifier: "26", rate: factor("8.06") });
    const september = { period: period("2025-09-01", "2025-09-30") };
    expect(price(component, feeRow(september)).period).toEqual(september.period);
    expect(price(component, feeRow({ ...september, rate: factor("0.00") })).period).toEqual(component.period);
  });
});
