import { describe, expect, it, test } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { lookupOf } from "../../../src/pricing/state/state.ts";
import { modifiersOf } from "../../../src/reprice/values/modifiers.ts";
import {
  asItIs,
  choiceReader,
  placeReader,
  ROUNDED,
  readCode,
  readCount,
  readDigits,
  readFlag,
  readNpi,
  trimmedFor,
} from "../../../src/reprice/values/read-value.ts";
import { readersOf } from "../../../src/reprice/values/readers.ts";
import { states } from "../../../src/states/index.ts";

const read = trimmedFor(readDigits);

describe("A cell", () => {
  it.each([
    [" 12\t", "12", null],
    ["\u00a012\u202f", "12", null],
    ["\ufeff12", "12", null],
    ["'0012", "0012", "textMark"],
    ['="0012"', "0012", "textMark"],
    ["'12.0", "12", "pointZero"],
    ["", "", null],
    ["   ", "", null],
    ["'", "", "textMark"],
    ['=""', "", "textMark"],
    ["NULL", "", "nothing"],
    ["null", "", "nothing"],
    ["None", "", "nothing"],
    ["n/a", "", "nothing"],
    ["NA", "NA", null],
    ["\u200b12", "12", "invisible"],
    ["1\u20602\u200e", "12", "invisible"],
    ["\u202d12\u202c", "12", "invisible"],
    ["1\u00ad2", "12", "invisible"],
    ["\u200b", "", "invisible"],
    ["'12\u200b", "12", "textMark"],
  ])("%j is read as %j", (cell, text, way) => {
    expect(read(cell)).toEqual({ text, way });
  });

  it("keeps the reason why its reader refuses it", () => {
    expect(read("'1.82E+09")).toBe(ROUNDED);
  });

  it("is not looked into when it is too long", () => {
    expect(trimmedFor(asItIs)("1".repeat(400))).toEqual({ text: "1".repeat(400), way: null });
    expect(trimmedFor(asItIs)("1".repeat(401))).toBeInstanceOf(Refusal);
  });
});

describe("words", () => {
  test.each([
    ["1972506970", "1972506970", null],
    ["1972506970.0", "1972506970", "pointZero"],
    ["1972506970.00", "1972506970", "pointZero"],
    ["1972506970.5", "1972506970.5", null],
    ["19725O6970", "19725O6970", null],
  ])("digits %j are %s", (text, digits, way) => {
    expect(readDigits(text)).toEqual({ text: digits, way });
  });

  test.each([
    ["1972-506-970", "1972506970", "groupedDigits"],
    ["1972 506 970", "1972506970", "groupedDigits"],
    ["1972506970", "1972506970", null],
    ["1972506970.0", "1972506970", "pointZero"],
    // Neither is ten digits in groups.
    ["1972-506-97", "1972-506-97", null],
    ["1972--506970", "1972--506970", null],
  ])("the NPI %j is %s", (text, npi, way) => {
    expect(trimmedFor(readNpi)(text)).toEqual({ text: npi, way });
  });

  test.each(["1.82E+09", "1.82e9", "2E9"])("the digits of %j are gone", (text) => {
    expect(readDigits(text)).toBe(ROUNDED);
  });

  test.each([
    ["99213.0", "99213", "pointZero"],
    ["7E100", "7E100", null],
    ["560-1", "560-1", null],
    ["j1885", "j1885", null],
  ])("code %j is %s", (text, code, way) => {
    expect(readCode(text)).toEqual({ text: code, way });
  });

  test.each(["9.92E+04", "1E+05", "1.5E5"])("a code is not guessed from %j", (text) => {
    expect(readCode(text)).toBe(ROUNDED);
  });

  test.each([
    ["95", "95", null],
    ["95.0", "95", "pointZero"],
    ["-1", "-1", null],
  ])("count %j is %s", (text, count, way) => {
    expect(readCount(text)).toEqual({ text: count, way });
  });

  test.each(["1,440", "1,44", "2,000"])("count %j may have a decimal comma", (text) => {
    expect(readCount(text)).toBeInstanceOf(Refusal);
  });

  test.each([
    ["Y", "true", "yesOrNo"],
    ["yes", "true", "yesOrNo"],
    ["N", "false", "yesOrNo"],
    ["No", "false", "yesOrNo"],
    ["TRUE", "TRUE", null],
    ["constructor", "constructor", null],
    ["maybe", "maybe", null],
  ])("flag %j is %s", (text, flag, way) => {
    expect(readFlag(text)).toEqual({ text: flag, way });
  });

  describe("A place of service", () => {
    const readPlace = placeReader(() => false);

    it.each([
      ["11", "non_facility"],
      ["22", "facility"],
      ["2", "facility"],
      ["02", "facility"],
      ["10", "non_facility"],
      ["21.0", "facility"],
      ["99", "non_facility"],
    ])("%j is %s", (text, place) => {
      expect(readPlace(text)).toEqual({ text: place, way: "placeCode" });
    });

    it("is one of CMS's list, of which these are facilities", () => {
      const all = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, "0"));
      const placed = (place: string) =>
        all.filter((code) => {
          const read = readPlace(code);
          return !(read instanceof Refusal) && read.text === place;
        });
      // Medicare's claims processing manual, chapter 26, section 10.5; 27, 58 and 66 are the newest.
      expect(placed("facility").join(" ")).toBe("02 19 21 22 23 24 26 31 34 41 42 51 52 53 56 61");
      expect(placed("non_facility").join(" ")).toBe(
        "01 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 20 25 27 32 33 49 50 54 55 57 58 60 62 65 66 71 72 81 99",
      );
    });

    it.each([
      ["31", "31", null],
      ["2", "02", "placeDigits"],
      ["31.0", "31", "placeDigits"],
    ])("%j is %s where the state has a rule for codes", (text, code, way) => {
      expect(placeReader(() => true)(text)).toEqual({ text: code, way });
    });

    it.each(["facility", "Non_Facility", "00", "77", "98", "221", "office"])("%j is left to the parameter", (text) => {
      expect(readPlace(text)).toEqual({ text, way: null });
    });
  });
});

describe("readers", () => {
  const DAYS = { today: "2026-11-15" as Day, isFrom1904: false, hasSemicolons: false };
  const ALL = states.flatMap((state) => state.lookups.map((lookup) => ({ state, lookup })));

  describe.each(ALL)("$state.name $lookup.setting", ({ lookup }) => {
    const readers = readersOf(lookup, DAYS, null);

    it("reads what a request would have as it is, for every parameter", () => {
      for (const { query } of lookup.examples) {
        for (const [name, value] of Object.entries(query)) {
          expect(readers(name)(value), name).toMatchObject({ text: value });
        }
      }
    });

    it("leaves a reference_id untouched, whatever it looks like", () => {
      for (const text of [" 1.0 ", "NULL", "'x", "1.82E+09", "x".repeat(1_000)]) {
        expect(readers("reference_id")(text)).toEqual({ text, way: null });
      }
    });
  });

  it("leaves codes of places to the states that have a rule for them", () => {
    const place = (code: string, cell: string) => {
      const state = states.find((each) => each.code === code);
      if (state === undefined) throw new Error(code);
      return readersOf(lookupOf(state, "outpatient"), DAYS, null)("place_of_service")(cell);
    };
    // Florida takes a nursing facility (31) for no facility (fl 4.1); Medicare does.
    expect(place("fl", "31")).toEqual({ text: "31", way: null });
    expect(place("ga", "31")).toEqual({ text: "facility", way: "placeCode" });
  });

  it("reads each kind of parameter in its own way", () => {
    const [california] = states;
    if (california === undefined) throw new Error("no states");
    const readers = readersOf(lookupOf(california, "outpatient"), DAYS, null);
    expect(readers("npi")("1000700140.0")).toMatchObject({ text: "1000700140" });
    expect(readers("npi")("1000-700-140")).toMatchObject({ text: "1000700140" });
    expect(readers("state_provider_id")("106199901.0")).toMatchObject({ text: "106199901" });
    expect(readers("date_of_service")("10/1/26")).toMatchObject({ text: "2026-10-01" });
    expect(readers("child_patient")("Y")).toMatchObject({ text: "true" });
    expect(readers("anesthesia_minutes")("1440.0")).toMatchObject({ text: "1440" });
    expect(readers("anesthesia_minutes")("1,440")).toBeInstanceOf(Refusal);
  });
});

describe("The modifiers of a line", () => {
  it.each([
    [
      ["25", "", "59"],
      ["25", "59"],
    ],
    [["25, 59"], ["25", "59"]],
    [["25:59|tc"], ["25", "59", "TC"]],
    [["2559GT"], ["25", "59", "GT"]],
    [
      [" gt ", "25.0"],
      ["GT", "25"],
    ],
    [["25", "25"], ["25"]],
    [["'25"], ["25"]],
    [['="25"'], ["25"]],
    [["", "  "], []],
    [["NULL", "None", "n/a"], []],
    [["ABC"], ["ABC"]],
    [["59-DISTINCT"], ["59"]],
    [["59 - Distinct procedural service"], ["59"]],
    [["TC: technical component"], ["TC"]],
    [["25-59"], ["25", "59"]],
    [["59 DISTINCT PROCEDURAL SERVICE"], ["59"]],
    [["59.0 Distinct"], ["59"]],
    [["25 59 Distinct procedural service"], ["25", "59"]],
    [["59-DISTINCT, TC: TECHNICAL COMPONENT"], ["59", "TC"]],
    [["25 SIGNIFICANT, SEPARATELY IDENTIFIABLE E/M SERVICE BY THE SAME PHYSICIAN, ON THE SAME DAY"], ["25"]],
    [["76 By same physician"], ["76"]],
    [["AS Assistant at surgery"], ["AS"]],
    [["25 LTRT"], ["25", "LT", "RT"]],
    [["QK AAP3"], ["QK", "AA", "P3"]],
    [["2\u200b5"], ["25"]],
  ])("%j are %j", (cells, modifiers) => {
    expect(modifiersOf(cells)).toEqual(modifiers);
  });

  it("are no more than a claim can have", () => {
    const twelve = Array.from({ length: 12 }, (_, index) => `A${String.fromCharCode(65 + index)}`);
    expect(modifiersOf([twelve.join(" ")])).toHaveLength(12);
    expect(modifiersOf([twelve.join(" "), "ZZ"])).toBeInstanceOf(Refusal);
    expect(modifiersOf([`25${" ".repeat(598)}`])).toEqual(["25"]);
    expect(modifiersOf([`25${" ".repeat(599)}`])).toBeInstanceOf(Refusal);
  });
});

describe("A value of a list", () => {
  const read = choiceReader((value) => ["physician_office", "Primary Surgeon", "HOSPITAL"].includes(value));

  it.each([
    ["physician office", "physician_office"],
    ["physician-office", "physician_office"],
    ["physician_office", "physician_office"],
    ["Primary Surgeon", "Primary Surgeon"],
    ["HOSPITAL", "HOSPITAL"],
    ["dentist office", "dentist office"],
  ])("may be in words: %s", (cell, text) => {
    expect(read(cell)).toMatchObject({ text });
  });
});
