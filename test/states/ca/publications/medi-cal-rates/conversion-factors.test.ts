import { describe, expect, it } from "vitest";
import { conversionFactorChart } from "../../../../../src/states/ca/publications/medi-cal-rates/conversion-factors.ts";
import { mediCalRates } from "../../../../../src/states/ca/publications/medi-cal-rates/medi-cal-rates.ts";
import { csv, zip } from "../../../../imports/fixtures.ts";
import { importing } from "../../../../imports/support.ts";
import { rate, ratesFile } from "./rates-file.ts";

const AS_OF = { asOf: "2023-03-15" };
const HEADINGS = [
  "Conv Ind",
  "Description",
  "Physician Office",
  "Hospital",
  "Surgical Clinic",
  "Free Clinic",
  "Podiatrist",
  "Nurse Anesthetist",
  "Other Clinic",
  "Emergency",
];

/** A chart row whose factor is the same everywhere. */
function everywhere(indicator: string, description: string, factor: string, emergency = ""): string[] {
  return [indicator, description, ...Array.from({ length: 7 }, () => factor), emergency];
}

const RATES = ratesFile(
  rate("N", "99213", "2.4", "24.00", "1.0", { child: "26.18", er: "29.81" }),
  rate("K", "10060", "2.0", "74.46", "4.0", { er: "93.90" }),
  rate("K", "29881", "14.8", "551.00", "4.0"),
  rate("O", "29881", "14.8", "551.00", "4.0"),
);

/** Imports a chart into a dataset that has the rates, or into an empty one. */
async function imported(...rows: readonly (readonly string[])[]) {
  const { dataset } = await importing(mediCalRates, RATES, { ...AS_OF, others: [conversionFactorChart] });
  const file = { name: "conv_data.txt", content: csv(HEADINGS, ...rows) };
  return await importing(conversionFactorChart, file, { ...AS_OF, into: dataset, after: [mediCalRates] });
}

function factors(rows: Record<string, string>[], indicator: string) {
  return rows
    .filter((row) => row.conversion_indicator === indicator)
    .map((row) => [
      row.procedure_type,
      row.service_type,
      row.emergency,
      row.provider_type,
      row.age_group,
      row.conversion_factor,
    ]);
}

describe("the chart of conversion factors", () => {
  it("gives every procedure type that uses an indicator one factor, where all facilities have the same", async () => {
    const { rows, report } = await imported(everywhere("4", "Other Surgery", "37.50", "47.00"));
    expect(factors(rows("ca/conversion_factors"), "4")).toEqual([
      ["Assistant Surgeon", "OTHER SURGERY", "false", "", "any", "37.50"],
      ["Assistant Surgeon", "OTHER SURGERY", "true", "", "any", "47.00"],
      ["Primary Surgeon", "OTHER SURGERY", "false", "", "any", "37.50"],
      ["Primary Surgeon", "OTHER SURGERY", "true", "", "any", "47.00"],
    ]);
    expect(report.tables).toMatchObject([{ table: "ca/conversion_factors", taken: 5 }]);
  });

  it("gives codes without an ER Rate the standard factor only", async () => {
    const { rows } = await imported(everywhere("4", "OTHER SURGERY", "37.50", "47.00"));
    expect(factors(rows("ca/conversion_factors"), "4 no ER")).toEqual([
      ["Primary Surgeon", "OTHER SURGERY", "false", "", "any", "37.50"],
    ]);
  });

  it("gives facilities that differ a factor each; a blank or zero is none", async () => {
    const row = ["4", "OTHER SURGERY", "37.23", "29.78", "29.78", "", "0.00", "---", "37.23", ""];
    const { rows } = await imported(row);
    const own = factors(rows("ca/conversion_factors"), "4 no ER").filter(([, , , providerType]) => providerType !== "");
    expect(own.map(([, , , providerType, , factor]) => [providerType, factor])).toEqual([
      ["hospital", "29.78"],
      ["other_clinic", "37.23"],
      ["physician_office", "37.23"],
      ["surgical_clinic", "29.78"],
    ]);
  });

  it("knows adults and children by the words of the chart, and the rest by the legend", async () => {
    const { rows } = await imported(
      everywhere("1", "PRIMARY CARE II - ADULT", "10.10"),
      everywhere("1", "PRIMARY CARE II - CHILD", "11.00"),
      everywhere("4", "words of its own", "37.30"),
    );
    expect(factors(rows("ca/conversion_factors"), "1")).toEqual([
      ["Medicine", "MEDICINE EMERGENCY", "true", "", "any", "12.42"],
      ["Medicine", "PRIMARY CARE II - ADULT", "false", "", "adult", "10.10"],
      ["Medicine", "PRIMARY CARE II - CHILD", "false", "", "child", "11.00"],
    ]);
    expect(factors(rows("ca/conversion_factors"), "4 no ER")).toEqual([
      ["Primary Surgeon", "OTHER SURGERY", "false", "", "any", "37.30"],
    ]);
  });

  it("leaves codes whose printed rates are not those of their indicator to their own factors", async () => {
    const rates = ratesFile(
      rate("K", "10060", "2.0", "74.46", "4.0", { er: "93.90" }),
      rate("K", "10061", "4.0", "148.92", "4.0", { er: "187.80" }),
      rate("K", "10080", "2.0", "74.46", "4.0", { er: "100.00" }),
    );
    const { dataset } = await importing(mediCalRates, rates, { ...AS_OF, others: [conversionFactorChart] });
    const file = { name: "conv_data.txt", content: csv(HEADINGS, everywhere("4", "OTHER SURGERY", "37.50", "47.00")) };
    const { rows, report } = await importing(conversionFactorChart, file, {
      ...AS_OF,
      into: dataset,
      after: [mediCalRates],
    });
    expect(factors(rows("ca/conversion_factors"), "4 ER 50.00")).toEqual([
      ["Primary Surgeon", "OTHER SURGERY", "false", "", "any", "37.23"],
      ["Primary Surgeon", "OTHER SURGERY", "true", "", "any", "50.00"],
    ]);
    expect(report.findings).toEqual([
      {
        reason: "marked indicators with factors of their own, which they keep",
        count: 1,
        examples: ["4 ER 50.00 Primary Surgeon"],
      },
    ]);
  });

  it("leaves out indicators that no code has, that nobody knows, and none at all", async () => {
    const { report } = await imported(
      everywhere("4", "OTHER SURGERY", "37.50"),
      everywhere("40", "OTHER OB", "50.67"),
      everywhere("77", "words of its own", "1.00"),
      everywhere("", "a note", ""),
    );
    expect(report.leftOut).toEqual([
      { reason: "no code has this indicator: import ca/medi-cal-rates first", count: 1, examples: ["line 3: 40"] },
      { reason: "not in the legend service_types of the mapping file", count: 1, examples: ["line 4: 77"] },
      { reason: "no conversion indicator", count: 1, examples: ["line 5"] },
    ]);
  });

  it("is found in the ZIP of the rates, and refused where it has other columns", async () => {
    const member = csv(HEADINGS, everywhere("4", "OTHER SURGERY", "37.50"));
    const file = { name: "download.zip", content: zip({ "rates_data.xlsx": "x", "conv_data.txt": member }) };
    const { dataset } = await importing(mediCalRates, RATES, { ...AS_OF, others: [conversionFactorChart] });
    const { report } = await importing(conversionFactorChart, file, { ...AS_OF, into: dataset, after: [mediCalRates] });
    expect(report.rowsRead).toBe(1);
    const other = { name: "conv_data.txt", content: csv(["Ind", "Factor"], ["4", "37.50"]) };
    await expect(importing(conversionFactorChart, other, AS_OF)).rejects.toThrow(/Conv Ind/);
  });
});
