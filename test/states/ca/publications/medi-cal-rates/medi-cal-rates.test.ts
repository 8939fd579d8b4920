import { describe, expect, it } from "vitest";
import { mappingTemplate } from "../../../../../src/imports/layout/mapping.ts";
import legends from "../../../../../src/states/ca/publications/medi-cal-rates/legends.json" with { type: "json" };
import { mediCalRates } from "../../../../../src/states/ca/publications/medi-cal-rates/medi-cal-rates.ts";
import { csv, zip } from "../../../../imports/fixtures.ts";
import { importing } from "../../../../imports/support.ts";
import { currentFile, currentRate, firstRow, HEADINGS, rate, ratesFile, ratesWorkbook } from "./rates-file.ts";

const AS_OF = { asOf: "2023-03-15" };
const OPEN = { effective_start_date: "2023-03-15", effective_end_date: "" };

const imported = (...rows: readonly (readonly string[])[]) => importing(mediCalRates, ratesFile(...rows), AS_OF);

/** Two visits with all three rates, one without an ER Rate. */
const VISIT = rate("N", "99213", "2.4", "24.00", "1.0", { child: "26.18", er: "29.81", cutback: "1.0" });
const SHORT_VISIT = rate("N", "99212", "1.81", "18.10", "1.0", { child: "19.75", er: "22.48" });
const WITHOUT_ER = rate("N", "99999", "5.0", "50.00", "1.0", { child: "54.55" });

const COMES_OUT = "printed rates that come out to the cent";

function counts(found: readonly { reason: string; count: number }[]): Record<string, number> {
  return Object.fromEntries(found.map(({ reason, count }) => [reason, count]));
}

describe("Medi-Cal Rates", () => {
  it("takes a code with its unit value, indicators, percentage and family planning flag", async () => {
    const { rows, origins } = await imported(VISIT, rate("L", "77280", "20.98", "80.14", "5.0", { prof: "0.12" }));
    expect(rows("ca/outpatient_rates")).toEqual([
      {
        procedure_code: "77280",
        procedure_type: "Radiology",
        unit_value: "20.98",
        conversion_indicator: "5",
        cutback_ind: "0",
        professional_fraction: "0.12",
        family_planning_eligible: "",
        hopd_addon_eligible: "",
        published_basic_rate: "",
        ...OPEN,
      },
      {
        procedure_code: "99213",
        procedure_type: "Medicine",
        unit_value: "2.4",
        conversion_indicator: "1",
        cutback_ind: "1",
        professional_fraction: "",
        family_planning_eligible: "true",
        hopd_addon_eligible: "",
        published_basic_rate: "",
        ...OPEN,
      },
    ]);
    expect(origins("ca/outpatient_rates").map(({ place }) => place)).toEqual(["line 3", "line 2"]);
  });

  it("derives one conversion factor for each kind of rate: 24.00, 26.18 and 29.81 for 2.4 units", async () => {
    const { rows } = await imported(VISIT, SHORT_VISIT);
    const shared = { procedure_type: "Medicine", conversion_indicator: "1", provider_type: "", ...OPEN };
    expect(rows("ca/conversion_factors")).toEqual([
      {
        ...shared,
        service_type: "MEDICINE EMERGENCY",
        emergency: "true",
        age_group: "any",
        conversion_factor: "12.42",
        selection_rank: "3",
      },
      {
        ...shared,
        service_type: "PRIMARY CARE II - ADULT",
        emergency: "false",
        age_group: "adult",
        conversion_factor: "10.00",
        selection_rank: "1",
      },
      {
        ...shared,
        service_type: "PRIMARY CARE II - CHILD",
        emergency: "false",
        age_group: "child",
        conversion_factor: "10.91",
        selection_rank: "2",
      },
    ]);
  });

  it("keeps a printed Basic Rate that the factor does not come to: 4.62 x 3.82 = 17.6484 is 17.65, not 17.67", async () => {
    const { rows, report } = await imported(
      rate("L", "77280", "20.98", "80.14", "5.0"),
      rate("L", "77290", "10.0", "38.20", "5.0"),
      rate("L", "71045", "4.62", "17.67", "5.0"),
    );
    expect(rows("ca/outpatient_rates").map((row) => [row.procedure_code, row.published_basic_rate])).toEqual([
      ["71045", "17.67"],
      ["77280", ""],
      ["77290", ""],
    ]);
    expect(counts(report.findings)).toEqual({
      [COMES_OUT]: 3,
      "Basic Rates that are not unit value x factor; taken as they are printed": 1,
    });
  });

  it("marks the indicator of a code without an ER Rate where others have one, so that none is made up", async () => {
    const { rows, report } = await imported(VISIT, SHORT_VISIT, WITHOUT_ER);
    expect(rows("ca/outpatient_rates").map((row) => [row.procedure_code, row.conversion_indicator])).toEqual([
      ["99212", "1"],
      ["99213", "1"],
      ["99999", "1 no ER"],
    ]);
    expect(
      rows("ca/conversion_factors")
        .filter((row) => row.conversion_indicator === "1 no ER")
        .map((row) => [row.service_type, row.emergency, row.age_group, row.conversion_factor]),
    ).toEqual([
      ["PRIMARY CARE II - ADULT", "false", "adult", "10.00"],
      ["PRIMARY CARE II - CHILD", "false", "child", "10.91"],
    ]);
    expect(report.findings).toContainEqual({
      reason: 'codes without a rate that others of their Conv Ind have; their indicator is marked, such as "7 no ER"',
      count: 1,
      examples: ["99999 Medicine"],
    });
  });

  it("leaves the factors of such a code to any age where it has no Child Rate either", async () => {
    const { rows } = await imported(VISIT, SHORT_VISIT, rate("N", "99999", "5.0", "50.00", "1.0"));
    expect(
      rows("ca/conversion_factors").filter((row) => row.conversion_indicator === "1 no child no ER"),
    ).toMatchObject([{ service_type: "PRIMARY CARE II - ADULT", age_group: "any", conversion_factor: "10.00" }]);
  });

  it("takes a unit value of zero for by report, which needs no factor", async () => {
    const { rows, report } = await imported(VISIT, rate("N", "99499", "0.0", "0.00", "8.0"));
    expect(rows("ca/outpatient_rates")[1]).toMatchObject({
      procedure_code: "99499",
      unit_value: "",
      conversion_indicator: "8",
      published_basic_rate: "",
    });
    expect(rows("ca/conversion_factors").filter((row) => row.conversion_indicator === "8")).toEqual([]);
    expect(counts(report.findings)).toEqual({ [COMES_OUT]: 3 });
  });

  it("leaves out revenue codes, and types that the legend does not have", async () => {
    const { report } = await imported(
      VISIT,
      rate("R", "0270", "0.0", "0.00", "9.0"),
      rate("R", "027X", "0.0", "0.00", "9.0"),
      rate("S", "H0001", "1.0", "1.00", "9.0"),
    );
    expect(report.rowsRead).toBe(4);
    expect(report.leftOut).toEqual([
      { reason: "Proc Type R: revenue codes have no rates", count: 2, examples: ["line 3: 0270", "line 4: 027X"] },
      {
        reason: "Proc Type S: not in the legend procedure_types of the mapping file",
        count: 1,
        examples: ["line 5: H0001"],
      },
    ]);
  });

  it("leaves out what has no code, and units of no indicator", async () => {
    const { report } = await imported(
      VISIT,
      rate("N", "", "1.0", "1.00", "9.0"),
      rate("N", "99214", "3.75", "37.50", ""),
      rate("1", "0270", "1.0", "1.00", "9.0"),
    );
    expect(report.leftOut).toEqual([
      { reason: "no procedure code", count: 1, examples: ["line 3"] },
      { reason: "a unit value without a conversion indicator", count: 1, examples: ["line 4: 99214"] },
      {
        reason: "a Proc Code of less than five digits, as revenue codes are",
        count: 1,
        examples: ["line 5: 0270"],
      },
    ]);
  });

  it("adds up the printed rates and counts the rental rates, which are not carried", async () => {
    const { report } = await imported(
      VISIT,
      SHORT_VISIT,
      rate("1", "E0100", "20.0", "20.00", "9.0", { rental: "1.53" }),
      rate("1", "E0193", "0.0", "0.00", "9.0", { rental: "8.40" }),
    );
    expect(report.sums).toEqual([
      { title: "Basic Rates in dollars", total: "62.1" },
      { title: "Child Rates in dollars", total: "45.93" },
      { title: "ER Rates in dollars", total: "52.29" },
    ]);
    expect(report.findings).toContainEqual({
      reason: "Rental Rates, which are not carried",
      count: 2,
      examples: ["E0100", "E0193"],
    });
    expect(report.findings).toContainEqual({
      reason: "codes with a Rental Rate alone: lookups call them by report, with no rate published",
      count: 1,
      examples: ["E0193"],
    });
  });

  it("lists every printed rate that does not come out, and what a lookup gives instead", async () => {
    const { rows, report } = await imported(
      VISIT,
      SHORT_VISIT,
      // No factor of eight decimals comes to this Child Rate: 3,000,000 x 0.00000034 is 1.02.
      rate("N", "99203", "3000000.0", "30000000.00", "1.0", { child: "1.01" }),
      // Dollars are no base units, to which those of time could be added.
      rate("J", "00104", "0.0", "41.00", "2.0"),
      // Without a Basic Rate there is no price that a Child Rate could differ from.
      rate("N", "99204", "0.0", "0.00", "1.0", { child: "9.00" }),
    );
    expect(counts(report.findings)).toEqual({
      'codes without a rate that others of their Conv Ind have; their indicator is marked, such as "7 no ER"': 1,
      [COMES_OUT]: 7,
      "printed rates that do NOT come out to the cent: lookups will not give them; the lines below say what they give instead": 3,
      "99203 Medicine: Child Rate $1.01, but a lookup gives $30000000.00": 1,
      "00104 Anesthesia: Basic Rate $41.00, but a lookup says by report, for no unit value is printed": 1,
      "99204 Medicine: Child Rate $9.00, but a lookup says by report, for no unit value is printed": 1,
    });
    expect(rows("ca/outpatient_rates").find((row) => row.procedure_code === "99203")?.conversion_indicator).toBe(
      "1 no child no ER",
    );
  });

  it("tells which rates have no factor because the legend does not know their indicator", async () => {
    const { rows, report } = await imported(rate("N", "99213", "2.4", "24.00", "77.0"), SHORT_VISIT);
    expect(rows("ca/conversion_factors").filter((row) => row.conversion_indicator === "77")).toEqual([]);
    expect(report.findings).toContainEqual({
      reason: "Basic Rates that cannot be priced: Conv Ind 77 is not in the legend service_types",
      count: 1,
      examples: ["99213"],
    });
    expect(report.findings).toContainEqual({
      reason: "unit values of Conv Ind 77 WITHOUT a conversion factor: lookups of these codes find no rate",
      count: 1,
      examples: ["99213 Medicine"],
    });
  });

  it("reads the workbook in its ZIP, where codes and types have become numbers", async () => {
    const workbook = ratesWorkbook(VISIT, rate("1", "00100", "12.5", "12.50", "9.0"));
    const content = zip({ "conv_data.txt": "x", "rates_data.xlsx": workbook });
    const { rows, origins } = await importing(mediCalRates, { name: "download.zip", content }, AS_OF);
    expect(rows("ca/outpatient_rates").map((row) => [row.procedure_code, row.procedure_type])).toEqual([
      ["00100", "Allied Health and other programs"],
      ["99213", "Medicine"],
    ]);
    expect(origins("ca/outpatient_rates")[1]?.place).toBe('sheet "rates_data", row 3');
  });
});

describe("Medi-Cal Rates since 2026", () => {
  const all = { child: "26.18", er: "29.81" };
  /** One visit of five procedure types. */
  const VISITS = [
    currentRate("N", "99213", "2.40", "24.00", "001", { ...all, cutback: "1" }),
    currentRate("P", "99213", "2.40", "24.00", "052", { child: "26.18", cutback: "1" }),
    currentRate("X", "99213", "82.02", "82.02", "009", { cutback: "1" }),
    currentRate("Y", "99213", "82.02", "82.02", "009", { er: "82.02", cutback: "1" }),
    currentRate("1", "99213", "24.00", "24.00", "009", { er: "24.00" }),
  ];

  it("tell their day in the first row, end without a row of their own, and print indicators with zeros", async () => {
    const { rows, report } = await importing(mediCalRates, currentFile(...VISITS));
    expect(report.edition).toBe("2026-01-15");
    expect(counts(report.findings)).toEqual({
      'no row "End of Table", so the table is taken to end with its last row': 1,
      [COMES_OUT]: 10,
    });
    expect(
      rows("ca/outpatient_rates").map((row) => [row.procedure_type, row.unit_value, row.conversion_indicator]),
    ).toEqual([
      ["Allied Health and other programs", "24", "9"],
      ["Justice Involved", "82.02", "9"],
      ["Medicine", "2.4", "1"],
      ["Podiatrist", "2.4", "52"],
      ["Targeted Rate Increase", "82.02", "9"],
    ]);
    expect(
      rows("ca/conversion_factors")
        .filter((row) => row.procedure_type === "Podiatrist")
        .map((row) => [row.conversion_indicator, row.service_type, row.conversion_factor]),
    ).toEqual([
      ["52", "PODIATRY PRIMARY CARE I & II - ADULT", "10.00"],
      ["52", "PODIATRY PRIMARY CARE I & II - CHILD", "10.91"],
    ]);
  });

  it("leave hospitals without their add-on to targeted rate increases, and to nothing else", async () => {
    const { rows } = await importing(mediCalRates, currentFile(...VISITS));
    expect(
      rows("ca/outpatient_rates")
        .filter((row) => row.hopd_addon_eligible !== "")
        .map((row) => [row.procedure_type, row.hopd_addon_eligible]),
    ).toEqual([["Targeted Rate Increase", "false"]]);
  });

  it("continue the editions before them: what is printed 009 now and 9.0 then is unchanged", async () => {
    const before = await imported(rate("1", "E0100", "20.0", "20.00", "9.0"), VISIT);
    const { rows } = await importing(
      mediCalRates,
      currentFile(currentRate("1", "E0100", "20.00", "20.00", "009"), ...VISITS.slice(0, 1)),
      { into: before.dataset },
    );
    expect(rows("ca/outpatient_rates")).toMatchObject([
      { procedure_code: "99213", effective_start_date: "2023-03-15", effective_end_date: "" },
      { procedure_code: "E0100", effective_start_date: "2023-03-15", effective_end_date: "" },
    ]);
  });

  it("are read with commas, quotes and other delimiters in descriptions, and amounts without separators", async () => {
    const described = (row: readonly string[], text: string) => row.map((cell, index) => (index === 2 ? text : cell));
    const { rows, report } = await importing(
      mediCalRates,
      currentFile(
        described(currentRate("M", "0081U", "11843.13", "11843.13", "009"), 'GENE, "WHOLE"; A|B <C>'),
        described(currentRate("1", "E1399", "0.00", "0.00", "009", { rental: "1.53" }), "RENTED; ONLY|HERE"),
      ),
    );
    expect(rows("ca/outpatient_rates").map((row) => [row.procedure_code, row.unit_value])).toEqual([
      ["0081U", "11843.13"],
      ["E1399", ""],
    ]);
    expect(report.findings).toContainEqual(expect.objectContaining({ reason: COMES_OUT, count: 1 }));
  });

  it("know indicators with their zeros in a mapping file, too", async () => {
    const { legends: declared } = mediCalRates;
    const map = JSON.stringify({
      publication: "ca/medi-cal-rates",
      legends: { service_types: { ...declared.service_types, "077": "GYN" } },
    });
    const file = currentFile(currentRate("N", "H0001", "4.00", "10.00", "077"));
    const { rows } = await importing(mediCalRates, file, { map });
    expect(rows("ca/conversion_factors")).toMatchObject([{ conversion_indicator: "77", conversion_factor: "2.50" }]);
  });

  it("are refused with another day than theirs", async () => {
    await expect(importing(mediCalRates, currentFile(...VISITS), { asOf: "2026-02-15" })).rejects.toThrow(
      "--as-of says 2026-02-15, but the file is as of 2026-01-15 (line 1)",
    );
  });

  it("are refused when their last row is cut off, be it in its last cell", async () => {
    const { name, content } = currentFile(...VISITS);
    for (const cut of [1, 2, 20]) {
      const file = { name, content: content.trimEnd().slice(0, -cut) };
      await expect(importing(mediCalRates, file)).rejects.toThrow("line 7, the last one, has");
    }
  });

  it("are refused when not one printed rate comes out, or none is printed", async () => {
    const unknown = currentFile(currentRate("N", "99213", "2.40", "24.00", "077", all));
    await expect(importing(mediCalRates, unknown)).rejects.toThrow(
      /not one printed rate comes out .* Conv Ind 77 is not in the legend service_types\); is it the right file\?/,
    );
    const none = currentFile(currentRate("N", "99213", "0.00", "0.00", "001"));
    await expect(importing(mediCalRates, none)).rejects.toThrow("the file prints none");
  });
});

describe("Medi-Cal Rates in a bad file", () => {
  it("is refused without its last row, where indicators read 9.0: it is cut off", async () => {
    for (const rows of [[HEADINGS], [firstRow("03/15/2023"), HEADINGS]]) {
      const file = { name: "rates.csv", content: csv(...rows, SHORT_VISIT, VISIT) };
      await expect(importing(mediCalRates, file, AS_OF)).rejects.toThrow('the row "End of Table" is missing');
    }
  });

  it("is refused without a heading that it needs", async () => {
    const file = { name: "rates.csv", content: csv(["Proc Type", "Proc Code", "Fee"], ["N", "99213", "24"]) };
    await expect(importing(mediCalRates, file, AS_OF)).rejects.toThrow(/Unit Value/);
  });

  it("is refused with words or less than nothing where figures belong", async () => {
    await expect(imported(rate("N", "99213", "two", "24.00", "1.0"))).rejects.toThrow(/line 2: .*two/);
    await expect(imported(rate("N", "99213", "2.4", "(24.00)", "1.0"))).rejects.toThrow(/line 2: .*expected/);
    await expect(imported(rate("N", "99213", "-2.4", "24.00", "1.0"))).rejects.toThrow("expected 0 or more");
    await expect(imported(rate("N", "99213", "2.4", "24.00", "1.0", { cutback: "2.0" }))).rejects.toThrow(
      /line 2: .*one of 0, 1/,
    );
    await expect(imported(rate("N", "99213", "2.4", "24.00", "1.0", { prof: "45" }))).rejects.toThrow(
      /line 2: .*fraction/,
    );
  });

  it("is refused with a code that is none", async () => {
    await expect(imported(VISIT, rate("N", "9921X3", "2.4", "24.00", "1.0"))).rejects.toThrow(
      'line 3: "9921X3", expected a code of 5 characters as Proc Code',
    );
  });

  it("is refused with one code of one type listed twice", async () => {
    await expect(imported(VISIT, rate("N", "99213", "9.9", "99.00", "1.0"))).rejects.toThrow(/99213/);
  });
});

describe("the next edition of Medi-Cal Rates", () => {
  it("closes what changed or vanished, and leaves the rest open", async () => {
    const first = await imported(VISIT, SHORT_VISIT, rate("1", "Z9999", "30.0", "30.00", "9.0"));
    const { rows, report } = await importing(
      mediCalRates,
      ratesFile(
        rate("N", "99213", "2.5", "25.00", "1.0", { child: "27.28", er: "31.05", cutback: "1.0" }),
        SHORT_VISIT,
      ),
      { asOf: "2023-04-15", into: first.dataset },
    );
    expect(
      rows("ca/outpatient_rates").map((row) => [
        row.procedure_code,
        row.unit_value,
        row.effective_start_date,
        row.effective_end_date,
      ]),
    ).toEqual([
      ["99212", "1.81", "2023-03-15", ""],
      ["99213", "2.4", "2023-03-15", "2023-04-14"],
      ["99213", "2.5", "2023-04-15", ""],
      ["Z9999", "30", "2023-03-15", "2023-04-14"],
    ]);
    expect(report.tables).toMatchObject([
      { table: "ca/outpatient_rates", changed: 1, closed: 1, unchanged: 1 },
      { table: "ca/conversion_factors", closed: 1, unchanged: 3 },
    ]);
  });
});

describe("the legends of Medi-Cal Rates", () => {
  it("stand whole in the template of the mapping file", () => {
    expect(JSON.parse(mappingTemplate(mediCalRates))).toMatchObject({ publication: "ca/medi-cal-rates", legends });
  });

  it("take new types and indicators from the mapping file", async () => {
    const template = JSON.parse(mappingTemplate(mediCalRates)) as typeof mediCalRates & {
      legends: Record<string, Record<string, unknown>>;
    };
    template.legends.procedure_types = { ...template.legends.procedure_types, S: "Justice Involved" };
    template.legends.service_types = { ...template.legends.service_types, "77": "Family Planning Services" };
    const file = ratesFile(VISIT, rate("S", "H0001", "4.0", "10.00", "77.0"));
    const { rows, report } = await importing(mediCalRates, file, { ...AS_OF, map: JSON.stringify(template) });
    expect(report.leftOut).toEqual([]);
    expect(rows("ca/conversion_factors")).toContainEqual(
      expect.objectContaining({
        procedure_type: "Justice Involved",
        conversion_indicator: "77",
        service_type: "Family Planning Services",
        conversion_factor: "2.50",
      }),
    );
  });

  it("are refused with a procedure type that there is not", async () => {
    const map = JSON.stringify({ publication: "ca/medi-cal-rates", legends: { procedure_types: { N: "Medecine" } } });
    await expect(importing(mediCalRates, ratesFile(VISIT), { ...AS_OF, map })).rejects.toThrow(
      /legend procedure_types: "N" means "Medecine", expected one of Allied Health/,
    );
  });

  it("are refused without a rank that is needed", async () => {
    const map = JSON.stringify({ publication: "ca/medi-cal-rates", legends: { selection_ranks: { basic: 1 } } });
    await expect(importing(mediCalRates, ratesFile(VISIT), { ...AS_OF, map })).rejects.toThrow("child is missing");
  });
});
