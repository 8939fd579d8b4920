import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { whatIf } from "../../src/answers/what-if.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { CareSetting } from "../../src/registry/definition.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import { TODAY } from "../every-state/engines.ts";
import { H1, workedExampleRows } from "../states/ca/worked-example-rows.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";
import { writeDataset } from "../support/release.ts";

// biome-ignore lint/suspicious/noExplicitAny: JSON as a client reads it
type Json = any;
type Query = Readonly<Record<string, string>>;

const SAMPLE = join(import.meta.dirname, "../../data/sample");

let compiled: CompiledDataset;
let release: Release;
beforeAll(async () => {
  compiled = await compiledDataset(SAMPLE);
  release = compiled.open();
});
afterAll(() => compiled.discard());

const TERMS = { states: [], staleAfterMonths: 18 };

async function requested(code: string, setting: CareSetting, fields: Query, of = release) {
  const source = of.states.get(code) as StateInRelease;
  const lookup = lookupOf(source.state, setting);
  const answer = await whatIf.ask(fields, TODAY, { lookup, source, release: of, ...TERMS, admits: async () => true });
  if (answer === null) throw new Error("not admitted");
  return answer;
}

async function answered(code: string, setting: CareSetting, fields: Query): Promise<Json> {
  const answer = await requested(code, setting, fields);
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return JSON.parse(await answer.as("json"));
}

async function refused(code: string, setting: CareSetting, fields: Query): Promise<readonly string[]> {
  const answer = await requested(code, setting, fields);
  if (answer.ok) throw new Error("answered");
  for (const { field, code: fault } of answer.faults) expect([field, fault]).toEqual(["set", "invalid_parameter"]);
  return answer.faults.map(({ message }) => message);
}

/** A pneumonia with a cost outlier: 6345.78 x 0.8922, and 0.893 of what the cost is above 30000. */
const STAY: Query = {
  npi: "1200010142",
  billing_code: "139-3",
  length_of_stay: "12",
  total_charges: "210000",
  admit_date: "2026-10-01",
};
const SHARE = "ga/parameters/outlier_payment_percentage";
const THRESHOLD = "ga/drg_weights/139/3/cost_outlier_threshold";

describe("an outlier with another share", () => {
  it("has both prices, the difference and the steps from the outlier on", async () => {
    const { set, results } = await answered("ga", "inpatient", { ...STAY, set: `${SHARE}=0.9` });
    expect(set).toEqual([
      {
        cell: SHARE,
        name: "outlier percentage",
        unit: "factor",
        table: "ga/parameters",
        line: expect.any(Number),
        key: { name: "outlier_payment_percentage" },
        column: "value",
        built_in: null,
        published: "0.893",
        value: "0.9",
      },
    ]);
    // 22101.00 x 0.007 = 154.71, and 154.71 x 1.1188 = 173.09.
    expect(results).toMatchObject([
      {
        published: { payment_rate: "28415.16" },
        what_if: { payment_rate: "28588.25" },
        difference: "173.09",
        no_rate: { published: null, what_if: null },
      },
    ]);
    expect(results[0].steps.map((step: Json) => [step.section, step.published.value, step.what_if.value])).toEqual([
      ["ga 5.3 step 4", "19736.19", "19890.90"],
      ["ga 5.3 step 5", "25397.89", "25552.60"],
      ["ga 5.3 step 6", "28415.16", "28588.25"],
    ]);
    expect(results[0].steps[0].what_if.text).toContain("outlier percentage (0.9) = outlier ($19890.90)");
  });

  it("has steps of one side alone with a threshold above the cost", async () => {
    const { results } = await answered("ga", "inpatient", { ...STAY, set: `${THRESHOLD}=60000` });
    // 5661.70 x 1.1188 = 6334.31.
    expect(results[0]).toMatchObject({ what_if: { payment_rate: "6334.31" }, difference: "-22080.85" });
    const sides = results[0].steps.map(({ section, published, what_if }: Json) => [
      section,
      published && [published.value, published.applied],
      what_if && [what_if.value, what_if.applied],
    ]);
    expect(sides).toEqual([
      ["ga 5.3 step 3", ["52101.00", true], ["52101.00", false]],
      ["ga 5.3 step 4", ["19736.19", true], null],
      ["ga 5.3 step 5", ["25397.89", true], null],
      ["ga 5.3 step 6", ["28415.16", true], ["6334.31", true]],
    ]);
  });

  it("understands what was sent as the lookup does", async () => {
    const { request } = await answered("ga", "inpatient", STAY);
    expect(request).toMatchObject({ npi: "1200010142", billing_code: "139-3", total_charges: "210000.00" });
    expect(request).not.toHaveProperty("set");
  });
});

describe("the names of figures", () => {
  it("are listed, with the published digits, where nothing is set", async () => {
    const { set, results, figures } = await answered("ga", "inpatient", STAY);
    expect(set).toEqual([]);
    expect(results).toMatchObject([{ difference: "0.00", steps: [] }]);
    expect(figures.map(({ cell, published }: Json) => `${cell}=${published}`)).toEqual([
      "ga/hospital_inpatient_rates/1200010142/ip_base_rate=6345.78",
      "ga/drg_weights/139/3/relative_weight=0.8922",
      "ga/hospital_inpatient_rates/1200010142/ip_ccr=0.2481",
      `${THRESHOLD}=30000.00`,
      `${SHARE}=0.893`,
      "ga/parameters/hospital_addon_multiplier=1.1188",
    ]);
  });

  it("may leave out the key where the price reads one row, or give all of it", async () => {
    for (const cell of ["ga/drg_weights/relative_weight", "ga/drg_weights/139/3/relative_weight"]) {
      const { set } = await answered("ga", "inpatient", { ...STAY, set: `${cell}=1` });
      expect(set).toMatchObject([{ cell: "ga/drg_weights/139/3/relative_weight", value: "1" }]);
    }
    const { set } = await answered("ga", "inpatient", { ...STAY, set: `${SHARE}/value=0.9` });
    expect(set).toMatchObject([{ cell: SHARE }]);
  });

  it("tell rows of several results apart", async () => {
    const stay = { npi: "1200010142", billing_code: "560" };
    const { results } = await answered("ga", "inpatient", { ...stay, set: "ga/drg_weights/560/2/relative_weight=1" });
    expect(results.map(({ difference, steps }: Json) => [difference === "0.00", steps.length > 0])).toEqual([
      [true, false],
      [false, true],
      [true, false],
      [true, false],
    ]);
    expect(await refused("ga", "inpatient", { ...stay, set: "ga/drg_weights/relative_weight=1" })).toEqual([
      'set "ga/drg_weights/relative_weight" to "1" is not valid: expected the name of one figure: ga/drg_weights/560/1/relative_weight, ga/drg_weights/560/2/relative_weight, ga/drg_weights/560/3/relative_weight, ga/drg_weights/560/4/relative_weight.',
    ]);
  });

  it("include values that are built in, and cells that stand for one while they are empty", async () => {
    const stay = { npi: "1000100010", billing_code: "560-1", admit_date: "2026-10-01" };
    const cell = "ca/hospital_rates/106199901/casemix_adjustment_factor";
    const { set, results } = await answered("ca", "inpatient", { ...stay, set: `${cell}=1.1` });
    expect(set).toMatchObject([{ cell, built_in: "ca 2.4", line: expect.any(Number), published: "1" }]);
    expect(Number(results[0].difference)).toBeGreaterThan(0);
    const visit = { npi: "1000100010", billing_code: "99213", date_of_service: "2026-10-01" };
    const hospital = await answered("ca", "outpatient", { ...visit, set: "ca/parameters/hopd_multiplier=2" });
    expect(hospital.set).toMatchObject([{ built_in: "ca 2.6", line: null, published: "1.4344", value: "2" }]);
    expect(hospital.results[0].what_if.payment_rate).not.toBe(hospital.results[0].published.payment_rate);
  });

  it("include figures that are read only because another one is set", async () => {
    const low = { ...STAY, total_charges: "100000" };
    const { figures } = await answered("ga", "inpatient", low);
    expect(figures.map(({ cell }: Json) => cell)).not.toContain(SHARE);
    const { set, results } = await answered("ga", "inpatient", { ...low, set: `${SHARE}=0.5,${THRESHOLD}=20000` });
    expect(set.map(({ cell }: Json) => cell).sort()).toEqual([THRESHOLD, SHARE]);
    // 24810.00 less 20000.00, half of it, and the add-on: 4810.00 x 0.5 x 1.1188 = 2690.71.
    expect(results[0].difference).toBe("2690.71");
    expect((await refused("ga", "inpatient", { ...low, set: `${SHARE}=0.5` }))[0]).toContain(
      "expected a figure that this price reads",
    );
  });
});

const EXISTS = "this one exists, but this price does not read it: it reads ga/hospital_inpatient_rates/1200010142";

describe("what cannot be set", () => {
  it.each([
    [
      "ga/parameters/outlier_payment_percentag=0.9",
      `"0.9" is not valid: expected a figure that this price reads; did you mean ${SHARE}?`,
    ],
    [
      "ga/parameters/outlier_share=0.9",
      `expected a figure that this price reads; did you mean ${SHARE}? This price reads ga/hospital_inpatient_rates/1200010142`,
    ],
    [
      "ga/parameters/nope=1",
      "expected a figure that this price reads; it reads ga/hospital_inpatient_rates/1200010142",
    ],
    [
      "ga/drg_weights/139/9/relative_weight=1",
      "expected a figure that this price reads; did you mean ga/drg_weights/139/3",
    ],
    ["ga/lab_rates/rate=1", EXISTS],
    ["ga/drg_weights/560/1/relative_weight=1", EXISTS],
    ["ga/parameters/short_stay_days=1", EXISTS],
    ["ga/drg_weights/139/3/soi=4", "rows are found by this one, so it cannot be set: it reads"],
    [
      "ga/drg_weights/139/3/effective_start_date=2020-01-01",
      "rows are found by this one, so it cannot be set: it reads",
    ],
    [`${SHARE}=high`, "expected a plain decimal"],
    [`${SHARE}=-0.1`, "expected a plain decimal"],
    [`${SHARE}=1e3`, "expected a plain decimal"],
    [`${SHARE}=${"9".repeat(41)}`, "expected a figure of at most 40 characters"],
    ["ga/hospital_inpatient_rates/ip_base_rate=6345.789", "expected a plain decimal of 0 or more, at most 2 decimals"],
    [`${SHARE}=0.9,${SHARE}/value=0.8`, "expected each figure once"],
    [`${SHARE}=0.9,${SHARE}=0.9`, "stands there twice"],
    [SHARE, "expected TABLE/NAME=VALUE or TABLE/KEY/COLUMN=VALUE"],
    [`${SHARE}=`, "expected TABLE/NAME=VALUE or TABLE/KEY/COLUMN=VALUE"],
    [`${SHARE}=1,000`, "expected TABLE/NAME=VALUE or TABLE/KEY/COLUMN=VALUE"],
    [",", "one of them is empty"],
    [Array.from({ length: 21 }, (_, place) => `a/${place}=1`).join(","), "1 to 20 values"],
    [`a/b=${"1".repeat(4000)}`, "in at most 4000 characters"],
  ])("is refused: %s", async (set, words) => {
    const messages = await refused("ga", "inpatient", { ...STAY, set });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(words);
    expect(messages[0]?.length).toBeLessThan(600);
  });

  it("names each figure that is refused", async () => {
    expect(await refused("ga", "inpatient", { ...STAY, set: "ga/a/b=1,ga/c/d=2" })).toHaveLength(2);
  });

  it("has every error at once: of the form, of the name and of the value", async () => {
    const set = "ga/parameters/outlier_share=0.9,ga/parameters/nope=1,ga/drg_weights/relative_weight=x,0.9";
    const messages = await refused("ga", "inpatient", { ...STAY, set });
    expect(messages.map((message) => message.slice(0, message.indexOf(" is not valid")))).toEqual([
      'set "0.9"',
      'set "ga/parameters/outlier_share" to "0.9"',
      'set "ga/parameters/nope" to "1"',
      'set "ga/drg_weights/relative_weight" to "x"',
    ]);
  });

  it("is not a figure that may be read once another one is corrected", async () => {
    const set = `${SHARE}=0.5,${THRESHOLD}=x`;
    const messages = await refused("ga", "inpatient", { ...STAY, total_charges: "100000", set });
    expect(messages).toEqual([expect.stringContaining(`set "${THRESHOLD}" to "x" is not valid`)]);
  });

  it("is a list in several parameters: the message says to put commas", async () => {
    const set = [`${SHARE}=0.9`, `${THRESHOLD}=1`] as unknown as string;
    expect(await refused("ga", "inpatient", { ...STAY, set })).toEqual([
      "set is not valid: expected 1 to 20 values with commas between them, but it is given more than once: put commas between the values.",
    ]);
  });

  it("is no minus zero: it is zero", async () => {
    const { set } = await answered("ga", "inpatient", { ...STAY, set: `${SHARE}=-0,${THRESHOLD}=-0.00` });
    expect(set.map(({ value }: Json) => value)).toEqual(["0", "0.00"]);
  });

  it("is anything where the price reads nothing", async () => {
    const [message] = await refused("ga", "inpatient", { ...STAY, billing_code: "999-1", set: `${SHARE}=0.9` });
    expect(message).toMatch(
      /expected a figure that this price reads; this one exists, but this price does not read it: it reads /,
    );
  });

  it("is refused before so many lookups are admitted, and what is not admitted is not priced again", async () => {
    const source = release.states.get("ga") as StateInRelease;
    const lookup = lookupOf(source.state, "inpatient");
    const admitted: number[] = [];
    const admits = async (lookups: number) => {
      admitted.push(lookups);
      return false;
    };
    const priced = (set: string) => whatIf.ask({ ...STAY, set }, TODAY, { lookup, source, release, ...TERMS, admits });
    expect(await priced("ga/a/b=1")).toMatchObject({ ok: false });
    expect(admitted).toEqual([]);
    expect(await priced(`${SHARE}=0.9`)).toBeNull();
    expect(admitted).toEqual([2]);
  });

  it("is another provider's: a name alone is refused", async () => {
    const { npi: _, ...others } = STAY;
    const answer = await requested("ga", "inpatient", { ...others, provider_name: "hospital" });
    expect(answer).toMatchObject({ ok: false, faults: [{ code: "missing_provider_identifier" }] });
  });
});

describe("a built-in value that is set, beside a table with old editions", () => {
  it("is of no edition", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ratebook-what-if-"));
    const sources = [
      { table: "ca/parameters", publication: "Parameters", edition: "2019-01-01" },
      { table: "ca/outpatient_rates", publication: "Rates", edition: "2019-01-01" },
    ];
    const built = await compiledDataset(
      writeDataset(folder, {
        ...workedExampleRows,
        "dataset.json": JSON.stringify({ name: "test", version: "1", sources }),
      }),
    );
    const of = built.open();
    const fields = { npi: H1, billing_code: "99213", date_of_service: "2025-10-01" };
    const answer = await requested("ca", "outpatient", { ...fields, set: "ca/parameters/hopd_multiplier=2" }, of);
    if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
    expect(answer.caveats?.headers.priced).toBe(2);
    expect(answer.caveats?.stale.map(({ table }) => table)).toEqual(["ca/outpatient_rates"]);
    built.discard();
    rmSync(folder, { recursive: true });
  });
});

describe("as text", () => {
  const text = async (fields: Query) => {
    const answer = await requested("ga", "inpatient", fields);
    return answer.ok ? answer.text().text : "";
  };

  it("has the figures, both prices and the steps", async () => {
    expect(await text({ ...STAY, set: `${SHARE}=0.9` })).toMatch(
      /^Your figures:\n {2}ga\/parameters\/outlier_payment_percentage = 0\.9 \(outlier percentage, published 0\.893\)\n\nPeach Blossom Regional Hospital, NPI 1200010142, 139-3\n {2}Published: \$28415\.16\n {2}With your figures: \$28588\.25 \(\+173\.09\)\n {2}Steps that differ:\n {4}ga 5\.3 step 4: outlier: /,
    );
  });

  it("has the figures that can be set where none is", async () => {
    const shown = await text(STAY);
    expect(shown).toContain("  Published: $28415.16\n\nFigures that can be set:\n  ga/hospital_inpatient_rates/");
    expect(shown).not.toContain("With your figures");
  });
});
