import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { factor } from "../../src/core/money/factor.ts";
import { Money } from "../../src/core/money/money.ts";
import {
  anesthesiaFactors,
  countyLocalities,
  laboratoryFees,
  MEDICARE_PARAMETERS,
  medicareTables,
  type PhysicianValue,
  physicianValues,
  practiceCosts,
  STATUS_CODES,
  zipLocalities,
} from "../../src/dataset/medicare-tables.ts";
import { medicarePrice } from "../../src/medicare/price.ts";
import { priceParameters } from "../../src/medicare/request.ts";
import { requestReader } from "../../src/pricing/request/read.ts";
import { period } from "../support/rules.ts";
import { dataOf, rowsOf, type TableRows } from "../support/sheet.ts";

/* A made-up schedule: 2 work, 3 and 1 practice, 0.5 malpractice, $30; indices 1.1, 1.2 and 0.8 in San Francisco, 1 in the rest. */

const IN_2025 = { period: period("2025-01-01", "2025-12-31"), line: 2 };

function value(code: string, about: Partial<PhysicianValue> = {}): PhysicianValue {
  return {
    ...IN_2025,
    code,
    modifier: null,
    statusCode: "A",
    workRvu: factor("2"),
    nonFacilityPracticeRvu: factor("3"),
    nonFacilityNa: false,
    facilityPracticeRvu: factor("1"),
    facilityNa: false,
    malpracticeRvu: factor("0.5"),
    conversionFactor: factor("30"),
    pctcIndicator: "0",
    globalDays: "ZZZ",
    multipleProcedure: "0",
    bilateralSurgery: "0",
    assistantSurgery: "0",
    coSurgery: "0",
    teamSurgery: "0",
    capNonFacilityPracticeRvu: null,
    capFacilityPracticeRvu: null,
    capMalpracticeRvu: null,
    ...about,
  };
}

const ZERO = factor("0");
const NO_VALUES = { workRvu: ZERO, nonFacilityPracticeRvu: ZERO, facilityPracticeRvu: ZERO, malpracticeRvu: ZERO };
const cap = (practice: string) => ({
  capNonFacilityPracticeRvu: factor(practice),
  capFacilityPracticeRvu: factor(practice),
  capMalpracticeRvu: factor("0.5"),
});

function costs(locality: string, name: string, indices: readonly [string, string, string]) {
  const [work, practice, malpractice] = indices;
  const values = { workIndex: factor(work), practiceIndex: factor(practice), malpracticeIndex: factor(malpractice) };
  return {
    ...IN_2025,
    contractor: "01112",
    locality,
    state: "CA",
    localityName: name,
    ...values,
  };
}

const place = (zip: string, plusFour = false) => ({
  ...IN_2025,
  zip,
  state: "CA",
  contractor: "01112",
  locality: "05",
  plusFour,
});
const county = (name: string, locality: string, state = "CA") => ({
  ...IN_2025,
  state,
  county: name,
  contractor: "01112",
  locality,
});
const fee = (modifier: string | null, cents: bigint) => ({
  ...IN_2025,
  code: "80053",
  modifier,
  rate: new Money(cents),
});

const TABLES: readonly TableRows[] = [
  rowsOf(physicianValues, [
    value("10000"),
    value("10000", { modifier: "26", nonFacilityPracticeRvu: factor("0.5"), facilityPracticeRvu: factor("0.5") }),
    value("10000", { modifier: "53", workRvu: factor("1") }),
    value("10001", { facilityNa: true }),
    value("10002", cap("2.9")),
    value("10003", cap("3")),
    value("10004", cap("3.1")),
    value("10005", { statusCode: "R" }),
    value("10006", { statusCode: "R", ...NO_VALUES }),
    value("10007", { statusCode: "T" }),
    value("00100", { statusCode: "J", ...NO_VALUES }),
    value("80053", { statusCode: "X", ...NO_VALUES }),
    ...STATUS_CODES.map((statusCode) => value(`2000${statusCode}`, { statusCode })),
  ]),
  rowsOf(practiceCosts, [costs("05", "SAN FRANCISCO", ["1.1", "1.2", "0.8"]), costs("75", "REST", ["1", "1", "1"])]),
  rowsOf(zipLocalities, [place("94110"), place("90265", true)]),
  rowsOf(countyLocalities, [
    county("SAN FRANCISCO", "05"),
    county("ALL OTHER COUNTIES", "75"),
    county("ALL COUNTIES", "75", "AZ"),
  ]),
  rowsOf(anesthesiaFactors, [{ ...IN_2025, contractor: "01112", locality: "05", conversionFactor: factor("20.5") }]),
  rowsOf(laboratoryFees, [fee(null, 1056n), fee("QW", 1100n)]),
];

const reader = requestReader(priceParameters);

function priced(fields: Readonly<Record<string, string>>, tables = TABLES) {
  const read = reader.fromQuery({ date_of_service: "2025-10-15", ...fields }, { today: "2026-11-15" as Day });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const { payment, noRate, found, method, sheet } = medicarePrice(read.request, dataOf(...tables));
  return { amount: payment?.value.text ?? null, noRate, found, method, assumptions: sheet.assumptions };
}

const amount = (fields: Readonly<Record<string, string>>) => priced(fields).amount;
const AT = { zip: "94110", place_of_service: "non_facility" };

describe("a physician service (medicare 4.1)", () => {
  it("is the sum of adjusted values times the conversion factor, at each place", () => {
    // (2 x 1.1 + 3 x 1.2 + 0.5 x 0.8) x 30 = 6.2 x 30, and (2.2 + 1.2 + 0.4) x 30.
    expect(amount({ code: "10000", ...AT })).toBe("186.00");
    expect(amount({ code: "10000", ...AT, place_of_service: "facility" })).toBe("114.00");
    expect(amount({ code: "10000", ...AT, modifier: "26" })).toBe("96.00");
    expect(amount({ code: "10000", ...AT, modifier: "53" })).toBe("153.00");
  });

  it("is at no facility unless a place is sent, and says so", () => {
    const { amount: paid, assumptions } = priced({ code: "10000", zip: "94110" });
    expect(paid).toBe("186.00");
    expect(assumptions).toMatchObject([{ parameter: "place_of_service", value: "non_facility" }]);
  });

  it("is rounded once, half-up, from the exact sum", () => {
    const odd = value("10010", {
      workRvu: factor("0.01"),
      nonFacilityPracticeRvu: ZERO,
      malpracticeRvu: ZERO,
      conversionFactor: factor("50"),
    });
    const half = [rowsOf(physicianValues, [odd]), ...TABLES.slice(1)];
    // 0.01 x 1.1 x 50 = 0.55; with 0.5 dollars a value 0.0055, which is one cent.
    expect(priced({ code: "10010", ...AT }, half).amount).toBe("0.55");
    const small = [rowsOf(physicianValues, [{ ...odd, conversionFactor: factor("0.5") }]), ...TABLES.slice(1)];
    expect(priced({ code: "10010", ...AT }, small).amount).toBe("0.01");
  });

  it("is capped where the cap is less, and not where it is equal or more", () => {
    // 2.9 x 1.2 in place of 3 x 1.2: 3.60 dollars less.
    expect(amount({ code: "10002", ...AT })).toBe("182.40");
    expect(amount({ code: "10003", ...AT })).toBe("186.00");
    expect(amount({ code: "10004", ...AT })).toBe("186.00");
  });

  it("has the price that is printed where the schedule says NA, with a note", () => {
    expect(priced({ code: "10001", ...AT, place_of_service: "facility" })).toMatchObject({
      amount: "114.00",
      found: { notes: [expect.stringContaining("NA at a facility")] },
    });
    expect(priced({ code: "10001", ...AT }).found.notes).toEqual([]);
  });
});

it("says what payment indicators would change, and prices none of it (medicare 4.1 step 4)", () => {
  const notesOf = (about: Partial<PhysicianValue>) => {
    const tables = [rowsOf(physicianValues, [value("10011", about)]), ...TABLES.slice(1)];
    const { amount: paid, found } = priced({ code: "10011", ...AT }, tables);
    expect(paid).toBe("186.00");
    return found.notes;
  };
  expect(notesOf({ multipleProcedure: "9", bilateralSurgery: "9" })).toEqual([]);
  expect(notesOf({ multipleProcedure: "0", bilateralSurgery: null })).toEqual([]);
  expect(notesOf({ multipleProcedure: "2" })).toEqual([expect.stringContaining("(multiple procedure indicator 2)")]);
  expect(notesOf({ bilateralSurgery: "1" })).toEqual(["The price is for one side (bilateral surgery indicator 1)."]);
  expect(notesOf({ bilateralSurgery: "2" })).toEqual(["The price is for both sides (bilateral surgery indicator 2)."]);
});

it("says that minutes and units play no part for a code that is no anesthesia", () => {
  expect(priced({ code: "10000", ...AT, anesthesia_minutes: "30" })).toMatchObject({
    amount: "186.00",
    found: { notes: ["10000 is no anesthesia code: its price has no time and no units."] },
  });
});

describe("a status (medicare 3.3)", () => {
  it.each([
    ["A", null],
    ["R", null],
    ["T", null],
    ["B", "not_payable"],
    ["C", "by_report"],
    ["E", "not_loaded"],
    ["I", "not_payable"],
    ["M", "not_payable"],
    ["N", "not_payable"],
    ["P", "not_payable"],
    ["X", "not_loaded"],
  ])("%s decides whether there is a price, values or not", (status, code) => {
    const { amount: paid, noRate } = priced({ code: `2000${status}`, ...AT });
    expect([paid, noRate?.code ?? null]).toEqual([code === null ? "186.00" : null, code]);
    if (noRate !== null) expect(noRate.message).toContain(`status ${status}`);
  });

  it("R needs published values, and R and T come with a note", () => {
    expect(priced({ code: "10006", ...AT }).noRate?.code).toBe("by_report");
    expect(priced({ code: "10005", ...AT }).found.notes).toEqual([expect.stringContaining("restricted")]);
    expect(priced({ code: "10007", ...AT }).found.notes).toEqual([expect.stringContaining("no other service")]);
  });
});

describe("no price", () => {
  it("for a modifier without a row, a code that is not listed and a day without an edition", () => {
    expect(priced({ code: "10000", ...AT, modifier: "50" }).noRate).toMatchObject({
      code: "not_for_request",
      message:
        "Medicare's schedule has no row of 10000 with modifier 50; it has one for: no modifier, 26, 53. Medicare pays modifier 50 by a rule beside the schedule (bilateral surgery indicator 0), which is not priced here.",
    });
    expect(priced({ code: "10000", ...AT, modifier: "AS" }).noRate?.message).toContain(
      "(assistant surgery indicator 0)",
    );
    expect(priced({ code: "10000", ...AT, modifier: "25" }).noRate?.message).toMatch(/for: no modifier, 26, 53\.$/);
    expect(priced({ code: "99999", ...AT }).noRate?.code).toBe("code_not_listed");
    const next = priced({ code: "10000", ...AT, date_of_service: "2026-01-01" }).noRate;
    expect(next).toMatchObject({ code: "not_in_force", nearest: { end: "2025-12-31" } });
    expect(priced({ code: "10000", ...AT, date_of_service: "2025-12-31" }).amount).toBe("186.00");
  });

  it("where nothing is loaded, or no indices of the locality", () => {
    expect(priced({ code: "10000", ...AT }, []).noRate).toMatchObject({
      code: "not_loaded",
      message: expect.stringContaining("medicare/physician-values"),
    });
    expect(priced({ code: "10000", locality: "09102-03" }).noRate).toMatchObject({
      code: "not_loaded",
      message: expect.stringContaining("medicare/practice-costs"),
    });
  });
});

describe("the place (medicare 3.2)", () => {
  it.each([
    [{ zip: "94110" }, "186.00"],
    [{ zip: "94110-1234" }, "186.00"],
    [{ zip: "941101234" }, "186.00"],
    [{ locality: "01112-75" }, "165.00"],
    [{ zip: "94110", locality: "01112-75" }, "165.00"],
    [{ state: "ca", county: "San Francisco County" }, "186.00"],
    [{ zip: "90265", county: "san francisco" }, "186.00"],
    [{ state: "AZ", county: "any of them" }, "165.00"],
  ])("%o is one locality", (sent, expected) => {
    expect(amount({ code: "10000", place_of_service: "non_facility", ...sent } as never)).toBe(expected);
  });

  it("is never guessed: a ZIP code in several localities asks for the county", () => {
    expect(priced({ code: "10000", zip: "90265" })).toMatchObject({
      amount: null,
      noRate: { code: "missing_information", message: expect.stringContaining("send the county, or the locality") },
    });
  });

  it("is never guessed by nine digits, whose list is not loaded", () => {
    expect(priced({ code: "10000", zip: "90265-1234" }).noRate?.message).toContain("by nine digits is not loaded");
  });

  it("is never guessed: a county that no locality names asks for the locality of the rest", () => {
    for (const sent of [{ state: "CA" }, { zip: "90265" }] as const) {
      expect(priced({ code: "10000", ...sent, county: "Humboldt" } as never).noRate).toMatchObject({
        code: "missing_information",
        message: expect.stringContaining("all other counties is 01112-75: send it"),
        remedy: [{ parameter: "locality", value: "01112-75" }],
      });
    }
  });

  it("must be sent, in a state whose counties are loaded and a ZIP code that is listed", () => {
    for (const sent of [{}, { county: "San Francisco" }, { zip: "10001" }, { state: "NY", county: "Kings" }]) {
      expect(priced({ code: "10000", ...sent } as never).noRate?.code).toBe("missing_information");
    }
  });
});

describe("anesthesia (medicare 4.2)", () => {
  const CASE = { code: "00100", zip: "94110", anesthesia_base_units: "5", anesthesia_minutes: "61" };

  it("is base and time units to a tenth, times the factor of the locality", () => {
    // 61 / 15 = 4.07, so 4.1; (5 + 4.1) x 20.50 = 186.55.
    expect(priced({ ...CASE, modifier: "AA" })).toMatchObject({ amount: "186.55", found: { schedule: "anesthesia" } });
    expect(amount({ ...CASE, modifier: "QZ" })).toBe("186.55");
    // Half of 186.55 is 93.275.
    for (const modifier of ["QK", "QX", "QY"]) expect(amount({ ...CASE, modifier })).toBe("93.28");
    // 60 minutes are four units; 62.25 would be 4.15.
    expect(amount({ ...CASE, anesthesia_minutes: "60" })).toBe("184.50");
  });

  it("is personally performed unless a modifier says otherwise, and others have no price", () => {
    expect(priced(CASE).assumptions).toMatchObject([{ parameter: "modifier", value: "AA" }]);
    expect(priced({ ...CASE, modifier: "AD" }).noRate?.code).toBe("not_for_request");
  });

  it("needs minutes and base units", () => {
    const { anesthesia_minutes: _, ...withoutMinutes } = CASE;
    expect(priced(withoutMinutes).noRate?.remedy).toMatchObject([{ parameter: "anesthesia_minutes" }]);
    const { anesthesia_base_units: __, ...withoutUnits } = CASE;
    expect(priced(withoutUnits).noRate?.remedy).toMatchObject([{ parameter: "anesthesia_base_units" }]);
  });
});

it("a laboratory test has a national fee, by its modifier (medicare 4.3)", () => {
  expect(priced({ code: "80053" })).toMatchObject({
    amount: "10.56",
    found: { schedule: "laboratory", statusCode: "X" },
  });
  expect(amount({ code: "80053", modifier: "QW" })).toBe("11.00");
  expect(priced({ code: "80053", modifier: "26" }).noRate?.code).toBe("not_for_request");
});

describe("the page", () => {
  const PAGE = readFileSync(join(import.meta.dirname, "../../docs/methodology/medicare.md"), "utf8");

  it("has every table, column, parameter and section that the rules cite", () => {
    for (const { name, columns, section } of medicareTables) {
      expect(PAGE).toContain(`\`${name}.csv\``);
      expect(PAGE).toMatch(new RegExp(`^### ${section.replace("medicare ", "").replace(".", "\\.")} `, "m"));
      if (name === "parameters") continue;
      for (const column of Object.keys(columns)) {
        expect(PAGE, `${name} ${column}`).toContain(
          `\`${column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}\``,
        );
      }
    }
    for (const [name, { builtIn }] of Object.entries(MEDICARE_PARAMETERS))
      expect(PAGE).toContain(`| \`${name}\` | ${builtIn} |`);
    const source = join(import.meta.dirname, "../../src/medicare");
    const texts = readdirSync(source).map((file) => readFileSync(join(source, file), "utf8"));
    for (const [, number = ""] of texts.join("\n").matchAll(/medicare ([0-9](?:\.[0-9])?)/g)) {
      expect(PAGE).toMatch(new RegExp(`^##+ ${number.replace(".", "\\.")}[. ]`, "m"));
    }
  });
});
