import { describe, expect, it } from "vitest";
import { Refusal } from "../../../../src/core/text/refusal.ts";
import { footnotedRate, freestandingBaseRates } from "../../../../src/states/ny/publications/dtc-base-rates.ts";
import { xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const HEAD =
  "<tr><th>Peer<br>Group</th><th>Base Rate Code</th><th>Blend Rate Code</th><th>Capital Rate Code</th><th>Region</th><th>Effective<br>04/01/2022<sup>3</sup></th><th>4/1/15</th></tr>";

function row(group: string, codes: string, region: string, ...rates: readonly string[]): string {
  return `<tr><td>${group}</td><td>${codes}</td><td></td><td></td><td>${region}</td>${rates.map((rate) => `<td>${rate}</td>`).join("")}</tr>`;
}

function page(...rows: readonly string[]) {
  const content = `<!DOCTYPE html><html><body><table><tr><td>Menu</td></tr></table><table>${HEAD}${rows.join("")}</table></body></html>`;
  return { name: "apg_rates.htm", content };
}

const CLINIC = row("Clinic", "1407", "Downstate", "$170.71<sup>1</sup>", "$169.02*");
const asOf = { asOf: "2022-04-01" };

describe("freestanding APG base rates", () => {
  it("have a column per date, each ended by the next, with footnote marks stripped from dates and dollars", async () => {
    const { rows } = await importing(freestandingBaseRates, page(CLINIC), asOf);
    expect(rows("ny/dtc_base_rates")).toEqual([
      {
        peer_group: "clinic",
        region: "Downstate",
        base_rate: "169.02",
        effective_start_date: "2015-04-01",
        effective_end_date: "2022-03-31",
      },
      {
        peer_group: "clinic",
        region: "Downstate",
        base_rate: "170.71",
        effective_start_date: "2022-04-01",
        effective_end_date: "",
      },
    ]);
  });

  it("are numbers in the workbook, where a date may be text with marks", async () => {
    const content = xlsx({
      Rates: [
        ["Freestanding Clinic and Ambulatory Surgery Center APG Base Rates"],
        [],
        ["Peer Group", "**Base Rate Code", "***Blend Rate Code", "Region", new Date("2015-04-01"), "4/1/2022****"],
        ["Amb Surg", 1408, 1412, "Downstate", 116.24, 117.4],
        ["Clinic*", 1407, 1411, "Downstate", 169, "$170.71"],
        [],
        ["*For Clinic peer groups"],
      ],
    });
    const { rows } = await importing(freestandingBaseRates, { name: "rates.xlsx", content }, asOf);
    expect(rows("ny/dtc_base_rates").map((each) => Object.values(each).join(" "))).toEqual([
      "ambsurg Downstate 116.24 2015-04-01 2022-03-31",
      "ambsurg Downstate 117.40 2022-04-01 ",
      "clinic Downstate 169.00 2015-04-01 2022-03-31",
      "clinic Downstate 170.71 2022-04-01 ",
    ]);
  });

  it.each([
    ["117.4", "117.40"],
    ["200", "200.00"],
    ["1234.50", "1234.50"],
    ["$1,234.5*", "1234.50"],
    ["$170.711", "170.71"],
    ["170.71 (a)", "170.71"],
  ])("print %s for %s", (cell, rate) => {
    expect(footnotedRate(cell)).toBe(rate);
  });

  it.each(["12,34.50", "170.7112", "170 days", "1.5.2", "see note"])("never print %s", (cell) => {
    expect(footnotedRate(cell)).toBeInstanceOf(Refusal);
  });

  it("are refused where the date of a column cannot be read", async () => {
    const content = "Peer Group,Region,4/1/2015,April 2022\nClinic,Downstate,169.02,170.71\n";
    await expect(importing(freestandingBaseRates, { name: "rates.csv", content }, asOf)).rejects.toThrow(
      'line 1: column D: the heading "April 2022" names no day',
    );
  });

  it("end with an empty column, and start after one", async () => {
    const { rows } = await importing(
      freestandingBaseRates,
      page(row("Amb Surg", "1408", "Upstate", "", "$101.17"), row("Clinic", "1407", "Upstate", "143.06", "---")),
      asOf,
    );
    expect(rows("ny/dtc_base_rates").map((each) => [each.base_rate, each.effective_end_date])).toEqual([
      ["101.17", "2022-03-31"],
      ["143.06", ""],
    ]);
  });

  it("leave out Clinic Episode, which has the rates of Clinic, and peer groups that are not priced", async () => {
    const { rows, report } = await importing(
      freestandingBaseRates,
      page(
        CLINIC,
        row("Clinic Episode", "1422", "Downstate", "$170.71", "$169.02"),
        row("Dental School", "1428", "Downstate", "$200.00", "$190.00"),
        row("Note", "", "", "", ""),
      ),
      asOf,
    );
    expect(rows("ny/dtc_base_rates")).toHaveLength(2);
    expect(report.leftOut).toMatchObject([
      { reason: "Clinic Episode has the rates of Clinic, which are taken", count: 1 },
      { reason: "a peer group that is neither Clinic nor Amb Surg", count: 1 },
      { reason: "no region in the row", count: 1 },
    ]);
  });

  it("are refused when Clinic Episode is paid differently from Clinic", async () => {
    const episode = row("Clinic Episode", "1422", "Downstate", "$180.00", "$169.02");
    await expect(importing(freestandingBaseRates, page(CLINIC, episode), asOf)).rejects.toThrow(
      /180\.00 from 2022-04-01.*expected the rates of Clinic Downstate/,
    );
  });

  it("are refused where a rate is not one, and where no column has a date", async () => {
    const bad = row("Clinic", "1407", "Downstate", "see note", "");
    await expect(importing(freestandingBaseRates, page(bad), asOf)).rejects.toThrow(/"see note", expected a rate/);
    const undated = { name: "rates.csv", content: "Peer Group,Region,Rate\nClinic,Downstate,1.00\n" };
    await expect(importing(freestandingBaseRates, undated, asOf)).rejects.toThrow(/no column with the heading/);
  });
});
