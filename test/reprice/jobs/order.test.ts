import { describe, expect, test } from "vitest";
import { readOrder } from "../../../src/reprice/jobs/order.ts";
import { states } from "../../../src/states/index.ts";
import { KNOWN_STATES } from "../../support/known-states.ts";

function read(fields: Readonly<Record<string, string>>) {
  return readOrder(new Map(Object.entries(fields)), states);
}

const PLAIN = { state: "ca", setting: "outpatient" };

describe("the fields of a form", () => {
  test("say what is asked of the file; what is left out is as in the command", () => {
    const order = read({ ...PLAIN, columns: '{"DOS": "date_of_service", "Payer": null}', fields: "payment_rate" });
    expect(order).toMatchObject({
      setting: "outpatient",
      columns: [
        ["DOS", "date_of_service"],
        ["Payer", null],
      ],
      fields: ["payment_rate"],
      compare: null,
      noChargeLimit: false,
      sheet: null,
      tolerance: { figure: "0", of: "dollars" },
      by: null,
      isDryRun: false,
    });
    expect(order).toHaveProperty("state.code", "ca");
  });

  test("say which sheet is read, what is as expected and what is added up", () => {
    expect(read({ ...PLAIN, sheet: "May", tolerance: "1%", by: "code, Payer" })).toMatchObject({
      sheet: "May",
      tolerance: { figure: "1", of: "percent" },
      by: ["code", "Payer"],
    });
  });

  test("say whether Medicare's price stands beside each line, and not for stays", () => {
    expect(read({ ...PLAIN, medicare: "true" })).toMatchObject({ isBesideMedicare: true });
    expect(read(PLAIN)).toMatchObject({ isBesideMedicare: false });
    expect(read({ ...PLAIN, setting: "inpatient", medicare: "false" })).toMatchObject({ isBesideMedicare: false });
    expect(read({ ...PLAIN, setting: "inpatient", medicare: "true" })).toMatchObject([
      { field: "medicare", code: "invalid_parameter", message: expect.stringContaining("MS-DRG") },
    ]);
    expect(read({ ...PLAIN, medicare: "maybe" })).toMatchObject([{ field: "medicare" }]);
  });

  test("say whether charges limit what is expected", () => {
    expect(read({ ...PLAIN, no_charge_limit: "true" })).toMatchObject({ noChargeLimit: true });
    expect(read({ ...PLAIN, no_charge_limit: "perhaps" })).toMatchObject([{ field: "no_charge_limit" }]);
  });

  test("are taken in any case and with white space around them", () => {
    expect(read({ state: " CA ", setting: "Inpatient", dry_run: "true" })).toMatchObject({
      setting: "inpatient",
      isDryRun: true,
    });
  });

  test.each([
    [{ setting: "outpatient" }, "state", "missing_parameter", "state is required: one of ca, fl, ny, ga."],
    [{ state: "ca" }, "setting", "missing_parameter", "setting is required: one of outpatient, inpatient."],
    [
      { ...PLAIN, state: "zz" },
      "state",
      "invalid_parameter",
      `state "zz" is not valid: expected one of ${KNOWN_STATES}.`,
    ],
    [{ ...PLAIN, setting: "dental" }, "setting", "invalid_parameter", 'setting "dental" is not valid'],
    [
      { ...PLAIN, tolerence: "1" },
      "tolerence",
      "unknown_parameter",
      "is not a field of this form; did you mean tolerance?",
    ],
    [
      { ...PLAIN, colour: "1" },
      "colour",
      "unknown_parameter",
      "is not a field of this form; known are file, claims, state,",
    ],
    [{ ...PLAIN, columns: '{"DOS": "x",}' }, "columns", "invalid_parameter", "it is not JSON, at line 1, column 13"],
    [{ ...PLAIN, columns: "DOS=date" }, "columns", "invalid_parameter", "expected a JSON object"],
    [{ ...PLAIN, columns: "[1]" }, "columns", "invalid_parameter", "expected a JSON object"],
    [{ ...PLAIN, columns: '{"DOS": 1}' }, "columns", "invalid_parameter", "expected a JSON object"],
    [{ ...PLAIN, tolerance: "101%" }, "tolerance", "invalid_parameter", "a percentage from 0% to 100%"],
    [{ ...PLAIN, by: "code,,month" }, "by", "invalid_parameter", "names separated by commas"],
    [{ ...PLAIN, dry_run: "yes" }, "dry_run", "invalid_parameter", "expected true or false"],
    [{ ...PLAIN, fields: "payment_rat" }, "fields", "invalid_parameter", "did you mean payment_rate?"],
  ])("are refused by name: %j", (fields, field, code, message) => {
    expect(read(fields)).toEqual([expect.objectContaining({ field, code, message: expect.stringContaining(message) })]);
  });

  test("are all told when several are wrong", () => {
    const faults = read({ state: "zz", columns: "x", more: "" });
    expect(faults).toMatchObject([{ field: "more" }, { field: "setting" }, { field: "state" }, { field: "columns" }]);
    expect(read({ state: "zz", setting: "out" })).toMatchObject([{ field: "state" }, { field: "setting" }]);
  });
});
