import { describe, expect, test } from "vitest";
import { byRate, inOrderOfUse, type PriceOption, paidWith } from "../../../web/src/look-up/claim-options.tsx";

const providerType: PriceOption = {
  parameter: "provider_type",
  matters: true,
  values: [
    { value: null, payment_rate: "52.10", difference: "0.00" },
    { value: "hospital", payment_rate: "64.10", difference: "12.00" },
    { value: "free_clinic", payment_rate: "1052.10", difference: "0.00" },
    { value: "podiatrist", payment_rate: "50.00", difference: "-2.10" },
    { value: "other_clinic", payment_rate: null, difference: null },
    { value: true, payment_rate: "7.00", difference: null },
  ],
};

describe("what a value would pay", () => {
  test.each([
    ["hospital", "$64.10, +$12.00"],
    ["free_clinic", "$1,052.10, the same"],
    ["podiatrist", "$50.00, \u2212$2.10"],
    ["other_clinic", "no rate"],
    ["true", "$7.00"],
    ["surgical_clinic", null],
  ])("%s: %s", (value, text) => {
    expect(paidWith(providerType, value)).toBe(text);
  });

  test("is not said where nothing is known of the parameter", () => {
    expect(paidWith(undefined, "hospital")).toBeNull();
  });
});

describe("the parameters in order of use", () => {
  const parameters = ["provider_type", "modifier", "emergency_room", "anesthesia_minutes"].map((name) => ({ name }));
  const options: readonly PriceOption[] = [
    providerType,
    { parameter: "modifier", matters: false, values: [] },
    { parameter: "emergency_room", matters: null, values: [] },
    { parameter: "anesthesia_minutes", matters: false, values: [] },
  ];
  const names = (isSet: (name: string) => boolean, known: readonly PriceOption[]) => {
    const { first, without } = inOrderOfUse(parameters, known, isSet);
    return [first.map(({ name }) => name), without.map(({ name }) => name)];
  };

  test("those that make no difference come last, unless they were set; what is not known is not called useless", () => {
    expect(names(() => false, options)).toEqual([
      ["provider_type", "emergency_room"],
      ["modifier", "anesthesia_minutes"],
    ]);
    expect(names((name) => name === "modifier", options)).toEqual([
      ["provider_type", "modifier", "emergency_room"],
      ["anesthesia_minutes"],
    ]);
  });

  test("all are in the contract's order where nothing is known", () => {
    expect(names(() => false, [])).toEqual([parameters.map(({ name }) => name), []]);
  });
});

describe("the values of a list", () => {
  const values = ["a", "b", "c", "d", "e"];
  const option = (...without: readonly string[]): PriceOption => ({
    parameter: "provider_type",
    matters: true,
    values: values.map((value) => ({ value, payment_rate: without.includes(value) ? null : "1.00", difference: null })),
  });

  test("that give no rate come last, and three or more of them are folded away", () => {
    expect(byRate(option("b", "a"), values)).toEqual({ shown: ["c", "d", "e", "a", "b"], folded: [] });
    expect(byRate(option("b", "a", "d"), values)).toEqual({ shown: ["c", "e"], folded: ["a", "b", "d"] });
  });

  test("stay in their order where none gives a rate, or nothing is known", () => {
    expect(byRate(option(...values), values)).toEqual({ shown: values, folded: [] });
    expect(byRate(undefined, values)).toEqual({ shown: values, folded: [] });
  });
});
