import { describe, expect, it } from "vitest";
import type { Origin } from "../../../../src/dataset/table.ts";
import { factor } from "../../../../src/money/factor.ts";
import { physicianPrice } from "../../../../src/states/ga/outpatient/routing.ts";
import {
  anesthesiaBaseUnits,
  anesthesiaConversionFactors,
  enhancedEnrollments,
  type FeeRow,
  feeSchedule,
  type LabRow,
  labRates,
} from "../../../../src/states/ga/tables.ts";
import type { FeeCategory } from "../../../../src/states/ga/values.ts";
import {
  dataOf,
  ENDED,
  enhancedRow,
  enrollment,
  feeRow,
  IN_FORCE,
  labRow,
  NPI,
  outpatientRequest,
  period,
} from "../rows.ts";

type Query = Record<string, string>;

function price(fees: readonly FeeRow[], query: Query = {}, laboratory: readonly LabRow[] = []) {
  return physicianPrice(outpatientRequest(query), NPI, dataOf([feeSchedule, fees], [labRates, laboratory]));
}

const ofCategory = (serviceCategory: FeeCategory, differences: Partial<FeeRow> = {}) =>
  feeRow({ serviceCategory, ...differences });

it("takes the first of the eight schedules that has a row", () => {
  const units = { ...IN_FORCE, code: "99213", baseUnits: factor("6") };
  const conversionFactor = { ...IN_FORCE, modifier: "AA", conversionFactor: factor("18.20") };
  const schedules: readonly (readonly [string, unknown, Origin])[] = [
    ["anesthesia_flat", feeSchedule, ofCategory("anesthesia_flat")],
    ["anesthesia", anesthesiaBaseUnits, units],
    ["enhanced_rate", feeSchedule, enhancedRow("primary_care")],
    ["vaccine_admin", feeSchedule, ofCategory("vaccine_admin")],
    ["padl_drug", feeSchedule, ofCategory("padl_drug")],
    ["site_of_service", feeSchedule, ofCategory("site_of_service", { placeOfService: "facility" })],
    ["physician_fs", feeSchedule, ofCategory("physician_fs")],
    ["clinical_lab", labRates, labRow()],
  ];
  const request = outpatientRequest({ place_of_service: "facility" });
  for (let first = 0; first < schedules.length; first += 1) {
    const left = schedules.slice(first);
    const rowsOf = (table: unknown) => left.filter(([, each]) => each === table).map(([, , row]) => row);
    const data = dataOf(
      [feeSchedule, rowsOf(feeSchedule)],
      [anesthesiaBaseUnits, rowsOf(anesthesiaBaseUnits)],
      [labRates, rowsOf(labRates)],
      [anesthesiaConversionFactors, [conversionFactor]],
      [enhancedEnrollments, [enrollment("primary_care")]],
    );
    expect(physicianPrice(request, NPI, data)).toMatchObject({ kind: "priced", serviceCategory: left[0]?.[0] });
  }
});

it("an enhanced rate holds while the provider is enrolled, any other while its row does", () => {
  const enrolled = enrollment("primary_care", { period: period("2025-09-01", "2025-12-31") });
  const holds = (row: FeeRow) =>
    physicianPrice(outpatientRequest(), NPI, dataOf([feeSchedule, [row]], [enhancedEnrollments, [enrolled]])).period;
  expect(holds(enhancedRow("primary_care"))).toEqual(enrolled.period);
  expect(holds(feeRow())).toEqual(IN_FORCE.period);
});

it("a code with base units at any date is anesthesia, also where another schedule would price it", () => {
  const ended = { ...ENDED, code: "99213", baseUnits: factor("6") };
  const data = dataOf([feeSchedule, [feeRow()]], [anesthesiaBaseUnits, [ended]]);
  expect(physicianPrice(outpatientRequest(), NPI, data)).toMatchObject({
    kind: "failed",
    serviceCategory: "anesthesia",
    message:
      "No rate for code 99213 is published for 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
  });
});

describe("anesthesia flat fees", () => {
  const personally = ofCategory("anesthesia_flat", { modifier: "AA" });
  const unmodified = ofCategory("anesthesia_flat", { rate: factor("1.00") });

  it("without a modifier are those without one, else those personally performed", () => {
    expect(price([personally, unmodified])).toMatchObject({ modifier: null });
    expect(price([personally, { ...unmodified, ...ENDED }])).toMatchObject({ modifier: "AA" });
  });

  it("with a modifier are that modifier's only", () => {
    expect(price([personally, unmodified], { modifier: "QK" })).toMatchObject({ kind: "failed" });
    expect(price([personally, unmodified], { modifier: "AA" })).toMatchObject({ modifier: "AA" });
  });
});

describe("the physician fee schedule", () => {
  const nonFacility = feeRow({ placeOfService: "non_facility", rate: factor("20.00") });
  const bothPlaces = feeRow({ rate: factor("30.00") });
  const facility = { place_of_service: "facility" };
  const priceOf = (rows: readonly FeeRow[], query?: Query) => price(rows, query).payment?.text;

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
  const message = (...arguments_: Parameters<typeof price>) => price(...arguments_).message;

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
