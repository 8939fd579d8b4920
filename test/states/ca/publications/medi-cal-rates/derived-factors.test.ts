import { afterAll, describe, expect, it } from "vitest";
import { factor } from "../../../../../src/core/money/factor.ts";
import { markedIndicator } from "../../../../../src/states/ca/publications/medi-cal-rates/derived-factors.ts";
import { mediCalRates } from "../../../../../src/states/ca/publications/medi-cal-rates/medi-cal-rates.ts";
import { importing, snapshot } from "../../../../imports/support.ts";
import { type DatasetFiles, serviceOf, type TestService } from "../../../../support/release.ts";
import { rate, ratesFile } from "./rates-file.ts";

/* Rates that do not come of the factors of their indicator, and prices without a unit value. */

const imported = (...rows: readonly (readonly string[])[]) =>
  importing(mediCalRates, ratesFile(...rows), { asOf: "2023-03-15" });

type Rows = Awaited<ReturnType<typeof imported>>["rows"];

function indicators(rows: Rows) {
  return rows("ca/outpatient_rates").map((row) => [row.procedure_code, row.unit_value, row.conversion_indicator]);
}

function factors(rows: Rows, indicator: string) {
  return rows("ca/conversion_factors")
    .filter((row) => row.conversion_indicator === indicator)
    .map((row) => [row.service_type, row.emergency, row.age_group, row.conversion_factor]);
}

const COMES_OUT = "printed rates that come out to the cent";

/** Two codes of 1.21 a unit. */
const WELL_CHILD = [
  rate("N", "99381", "30.0", "36.30", "31.0", { child: "36.30" }),
  rate("N", "99382", "20.0", "24.20", "31.0", { child: "24.20" }),
];

describe("a printed Child or ER Rate that is not unit value x factor", () => {
  it("gets a factor of its own, with the fewest decimals: 3 x 12.333 = 36.999 is 37.00", async () => {
    const { rows, report } = await imported(
      ...WELL_CHILD,
      rate("N", "99994", "3.0", "34.59", "31.0", { child: "37.00" }),
    );
    expect(indicators(rows)).toEqual([
      ["99381", "30", "31"],
      ["99382", "20", "31"],
      ["99994", "3", "31 child 12.333"],
    ]);
    expect(factors(rows, "31 child 12.333")).toEqual([
      ["WELL CHILD EXAMS", "false", "adult", "1.21"],
      ["WELL CHILD EXAMS", "false", "child", "12.333"],
    ]);
    expect(rows("ca/outpatient_rates")[2]?.published_basic_rate).toBe("34.59");
    expect(report.findings).toEqual([
      {
        reason: "Basic Rates that are not unit value x factor; taken as they are printed",
        count: 1,
        examples: ["99994"],
      },
      {
        reason:
          'Child Rates that do not come of the factor of their Conv Ind; taken with a factor of their own, their indicator is marked, such as "31 child 12.333"',
        count: 1,
        examples: ["99994 Medicine"],
      },
      { reason: COMES_OUT, count: 6, examples: [] },
    ]);
  });

  it("shares its marked indicator with others of that factor, and with no others", async () => {
    const { rows } = await imported(
      ...WELL_CHILD,
      rate("N", "99383", "10.0", "12.10", "31.0", { child: "12.10" }),
      rate("N", "99991", "10.0", "12.10", "31.0", { child: "15.00" }),
      rate("N", "99992", "4.0", "4.84", "31.0", { child: "6.00" }),
      rate("N", "99993", "4.0", "4.84", "31.0", { child: "6.40" }),
    );
    expect(indicators(rows).slice(3)).toEqual([
      ["99991", "10", "31 child 1.50"],
      ["99992", "4", "31 child 1.50"],
      ["99993", "4", "31 child 1.60"],
    ]);
  });

  it("needs more decimals with many units: 11843.13 x 1.00005 is 11843.72", async () => {
    const { rows, report } = await imported(
      rate("1", "E0100", "20.0", "20.00", "9.0", { er: "20.00" }),
      rate("1", "E0105", "30.0", "30.00", "9.0", { er: "30.00" }),
      rate("1", "E0110", "11843.13", "11843.13", "9.0", { er: "11843.72" }),
    );
    expect(indicators(rows)[2]).toEqual(["E0110", "11843.13", "9 ER 1.00005"]);
    expect(report.findings).toContainEqual({ reason: COMES_OUT, count: 6, examples: [] });
  });

  it("has the service type of the Basic Rates where the legend has none for it", async () => {
    const { rows, report } = await imported(rate("K", "10060", "2.0", "74.46", "4.0", { child: "80.00" }));
    expect(factors(rows, "4")).toEqual([
      ["OTHER SURGERY", "false", "adult", "37.23"],
      ["OTHER SURGERY", "false", "child", "40.00"],
    ]);
    expect(report.findings).toContainEqual({
      reason:
        "Child Rates of Conv Ind 4, which is not in the legend child_service_types: taken with the service type of its Basic Rates",
      count: 1,
      examples: ["10060 Primary Surgeon"],
    });
  });

  it("may be a Basic Rate of anesthesia, which is dollars per unit and no price", async () => {
    const { rows } = await imported(
      rate("J", "00100", "5.0", "70.05", "2.0"),
      rate("J", "00102", "6.0", "84.06", "2.0"),
      rate("J", "00103", "5.0", "71.00", "2.0"),
    );
    expect(indicators(rows)[2]).toEqual(["00103", "5", "2 basic 14.20"]);
    expect(rows("ca/outpatient_rates")[2]?.published_basic_rate).toBe("");
    expect(factors(rows, "2 basic 14.20")).toEqual([["ANESTHESIOLOGY", "false", "any", "14.20"]]);
  });
});

describe("a Basic Rate without factor or unit value", () => {
  it("is a fixed price where no unit value is printed, with its ER Rate: 55 x 1.091 = 60.005 would be 60.01", async () => {
    const { rows, report } = await imported(
      rate("N", "92950", "200.0", "164.00", "7.0", { er: "208.00" }),
      rate("N", "99555", "0.0", "55.00", "7.0", { er: "60.00" }),
    );
    expect(indicators(rows)[1]).toEqual(["99555", "55.00", "7 fixed ER 1.0909"]);
    expect(factors(rows, "7 fixed ER 1.0909")).toEqual([
      ["MEDICINE", "false", "any", "1.00"],
      ["MEDICINE EMERGENCY", "true", "any", "1.0909"],
    ]);
    expect(report.findings).toContainEqual({
      reason: 'Basic Rates without a unit value; taken as fixed prices, their indicator is marked, such as "7 fixed"',
      count: 1,
      examples: ["99555 Medicine"],
    });
    expect(report.findings).toContainEqual({ reason: COMES_OUT, count: 4, examples: [] });
  });

  it("has a factor of its own where its indicator has none of few decimals", async () => {
    const { rows } = await imported(rate("1", "E0110", "11843.13", "11843.72", "9.0"));
    expect(indicators(rows)).toEqual([["E0110", "11843.13", "9 basic 1.00005"]]);
  });

  it("leaves the code without any price where not even that comes to it, so that none gets the child's", async () => {
    const { rows, report } = await imported(
      ...WELL_CHILD,
      rate("N", "99203", "3000000.0", "1.01", "1.0", { child: "3000000.00" }),
    );
    expect(factors(rows, "1 no basic no child no ER")).toEqual([]);
    const lines = report.findings.map(({ reason }) => reason);
    expect(lines).toContain(
      "unit values of Conv Ind 1 WITHOUT a conversion factor: lookups of these codes find no rate",
    );
    expect(lines).toContain(
      "99203 Medicine: Child Rate $3000000.00, but a lookup finds no rate, for no conversion factor could be derived",
    );
  });

  it("is told to be missing where a unit value is printed alone", async () => {
    const { report } = await imported(...WELL_CHILD, rate("N", "99383", "10.0", "0.00", "31.0", { child: "12.10" }));
    expect(report.findings).toContainEqual({
      reason: "unit values without a printed Basic Rate: lookups give unit value x factor all the same",
      count: 1,
      examples: ["99383 Medicine"],
    });
  });
});

describe("an edition of which hardly any rate is unit value x factor", () => {
  /** Rates whose last digits have nothing to do with their unit values. */
  const codes = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      rate("N", String(90001 + at), `${1 + (at % 7)}.0`, `${(at * at) % 97}.13`, "7.0"),
    );

  it("is refused: its columns are hardly those that are meant", async () => {
    await expect(imported(...codes(120))).rejects.toThrow(
      /of 120 rates are not unit value x a factor .* see --template/,
    );
  });

  it("is taken where there are too few rates to tell", async () => {
    const { rows } = await imported(...codes(20));
    expect(rows("ca/outpatient_rates")).toHaveLength(20);
  });
});

const UNMARKED = { isFixed: false, lacking: [], own: new Map() };

describe("a marked conversion indicator", () => {
  it("is the published one where nothing sets a code apart", () => {
    expect(markedIndicator("7", UNMARKED)).toBe("7");
  });

  it("says what is lacking", () => {
    const marked = markedIndicator("17", { ...UNMARKED, lacking: ["child", "emergency"] });
    expect(marked).toBe("17 no child no ER");
  });

  it("says which factors are the codes' own, and that a price is in dollars", () => {
    const own = new Map([["child", factor("12.333")] as const]);
    expect(markedIndicator("1", { isFixed: false, lacking: ["emergency"], own })).toBe("1 child 12.333 no ER");
    expect(markedIndicator("7", { ...UNMARKED, isFixed: true })).toBe("7 fixed");
  });
});

describe("priced rates", () => {
  /* What an imported rates file prices, through a real release: the amounts that it prints. */

  const OFFICE = "1100000009";

  const OTHER_TABLES: DatasetFiles = {
    "ca/providers.csv": `npi,provider_name,primary_taxonomy\n${OFFICE},Corner Practice,207Q00000X\n`,
    "ca/hospital_rates.csv":
      "state_provider_id,drg_base_rate,cost_to_charge_ratio,designated_nicu,designated_public_hospital,effective_start_date\n",
    "ca/drg_weights.csv":
      "drg,soi,casemix_weight,national_average_los,policy_adjustor_a,policy_adjustor_b,policy_adjustor_c,policy_adjustor_d,effective_start_date\n",
    "ca/parameters.csv": "name,value,effective_start_date\nuse_professional_fraction,1,2020-01-01\n",
  };

  const FILE = ratesFile(
    rate("N", "99213", "2.4", "24.00", "1.0", { child: "26.18", er: "29.81", cutback: "1.0" }),
    rate("N", "99212", "1.81", "18.10", "1.0", { child: "19.75", er: "22.48" }),
    rate("L", "77280", "20.98", "80.14", "5.0", { prof: "0.12" }),
    rate("L", "77290", "10.0", "38.20", "5.0"),
    rate("L", "71045", "4.62", "17.67", "5.0", { prof: "0.45" }),
    rate("N", "93306", "292.39", "239.76", "7.0", { prof: "0.26" }),
    rate("N", "92950", "200.0", "164.00", "7.0", { er: "208.00" }),
    rate("J", "00100", "5.0", "70.05", "2.0"),
    rate("1", "E0100", "20.52", "20.52", "9.0"),
    rate("N", "92953", "50.0", "41.00", "7.0", { er: "52.00" }),
    // Rates that are not those of their indicator, or have no unit value.
    rate("N", "92960", "100.0", "82.00", "7.0", { er: "110.00" }),
    rate("N", "99381", "30.0", "36.30", "31.0", { child: "36.30" }),
    rate("N", "99382", "20.0", "24.20", "31.0", { child: "24.20" }),
    rate("N", "99994", "3.0", "34.59", "31.0", { child: "37.00" }),
    rate("N", "99555", "0.0", "55.00", "7.0", { er: "60.00" }),
    rate("K", "10060", "2.0", "74.46", "4.0", { child: "80.00" }),
    rate("J", "00102", "6.0", "84.06", "2.0"),
    rate("J", "00103", "5.0", "71.00", "2.0"),
  );

  let built: Promise<TestService> | null = null;
  afterAll(async () => (await built)?.close());

  /** The release of the imported file, built when the first test asks for it. */
  async function service(): Promise<TestService> {
    built ??= importedFiles().then((files) => serviceOf("ca", { ...OTHER_TABLES, ...files }));
    return await built;
  }

  async function importedFiles(): Promise<DatasetFiles> {
    const { dataset } = await importing(mediCalRates, FILE, { asOf: "2023-03-15" });
    return Object.fromEntries(Object.entries(snapshot(dataset)).filter(([path]) => path.startsWith("ca/")));
  }

  async function price(billing_code: string, more: Record<string, string> = {}) {
    const query = { npi: OFFICE, date_of_service: "2023-04-01", billing_code, ...more };
    const [result, ...others] = await (await service()).lookup("outpatient", query);
    expect(others).toEqual([]);
    return result;
  }

  const CHILD = { child_patient: "true" };
  const EMERGENCY = { emergency_room: "true" };

  describe("an imported rates file", () => {
    it.each([
      ["99213", {}, "24.00"],
      ["99213", CHILD, "26.18"],
      ["99213", EMERGENCY, "29.81"],
      ["99213", { ...CHILD, ...EMERGENCY }, "29.81"],
      ["99212", CHILD, "19.75"],
      ["71045", {}, "17.67"],
      ["77280", {}, "80.14"],
      ["92950", EMERGENCY, "208.00"],
      ["00100", { anesthesia_minutes: "0" }, "70.05"],
      ["E0100", {}, "20.52"],
      ["92960", EMERGENCY, "110.00"],
      ["92960", {}, "82.00"],
      ["99382", CHILD, "24.20"],
      ["99994", {}, "34.59"],
      ["99994", CHILD, "37.00"],
      ["99555", {}, "55.00"],
      ["99555", CHILD, "55.00"],
      ["99555", EMERGENCY, "60.00"],
      ["10060", {}, "74.46"],
      ["10060", CHILD, "80.00"],
      ["00103", { anesthesia_minutes: "0" }, "71.00"],
    ])("prices %s with %o as it prints it: %s", async (code, more: Record<string, string>, printed) => {
      expect(await price(code, more)).toMatchObject({ rate_found: true, payment_rate: printed });
    });

    it("prices the technical component with the printed percentage: 80.14 x 0.88 = 70.52", async () => {
      expect(await price("77280", { modifier: "TC" })).toMatchObject({
        payment_rate: "70.52",
        calculation_method:
          "unit value (20.98) x conversion factor (3.82) = $80.14; $80.14 x modifier TC (0.88) = $70.52",
      });
    });

    it("prices a code without an ER Rate in the emergency room as anywhere else", async () => {
      expect(await price("93306", EMERGENCY)).toMatchObject({
        payment_rate: "239.76",
        emergency_room: false,
        service_type_used: "MEDICINE",
      });
    });

    it("does not price as a child's a code that has no Child Rate", async () => {
      expect(await price("93306", CHILD)).toMatchObject({ payment_rate: "239.76", service_type_used: "MEDICINE" });
    });
  });
});
