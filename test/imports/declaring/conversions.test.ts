import { describe, expect, it } from "vitest";
import { Refusal } from "../../../src/core/text/refusal.ts";
import {
  amount,
  type Conversion,
  code,
  date,
  figure,
  inTurn,
  legend,
  number,
  oneLine,
  percent,
  procedureCode,
  rounded,
  upperCase,
  yesNo,
  zeroAbsent,
} from "../../../src/imports/declaring/conversions.ts";
import { heading, optional } from "../../../src/imports/declaring/fields.ts";
import { publication, section } from "../../../src/imports/declaring/publication.ts";
import { csv } from "../fixtures.ts";
import { feeSchedule, fees } from "../reef.ts";
import { importing, newDataset, snapshot } from "../support.ts";

const REFUSED = "refused";

function each(convert: Conversion, cases: Readonly<Record<string, string | null>>): void {
  for (const [cell, expected] of Object.entries(cases)) {
    const value = convert(cell);
    expect([cell, value instanceof Refusal ? REFUSED : value]).toEqual([cell, expected]);
  }
}

describe("a conversion", () => {
  it("reads amounts with their signs, separators and absent ones", () => {
    each(amount, {
      "$40.00": "40.00",
      "$   40": "40.00",
      "1,234.5": "1234.50",
      "0": "0.00",
      ".5": "0.50",
      "007.10": "7.10",
      "12.3456": "12.3456",
      "12.340000": "12.34",
      "(12.00)": "-12.00",
      "-$3": "-3.00",
      "$-3": "-3.00",
      "-0.00": "0.00",
      "---": null,
      "N/A": null,
      "By Report": REFUSED,
      "1,23": REFUSED,
      "1.2.3": REFUSED,
      $: REFUSED,
      "12 %": REFUSED,
    });
  });

  it("reads numbers without trailing zeros, and no dollars", () => {
    each(number, {
      "9.0": "9",
      "0.5320": "0.532",
      "100": "100",
      "1,000": "1000",
      "--": null,
      $9: REFUSED,
      "9x": REFUSED,
    });
  });

  it("may take zero for nothing", () => {
    each(zeroAbsent(number), { "0": null, "0.00": null, "0.01": "0.01", x: REFUSED });
    each(zeroAbsent(amount), { "$0.00": null, "10.00": "10.00" });
  });

  it("turns percentages into fractions, digit for digit", () => {
    each(percent, { "45.3%": "0.453", "45.3": "0.453", "100 %": "1", "0.05%": "0.0005", "n/a": null, half: REFUSED });
  });

  it("gives codes the zeros back that a spreadsheet took", () => {
    each(procedureCode, { "100": "00100", "1999.0": "01999", "2000": REFUSED, "9921": REFUSED, "99213": "99213" });
    each(procedureCode, { a1234: "A1234", "0001u": "0001U", "123456": REFUSED });
    each(code(5), { "100": "00100", "100.0": "00100", a1234: "A1234", "123456": REFUSED, "A 12 3": REFUSED });
  });

  it("reads days in the spellings that publications use", () => {
    each(date, {
      "2026-01-31": "2026-01-31",
      "1/31/2026": "2026-01-31",
      "01/31/26": "2026-01-31",
      "12/31/99": "1999-12-31",
      "20260131": "2026-01-31",
      "January 31, 2026": "2026-01-31",
      "Jan. 31 2026": "2026-01-31",
      "31-Jan-2026": "2026-01-31",
      "2026-01-31 00:00:00": "2026-01-31",
      "2026-01-31T00:00:00.000Z": "2026-01-31",
      "02/30/2026": REFUSED,
      "20261301": REFUSED,
      "Smarch 3, 2026": REFUSED,
      soon: REFUSED,
    });
  });

  it("reads yes and no, words of a legend, wrapped text, digits and capitals", () => {
    each(yesNo, { Yes: "true", x: "true", N: "false", "0": "false", "-": null, maybe: REFUSED });
    each(legend({ K: "Surgeon", "Not priced": null }), { k: "Surgeon", "NOT  PRICED": null, L: REFUSED });
    each(oneLine, { "a\n  b": "a b" });
    each(inTurn(upperCase, legend({ A: "1" })), { a: "1", b: REFUSED });
  });
});

describe("figures", () => {
  it("keeps a figure digit for digit, without signs and separators", () => {
    expect(["0.5320", "$18.20", "1,012.500", ".5", "N/A"].map(figure)).toEqual([
      "0.5320",
      "18.20",
      "1012.500",
      "0.5",
      null,
    ]);
    expect(figure("high")).toBeInstanceOf(Refusal);
  });

  it("rounds half-up what has more decimals than it may have, and nothing else", () => {
    const cents = rounded(2, amount);
    expect(["10.255", "10.2549999", "$1,234.5", "8", "-0.125", "---"].map(cents)).toEqual([
      "10.26",
      "10.25",
      "1234.50",
      "8.00",
      "-0.13",
      null,
    ]);
    expect(cents("BR")).toBeInstanceOf(Refusal);
  });
});

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
