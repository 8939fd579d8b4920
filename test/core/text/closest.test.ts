import { describe, expect, it, test } from "vitest";
import { closestAmong, closestName, didYouMean, nearMiss } from "../../../src/core/text/closest.ts";

const KNOWN = ["npi", "billing_code", "rate_code", "admit_date", "date_of_service", "service_type", "provider_type"];

describe("a mistaken name", () => {
  it.each([
    ["in another spelling", "Date-Of Service", ["date_of_service"]],
    ["in camel case", "serviceType", ["service_type"]],
    ["that is a word of one known name", "billing", ["billing_code"]],
    ["whose words are those of one known name in another order", "service_date", ["date_of_service"]],
    ["that is a word of several", "type", ["service_type", "provider_type"]],
    ["in camel case that has the words of one", "codeRate", ["rate_code"]],
    ["with a slip", "bilingcode", ["billing_code"]],
    ["with two slips in a long name", "late_of_servise", ["date_of_service"]],
    ["with one slip in a short name", "mpi", ["npi"]],
    ["with two swapped letters in a short name", "nip", ["npi"]],
  ])("%s means %s", (_, name, meant) => {
    expect(closestAmong(KNOWN)(name)).toEqual(meant);
  });

  it.each([
    ["has two slips in a short name", "cpt"],
    ["has two letters swapped that are not neighbours", "ipn"],
    ["has three slips in a long name", "lote_of_servise"],
    ["shares a word and no more", "service_name"],
    ["has a word too many", "provider_type_label"],
    ["has no letter", "__"],
    ["is empty", ""],
  ])("that %s means none: %j", (_, name) => {
    expect(closestAmong(KNOWN)(name)).toEqual([]);
  });
});

test("of names that are equally many slips away all are meant, and of others the nearest alone", () => {
  const near = closestAmong(["county_one", "county_two", "county_oneself"]);
  expect(near("county_onex")).toEqual(["county_one"]);
  expect(closestAmong(["side_a", "side_b"])("side_c")).toEqual(["side_a", "side_b"]);
});

test("the same name in another spelling comes before a longer one that has its words", () => {
  expect(closestAmong(["billing_code", "code"])("CODE")).toEqual(["code"]);
});

test("a code of two letters is not taken for another one", () => {
  expect(closestName("nj", ["ny", "ca"])).toBeNull();
  expect(closestName("NY", ["ny", "ca"])).toBe("ny");
});

test("one name is given only where one is meant", () => {
  expect(closestName("bilingcode", KNOWN)).toBe("billing_code");
  expect(closestName("type", KNOWN)).toBeNull();
  expect(closestName("cpt", KNOWN)).toBeNull();
  expect(closestName("npi", [])).toBeNull();
});

test("a mistaken name is answered with the one that was meant, or with what else helps", () => {
  expect(didYouMean("bilingcode", KNOWN, "known are others")).toBe("did you mean billing_code?");
  expect(didYouMean("type", KNOWN, "known are others")).toBe("known are others");
});

describe("near miss", () => {
  const KNOWN = ["npi", "billing_code", "modifier", "date_of_service", "total_charges"];

  test.each([
    ["biling_code", "billing_code"],
    ["Billing Code", "billing_code"],
    ["NPI", "npi"],
    ["npi2", "npi"],
    ["modifier_1", "modifier"],
    ["dateofservice", "date_of_service"],
    ["total_charge", "total_charges"],
  ])("%s is a slip away from %s", (name, meant) => {
    expect(nearMiss(name, KNOWN)).toBe(meant);
  });

  test.each(["claim_id", "paid_amount", "ndc", "charges", "service", "code", ""])("%j is a name of its own", (name) => {
    expect(nearMiss(name, KNOWN)).toBeNull();
  });
});
