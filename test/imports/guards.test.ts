import { describe, expect, it } from "vitest";
import { amount, date } from "../../src/imports/declaring/conversions.ts";
import { heading, optional } from "../../src/imports/declaring/fields.ts";
import { publication, section } from "../../src/imports/declaring/publication.ts";
import { csv } from "./fixtures.ts";
import { feeSchedule, fees } from "./reef.ts";
import { importing, newDataset, snapshot } from "./support.ts";

/* Files that are almost right. The day it is in these tests is 2026-11-15. */

const ONE_FEE = { name: "fees.csv", content: csv(["Code", "Fee"], ["00001", "1"]) };

describe("the day of an edition", () => {
  it("may lie two years ahead", async () => {
    const { rows } = await importing(feeSchedule, ONE_FEE, { asOf: "2028-11-15" });
    expect(rows("rf/fees")).toMatchObject([{ code: "00001", effective_start_date: "2028-11-15" }]);
  });

  it("may not lie a day further, given or told by the name of the file; nothing is changed", async () => {
    const dataset = newDataset({ "rf/README.md": "a state" });
    const before = snapshot(dataset);
    await expect(importing(feeSchedule, ONE_FEE, { asOf: "2028-11-16", into: dataset })).rejects.toThrow(
      "fees.csv: the edition would hold from 2028-11-16 on; expected a day no later than 2028-11-15, 2 years from today. Give the day from which it holds with --as-of. Nothing was changed in",
    );
    const named = { ...feeSchedule, asOf: () => "2202-01-01" };
    await expect(importing(named, ONE_FEE, { into: dataset })).rejects.toThrow("would hold from 2202-01-01 on");
    expect(snapshot(dataset)).toEqual(before);
  });

  it("may not lie before there was Medicaid", async () => {
    await expect(importing(feeSchedule, ONE_FEE, { asOf: "1965-07-29" })).rejects.toThrow(
      "the edition would hold from 1965-07-29 on; expected a day no earlier than 1965-07-30, the first of Medicaid. Give the day from which it holds with --as-of",
    );
    expect((await importing(feeSchedule, ONE_FEE, { asOf: "1965-07-30" })).report.edition).toBe("1965-07-30");
  });
});

describe("the day on which a row starts", () => {
  const dated = publication({
    ...feeSchedule,
    sections: [
      section({
        fields: {
          code: heading("Code"),
          fee: heading("Fee", amount),
          from: heading("From", date),
          to: optional(heading("To", date)),
        },
        feeds: [fees],
        read: () => ({
          record: ({ code, fee, from, to }, intake) =>
            intake.take(fees, { code, fee, effectiveStartDate: from, effectiveEndDate: to }),
        }),
      }),
    ],
  });
  const starting = async (from: string, to = "") =>
    await importing(
      dated,
      { name: "fees.csv", content: csv(["Code", "Fee", "From", "To"], ["00001", "1", from, to]) },
      { asOf: "2026-01-01" },
    );

  it("may lie two years ahead, and its end as far as it likes", async () => {
    const { rows } = await starting("11/15/2028", "12/31/9999");
    expect(rows("rf/fees")).toMatchObject([{ effective_start_date: "2028-11-15", effective_end_date: "9999-12-31" }]);
  });

  it("may not lie a day further; the place is named", async () => {
    await expect(starting("11/16/2028")).rejects.toThrow(
      'line 2: "rf/fees effective_start_date" is "2028-11-16", expected a day no later than 2028-11-15',
    );
  });
});

describe("an edition that brings nothing usable", () => {
  it("is refused with what was read and why it was left out; nothing is changed", async () => {
    const { dataset } = await importing(feeSchedule, ONE_FEE, { asOf: "2026-01-01" });
    const before = snapshot(dataset);
    const content = csv(["Code", "Fee"], ["00001", ""], ["00002", "N/A"]);
    await expect(
      importing(feeSchedule, { name: "fees.csv", content }, { asOf: "2026-07-01", into: dataset }),
    ).rejects.toThrow(
      "fees.csv: nothing usable is in it: none of the 2 rows of the file could be taken: 2 (no fee; line 2: 00001). Is it the right file",
    );
    expect(snapshot(dataset)).toEqual(before);
  });

  it("is none when a single row can be used", async () => {
    const content = csv(["Code", "Fee"], ["00001", ""], ["00002", "2"]);
    const { report } = await importing(feeSchedule, { name: "fees.csv", content }, { asOf: "2026-07-01" });
    expect(report.tables).toMatchObject([{ table: "rf/fees", taken: 1 }]);
  });
});
