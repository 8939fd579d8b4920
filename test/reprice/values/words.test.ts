import { describe, expect, it, test } from "vitest";
import { Refusal } from "../../../src/core/text/refusal.ts";
import {
  placeReader,
  ROUNDED,
  readCode,
  readCount,
  readDigits,
  readFlag,
} from "../../../src/reprice/values/read-value.ts";

test.each([
  ["1972506970", "1972506970", null],
  ["1972506970.0", "1972506970", "pointZero"],
  ["1972506970.00", "1972506970", "pointZero"],
  ["1972506970.5", "1972506970.5", null],
  ["19725O6970", "19725O6970", null],
])("digits %j are %s", (text, digits, way) => {
  expect(readDigits(text)).toEqual({ text: digits, way });
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
