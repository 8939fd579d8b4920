import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Schema } from "../../../src/core/schema/schema.ts";
import { catalogueOf } from "../../../src/serve/http/catalogue.ts";
import { states } from "../../../src/states/index.ts";
import { csvText, type SortValue, sorted } from "../../../web/src/parts/data-table.tsx";
import { commaFault, typedDigits } from "../../../web/src/words/amount.ts";
import {
  figureTitle,
  learnWords,
  namesOf,
  plainWords,
  type Result,
  valuesText,
  valueText,
} from "../../../web/src/words/names.ts";

describe("the values of lists", () => {
  const catalogue = catalogueOf(states);
  const lookups = states.flatMap((state) => state.lookups.map((lookup) => ({ state, lookup })));
  beforeAll(() => learnWords(catalogue));
  afterAll(() => learnWords({ states: [] }));

  /** What no reader should meet: names of programs, and flags that are no words. */
  const FOR_PROGRAMS = /_|^(?:true|false)$/;

  /** The values that a schema lists, and those of its members. */
  function listedIn({ type, enum: values = [], items, properties = {} }: Schema): readonly string[] {
    const flags = [type].flat().includes("boolean") ? ["true", "false"] : [];
    const members = [...Object.values(properties), ...(items === undefined ? [] : [items])];
    return [...values.filter((value) => value !== null), ...flags, ...members.flatMap(listedIn)];
  }

  test("of every parameter and every field of a result are words", () => {
    const listed = lookups.flatMap(({ state, lookup }) => [
      ...[...Object.values(lookup.parameters), ...Object.values(state.search.parameters)].flatMap(({ schema }) =>
        listedIn(schema as Schema),
      ),
      ...Object.keys(lookup.knownValues).flatMap((name) =>
        String(lookup.parameters[name]?.schema.default ?? "").split(" "),
      ),
      ...listedIn(lookup.resultSchema),
    ]);
    expect(listed.length).toBeGreaterThan(200);
    expect(listed.filter((value) => FOR_PROGRAMS.test(valueText(value)))).toEqual([]);
    expect(["non_facility", "true", "physician_office", "CLINICAL_LABORATORY"].map(valueText)).toEqual([
      "non-facility",
      "yes",
      "Physician Office",
      "Clinical Laboratory",
    ]);
    expect(valuesText("non_facility; FFS")).toBe("non-facility; Fee-for-Service");
  });

  test("are words in every description of a parameter too", () => {
    const descriptions = catalogue.states.flatMap(({ settings, search }) =>
      [...settings, search].flatMap(({ parameters }) => parameters.map(({ description }) => plainWords(description))),
    );
    expect(descriptions.filter((text) => text.includes("_"))).toEqual([]);
    expect(plainWords("mostly non_facility")).toBe("mostly non-facility");
  });

  test("name results in words", () => {
    const result = (others: object): Result => ({
      payment_rate: "1.00",
      payment_rate_type: null,
      error_message: null,
      ...others,
    });
    expect(namesOf([result({ at: "facility" }), result({ at: "non_facility" })])).toEqual(["facility", "non-facility"]);
  });
});

describe("figure name", () => {
  const catalogue = catalogueOf(states);

  /** What the declarations of a state's setting say of its figures. */
  function settingOf(code: string, name: string) {
    const setting = catalogue.states
      .find((state) => state.code === code)
      ?.settings.find((each) => each.setting === name);
    if (setting === undefined) throw new Error(`no ${code} ${name}`);
    return setting;
  }

  beforeAll(() => learnWords(catalogue));
  afterAll(() => learnWords({ states: [] }));

  describe("a figure", () => {
    test.each([
      ["siw", "Service intensity weight of the APR-DRG"],
      ["discharge_rate_used", "Hospital's discharge case payment rate"],
      ["los_scale_days_at_1_20", "Days at the high scale factor"],
      ["capital_per_disch_used", "Capital per discharge"],
      // No field of the result: the column's own words.
      ["psych_alc_days", "Psych ALC days"],
      ["conversion factor", "Conversion factor"],
    ])("%s is called %s", (name, title) => {
      expect(figureTitle(name, settingOf("ny", "inpatient"))).toBe(title);
    });

    test("of any state has no underscore and no digit of its field left in it", () => {
      for (const { settings } of catalogue.states) {
        for (const setting of settings) {
          for (const name of Object.keys(setting.figures))
            expect(figureTitle(name, setting)).toMatch(/^[A-Z0-9][^_]+$/);
        }
      }
    });
  });
});

const result = (fields: Readonly<Record<string, unknown>>): Result => ({
  payment_rate: "1.00",
  payment_rate_type: "claim",
  error_message: null,
  ...fields,
});

describe("what distinguishes results", () => {
  test("is nothing where there is one", () => {
    expect(namesOf([result({})])).toEqual([""]);
    expect(namesOf([])).toEqual([]);
  });

  test("is the severity, by its name, and not the weight or the price", () => {
    const results = [1, 2].map((soi) => result({ payment_rate: `${soi}.50`, weight: `0.${soi}`, soi }));
    expect(namesOf(results)).toEqual(["SOI 1", "SOI 2"]);
  });

  test("is the campus, which speaks for itself", () => {
    const results = ["Airport", "Downtown"].map((campus_name) => result({ campus_name, city: campus_name }));
    expect(namesOf(results)).toEqual(["Airport", "Downtown"]);
  });

  test("is two fields where one does not do, and the place where nothing does", () => {
    const results = [
      result({ region: "North", is_rural: true }),
      result({ region: "North", is_rural: false }),
      result({ region: "South", is_rural: true }),
    ];
    expect(namesOf(results)).toEqual(["North, Is rural: yes", "North, Is rural: no", "South, Is rural: yes"]);
    expect(namesOf([result({ a: 1 }), result({ a: 1 })])).toEqual(["1", "2"]);
  });
});

describe("typed number", () => {
  /** Every way to put one sign of a list between the digits of a number. */
  function withSign(digits: string, sign: string): readonly string[] {
    return Array.from({ length: digits.length - 1 }, (_, place) => {
      return `${digits.slice(0, place + 1)}${sign}${digits.slice(place + 1)}`;
    });
  }

  describe("a typed number", () => {
    test.each([
      ["0.9", "0.9"],
      ["25000", "25000"],
      ["$25,000", "25000"],
      ["$ 25,000.50", "25000.50"],
      [" 25 000 ", "25000"],
      ["1\u202f234\u202f567.8", "1234567.8"],
      ["812,400", "812400"],
      ["1,234,567.89", "1234567.89"],
    ])("%j is %s", (typed, digits) => {
      expect(typedDigits(typed)).toBe(digits);
      expect(commaFault(typed)).toBeUndefined();
    });

    test.each([
      "0,9",
      "1,1",
      "12,34",
      "0,900",
      "1234,567",
      "1,234,56",
      "1,234 567",
      "25,000,50",
      "1,,000",
      ",900",
      "1,",
      "1.234,5",
    ])("%j is not taken for another number", (typed) => {
      expect(typedDigits(typed)).toBeNull();
      expect(commaFault(typed)).toContain("A point separates decimals");
    });

    test.each(["", "abc", "$", "1 1", "1\t000", "-5", "-5,000", "1e3", ".9", "5.", "1.2.3"])(
      "%j is no number",
      (typed) => {
        expect(typedDigits(typed)).toBeNull();
        expect(commaFault(typed)).toBeUndefined();
      },
    );

    test("a sign between digits is read only where exactly three follow it", () => {
      for (const digits of ["12", "123", "1234", "12345", "123456", "1234567"]) {
        for (const sign of [",", " "]) {
          const read = withSign(digits, sign).filter((typed) => typedDigits(typed) !== null);
          const grouped = `${digits.slice(0, -3)}${sign}${digits.slice(-3)}`;
          expect(read).toEqual(digits.length > 3 && digits.length < 7 ? [grouped] : []);
          expect(read.map(typedDigits)).toEqual(read.map(() => digits));
        }
      }
    });
  });
});

describe("csv", () => {
  test("a table as CSV is quoted, and runs no formula that stands in a name", () => {
    const lines = [
      ["Provider", "Price", "Difference"],
      ['The "Oaks", Inc.', "24.00", "-3.10"],
      [" =HYPERLINK(1)", null, -3],
      ["\uff1d1+1", "+1", "\n@SUM(A1)"],
    ];
    expect(csvText(lines)).toBe(
      [
        "Provider,Price,Difference",
        '"The ""Oaks"", Inc.",24.00,-3.10',
        "' =HYPERLINK(1),,-3",
        `'\uff1d1+1,'+1,"'\n@SUM(A1)"`,
        "",
      ].join("\r\n"),
    );
  });
});

describe("sorting", () => {
  const order = (values: readonly SortValue[], isDescending = false) => sorted(values, (value) => value, isDescending);

  test("figures are ordered by their size, not by their digits", () => {
    expect(order(["10.00", "9.50", "-3", "100"])).toEqual(["-3", "9.50", "10.00", "100"]);
    expect(order(["10.00", "9.50", "-3", "100"], true)).toEqual(["100", "10.00", "9.50", "-3"]);
  });

  test("texts are ordered by their letters, numbers in them by their size", () => {
    expect(order(["b2", "a", "b10"])).toEqual(["a", "b2", "b10"]);
  });

  test("what is empty stands last in either direction", () => {
    expect(order([null, 2, 1])).toEqual([1, 2, null]);
    expect(order([null, 2, 1], true)).toEqual([2, 1, null]);
  });
});
