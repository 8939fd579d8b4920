import { describe, expect, test } from "vitest";
import { namesOf, type Result } from "../../../web/src/words/names.ts";

const result = (fields: Readonly<Record<string, unknown>>): Result => ({
  payment_rate: "1.00",
  payment_rate_type: "claim",
  error_message: null,
  ...fields,
});

describe("what tells results apart", () => {
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
