import { expect, it } from "vitest";
import { type Factor, factor } from "../../../../src/core/money/factor.ts";
import { adjustorsOf } from "../../../../src/states/fl/inpatient/drg-payment.ts";
import { drgRate, drgWeight, sheetWith, stayOn } from "../rows.ts";

interface Published {
  readonly service: string;
  readonly age?: string;
  readonly provider?: string;
}

function optional(text: string | undefined): Factor | null {
  return text === undefined ? null : factor(text);
}

function max({ service, age, provider }: Published, isChild = true): string {
  const sheet = sheetWith({ service_adjustor_default: service });
  const weight = drgWeight({ ageAdjustor: optional(age) });
  const rate = drgRate({ providerAdjustor: optional(provider) });
  const { value, detail } = adjustorsOf(stayOn(sheet, { weight, rate, isChild }), sheet).max;
  return `${value.text}${detail}`;
}

it("the largest adjustor is paid", () => {
  expect(max({ service: "1.3", age: "2.310", provider: "1.555" })).toBe("2.310, age");
  expect(max({ service: "1.3", age: "1.52", provider: "1.555" })).toBe("1.555, provider");
  expect(max({ service: "1.6", age: "1.52", provider: "1.555" })).toBe("1.6, service");
  expect(max({ service: "1.0" })).toBe("1.0, service");
});

it("on a tie service comes first, then age, and its digits are kept", () => {
  expect(max({ service: "1.0", age: "1.00", provider: "1" })).toBe("1.0, service");
  expect(max({ service: "1.0", age: "1.50", provider: "1.5" })).toBe("1.50, age");
});

it("an adjustor below one never lowers the service adjustor", () => {
  expect(max({ service: "1.0", age: "0.9", provider: "0.5" })).toBe("1.0, service");
});

it("the age adjustor is for children", () => {
  expect(max({ service: "1.0", age: "2.310" }, false)).toBe("1.0, service");
});
