import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Option, Options } from "../../src/answers/options/schema.ts";
import { optionsOf, optionsParameters, resultsAsSent } from "../../src/answers/options/tried.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import { choice } from "../../src/pricing/request/kinds.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { CareSetting } from "../../src/registry/definition.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { TODAY } from "../every-state/engines.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";

/* Options of lookups of the sample; what each value pays can be asked of `ratebook price` as well. */

let compiled: CompiledDataset;
beforeAll(async () => {
  compiled = await compiledDataset(join(import.meta.dirname, "../../data/sample"));
});
afterAll(() => compiled.discard());

type Query = Readonly<Record<string, string>>;

async function options(
  state: string,
  setting: CareSetting,
  query: Query,
  changed: (lookup: RateLookup) => RateLookup = (lookup) => lookup,
): Promise<Options> {
  const source = compiled.open().states.get(state) as StateInRelease;
  const lookup = changed(lookupOf(source.state, setting));
  const read = optionsParameters(source.state, lookup).read(query, TODAY);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return await optionsOf(lookup, read.request, source, resultsAsSent(lookup, read.request, source));
}

function named(parameter: string, { parameters }: Options): Option {
  return parameters.find((each) => each.parameter === parameter) as Option;
}

const VISIT: Query = { npi: "1000100010", billing_code: "99213", date_of_service: "2026-10-01" };

describe("the options of an office visit at a hospital", () => {
  it("are the facts of the claim, in the contract's order", async () => {
    const { parameters, rate_found, payment_rate, complete } = await options("ca", "outpatient", VISIT);
    expect({ rate_found, payment_rate, complete }).toEqual({ rate_found: true, payment_rate: "27.54", complete: true });
    expect(parameters.map(({ parameter, type, matters }) => [parameter, type, matters])).toEqual([
      ["provider_type", "choice", true],
      ["procedure_type", "choice", true],
      ["service_type", "choice", true],
      ["child_patient", "flag", true],
      ["family_planning_primary_dx", "flag", true],
      ["emergency_room", "flag", true],
      ["modifier", "choice", true],
      ["anesthesia_minutes", "count", false],
    ]);
  });

  it("say what each value of a flag and of a choice would pay", async () => {
    const answer = await options("ca", "outpatient", VISIT);
    const as = { rate_found: true, results: 1 };
    expect(named("child_patient", answer)).toMatchObject({
      sent: null,
      assumed: false,
      values: [
        { ...as, value: false, payment_rate: "27.54", difference: "0.00", differs: false },
        { ...as, value: true, payment_rate: "30.04", difference: "2.50", differs: true },
      ],
    });
    expect(named("modifier", answer)).toMatchObject({
      assumed: null,
      values: [
        { ...as, value: null, payment_rate: "27.54", difference: "0.00", differs: false },
        { ...as, value: "26", payment_rate: "7.99", difference: "-19.55", differs: true },
        { ...as, value: "TC", payment_rate: "19.55", difference: "-7.99", differs: true },
      ],
    });
  });

  it("say what has no rate, and what was assumed", async () => {
    const { assumed, values } = named("procedure_type", await options("ca", "outpatient", VISIT));
    expect(assumed).toBe("Medicine");
    const none = { rate_found: false, payment_rate: null, difference: null, results: 1, differs: true };
    expect(values.find(({ value }) => value === "Radiology")).toEqual({ value: "Radiology", ...none });
  });

  it("are compared with what was sent", async () => {
    const answer = await options("ca", "outpatient", { ...VISIT, child_patient: "true" });
    expect(answer.payment_rate).toBe("30.04");
    const { sent, assumed, values } = named("child_patient", answer);
    expect({ sent, assumed }).toEqual({ sent: true, assumed: null });
    expect(values.map(({ value, difference }) => [value, difference])).toEqual([
      [false, "-2.50"],
      [true, "0.00"],
    ]);
  });
});

it("the page shows what is answered", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/options.md"), "utf8");
  const [, shown = ""] = /```json\n(.*?)```/s.exec(page) ?? [];
  expect(named("child_patient", await options("ca", "outpatient", VISIT))).toEqual(JSON.parse(shown));
});

describe("counts and amounts", () => {
  it("list the values that change something", async () => {
    const query = { npi: "1000100010", billing_code: "00840", anesthesia_minutes: "95" };
    const { sent, matters, values } = named("anesthesia_minutes", await options("ca", "outpatient", query));
    expect({ sent, matters }).toEqual({ sent: 95, matters: true });
    expect(values.every(({ differs }) => differs)).toBe(true);
    expect(values.map(({ value }) => value)).toContain(100_000);
  });

  it("are tried around the days that the calculation looks at", async () => {
    const query = { opcert: "9914001", billing_code: "753-3", length_of_stay: "14" };
    const { values } = named("length_of_stay", await options("ny", "inpatient", query));
    expect(values.map(({ value }) => value)).toEqual(expect.arrayContaining([null, 0, 1, 2, 30, 15, 36_500]));
    expect(values.map(({ value }) => value)).not.toContain(14);
  });

  it("are dollars with their cents", async () => {
    const query = { npi: "1000100010", billing_code: "560-1", admit_date: "2026-10-01" };
    const { assumed, matters, values } = named("total_charges", await options("ca", "inpatient", query));
    expect(matters).toBe(true);
    expect(assumed).toMatch(/^[0-9]+\.[0-9]{2}$/);
    expect(values.at(-1)).toMatchObject({ value: "1000000000.00", rate_found: true, differs: true });
  });
});

it("texts of any form are tried as the rules and the rows know them", async () => {
  const rateCodes = named("rate_code", await options("ny", "outpatient", { npi: "1100010002", billing_code: "271" }));
  expect(rateCodes.matters).toBe(true);
  expect(rateCodes.values.map(({ value }) => value)).toEqual([null, "1400", "1402", "1432", "1407", "1422", "1408"]);
  const visit = { npi: "1000810063", billing_code: "27447" };
  const modifiers = named("modifier", await options("fl", "outpatient", visit)).values.map(({ value }) => value);
  expect(modifiers).toEqual(expect.arrayContaining([null, "26", "TC", "50", "80"]));
});

it("nothing matters to a lookup of nobody", async () => {
  const answer = await options("ca", "outpatient", { npi: "1999999999", billing_code: "99213" });
  expect(answer).toMatchObject({ rate_found: false, payment_rate: null, complete: true });
  expect(answer.parameters.filter(({ matters }) => matters !== false)).toEqual([]);
});

describe("a lookup with more values than are tried", () => {
  const sizes = Array.from({ length: 400 }, (_, place) => `size ${place}`);
  const withSizes = (lookup: RateLookup): RateLookup => ({
    ...lookup,
    parameters: { size: choice(sizes, { description: "Any size." }), ...lookup.parameters },
  });

  it("says so, and of what it does not know that it does not", async () => {
    const answer = await options("ca", "outpatient", VISIT, withSizes);
    expect(answer.complete).toBe(false);
    // The lookup as it was sent has no size, and is not priced again.
    expect(named("size", answer).values).toHaveLength(301);
    expect(answer.parameters.map(({ matters }) => matters)).toEqual(answer.parameters.map(() => null));
  });

  it("counts results where there are several", async () => {
    const severities = { npi: "1000800023", billing_code: "139", discharge_date: "2026-10-01" };
    const answer = await options("fl", "inpatient", severities, withSizes);
    const { values } = named("size", answer);
    expect(values.map(({ results }) => results).slice(0, 2)).toEqual([4, 4]);
    expect(values).toHaveLength(251);
    expect(answer.complete).toBe(false);
  });
});
