import { describe, expect, it } from "vitest";
import { changed, EMPTY_DRAFT, formFields } from "../../../web/src/repricing/order-state.ts";

const said = { ...EMPTY_DRAFT, sheet: "May", columns: { DOS: "date_of_service", Payer: null }, by: ["code"] };

describe("What is asked of a file", () => {
  it("is sent by the API's names, without what nobody said", () => {
    expect(formFields(EMPTY_DRAFT, "ca", "outpatient")).toEqual({ state: "ca", setting: "outpatient" });
    expect(formFields({ ...said, tolerance: " 1% ", noChargeLimit: true }, "ca", "outpatient")).toEqual({
      state: "ca",
      setting: "outpatient",
      sheet: "May",
      columns: '{"DOS":"date_of_service","Payer":null}',
      no_charge_limit: "true",
      tolerance: "1%",
      by: "code",
    });
  });

  it.each([
    ["another file", { file: new File(["x"], "other.csv") }, { columns: {}, sheet: null }],
    ["another sheet", { sheet: "June" }, { columns: {}, sheet: "June" }],
    ["another setting", { setting: "inpatient" }, { columns: {}, sheet: "May" }],
    ["another tolerance", { tolerance: "0.50" }, { columns: said.columns, sheet: "May" }],
  ])("forgets what was said about columns with %s, where they are others", (_what, changes, expected) => {
    expect(changed(said, changes)).toMatchObject(expected);
    expect(Object.keys(changed(said, changes).columns)).toEqual(Object.keys(expected.columns));
  });
});
