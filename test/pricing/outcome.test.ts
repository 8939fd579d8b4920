import { describe, expect, it } from "vitest";
import { NoRate } from "../../src/pricing/no-rate.ts";
import { counts, isByReport, isPriced, type Outcome, workedOut } from "../../src/pricing/outcome.ts";
import type { Sheet } from "../../src/pricing/sheet.ts";
import { type Figure, words } from "../../src/pricing/worksheet/calculation.ts";
import { feeOf, fees, sheetWith } from "./fees.ts";

interface Found {
  code?: string;
}

const row = feeOf();

function worked(rule: (sheet: Sheet, found: Found) => Figure | null): Outcome<Found> {
  return workedOut<Found>(sheetWith([row]), {}, rule);
}

/** Reads and prints something, so that there is a method and a period to show or to hide. */
function begun(sheet: Sheet, found: Found): Figure {
  const fee = sheet.row(fees, { code: "99213" }, "code_not_listed", () => "Not listed.");
  found.code = fee.code;
  return sheet.dollars("xx 3", sheet.figure("fee", fee, "fee"));
}

function refused(noRate: NoRate): Outcome<Found> {
  return worked((sheet, found) => {
    begun(sheet, found);
    throw noRate;
  });
}

it("a price has its method and its period from the sheet", () => {
  const outcome = worked(begun);
  expect(outcome).toMatchObject({
    payment: { value: { text: "24.05" } },
    noRate: null,
    method: "fee ($24.05) = $24.05",
    period: row.period,
    found: { code: "99213" },
  });
  expect([isPriced(outcome), isByReport(outcome), counts(outcome)]).toEqual([true, false, true]);
});

it("a rate whose formula lacks something that was not sent is found all the same, without an amount", () => {
  const outcome = worked((sheet, found) => {
    begun(sheet, found);
    return null;
  });
  expect(outcome).toMatchObject({ payment: null, noRate: null, period: row.period });
  expect(counts(outcome)).toBe(true);
});

describe("without a rate", () => {
  it("what was found until then is kept, and neither method nor period is shown", () => {
    const noRate = new NoRate("not_payable", "Not payable.");
    const outcome = refused(noRate);
    expect(outcome).toMatchObject({ payment: null, noRate, method: null, period: null, found: { code: "99213" } });
    expect(outcome.sheet.steps).toHaveLength(1);
    expect([isPriced(outcome), isByReport(outcome), counts(outcome)]).toEqual([false, false, false]);
  });

  it("a code by report counts, and shows the method and the period of its row", () => {
    const outcome = refused(new NoRate("by_report", "By report."));
    expect(outcome).toMatchObject({ payment: null, method: "fee ($24.05) = $24.05", period: row.period });
    expect([isPriced(outcome), isByReport(outcome), counts(outcome)]).toEqual([false, true, true]);
  });

  it("so does one that is said to be listed, but it does not count", () => {
    const outcome = refused(new NoRate("missing_information", "Minutes.", { isListed: true }));
    expect(outcome).toMatchObject({ method: "fee ($24.05) = $24.05", period: row.period });
    expect(counts(outcome)).toBe(false);
  });

  it("a mistake of ours is not an answer", () => {
    const ours = () =>
      worked(() => {
        throw new TypeError("ours");
      });
    expect(ours).toThrow(TypeError);
  });
});

it("a note alone is a method too", () => {
  const outcome = worked((sheet) => {
    sheet.note("xx 4", words`By report`);
    throw sheet.noRate("by_report", "By report.");
  });
  expect(outcome).toMatchObject({ method: "By report", period: null });
});
