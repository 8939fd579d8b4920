import fc from "fast-check";
import { expect, it } from "vitest";
import { hasCheckDigit } from "../../../src/pricing/request/kinds.ts";

const DIGITS = [..."0123456789"];
const nineDigits = fc.array(fc.constantFrom(...DIGITS), { minLength: 9, maxLength: 9 }).map((all) => all.join(""));
const npis = nineDigits.map((nine) => `${nine}${DIGITS.find((digit) => hasCheckDigit(nine + digit))}`);

it("the example of the standard has its check digit, and no other digit in its place is one", () => {
  expect(DIGITS.filter((digit) => hasCheckDigit(`123456789${digit}`))).toEqual(["3"]);
});

it("nine digits have exactly one check digit", () => {
  fc.assert(
    fc.property(nineDigits, (nine) => {
      expect(DIGITS.filter((digit) => hasCheckDigit(nine + digit))).toHaveLength(1);
    }),
  );
});

it("one mistaken digit is always noticed", () => {
  fc.assert(
    fc.property(npis, fc.nat(9), fc.constantFrom(...DIGITS), (npi, place, digit) => {
      const mistaken = npi.slice(0, place) + digit + npi.slice(place + 1);
      expect(hasCheckDigit(mistaken)).toBe(mistaken === npi);
    }),
  );
});

it("two neighbours that are swapped are noticed, except 0 and 9, which the formula cannot tell", () => {
  fc.assert(
    fc.property(npis, fc.nat(8), (npi, place) => {
      const [left, right] = [npi[place] as string, npi[place + 1] as string];
      const swapped = npi.slice(0, place) + right + left + npi.slice(place + 2);
      const isAlike = left === right || [left, right].sort().join("") === "09";
      expect(hasCheckDigit(swapped)).toBe(isAlike);
    }),
  );
});
