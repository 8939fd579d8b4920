import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Option, Options, TriedValue } from "../../src/answers/options/schema.ts";
import {
  effectOf,
  optionalParameters,
  optionsOf,
  optionsParameters,
  resultsAsSent,
  triedTexts,
} from "../../src/answers/options/tried.ts";
import { optionsText } from "../../src/answers/options.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import { asMoney } from "../../src/core/money/arithmetic.ts";
import { factor } from "../../src/core/money/factor.ts";
import { Refusal } from "../../src/core/text/refusal.ts";
import { snakeCase } from "../../src/core/text/spelling.ts";
import { lookupAnswer } from "../../src/pricing/answer.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import { NoRate, type NoRateCode } from "../../src/pricing/no-rate.ts";
import { Outcome } from "../../src/pricing/outcome.ts";
import { choice } from "../../src/pricing/request/kinds.ts";
import type { ProviderResult } from "../../src/pricing/result.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import { constant } from "../../src/pricing/worksheet/calculation.ts";
import type { CareSetting } from "../../src/registry/definition.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, mostDifferentFirst, SETS } from "../conformance/cases.ts";
import { TODAY } from "../every-state/engines.ts";
import { type CompiledDataset, compiledDataset, stateOfDataset } from "../support/compiled-dataset.ts";
import { sheetOver } from "../support/sheet.ts";

describe("options", () => {
  /* Options of lookups of the sample; what each value pays can be asked of `ratebook price` as well. */

  let compiled: CompiledDataset;
  let release: Release;
  beforeAll(async () => {
    compiled = await compiledDataset(join(import.meta.dirname, "../../data/sample"));
    release = compiled.open();
  });
  afterAll(() => compiled.discard());

  type Query = Readonly<Record<string, string>>;

  async function options(
    state: string,
    setting: CareSetting,
    query: Query,
    changed: (lookup: RateLookup) => RateLookup = (lookup) => lookup,
  ): Promise<Options> {
    const source = release.states.get(state) as StateInRelease;
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
      expect({ rate_found, payment_rate, complete }).toEqual({
        rate_found: true,
        payment_rate: "27.54",
        complete: true,
      });
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

    it("say which amounts rest on made-up figures", async () => {
      const { values } = named("procedure_type", await options("ca", "outpatient", VISIT));
      const rates = Object.fromEntries(
        values.map(({ value, payment_rate, made_up }) => [value, [payment_rate, made_up]]),
      );
      expect(rates).toMatchObject({ Medicine: ["27.54", false], "Targeted Rate Increase": ["82.00", true] });
      // Without a rate there is no figure.
      const none = values.filter(({ payment_rate }) => payment_rate === null);
      expect(none.length).toBeGreaterThan(0);
      expect(none.every(({ made_up }) => made_up === null)).toBe(true);
    });

    it("say what has no rate, and what was assumed", async () => {
      const { assumed, values } = named("procedure_type", await options("ca", "outpatient", VISIT));
      expect(assumed).toBe("Medicine");
      const none = {
        rate_found: false,
        payment_rate: null,
        difference: null,
        made_up: null,
        results: 1,
        differs: true,
      };
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
    const page = readFileSync(join(import.meta.dirname, "../../docs/look-up.md"), "utf8");
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
    const priced = states.find(({ code }) => code === "fl")?.lookups[0]?.claimLines?.modifiers ?? [];
    expect(priced).toEqual(expect.arrayContaining(["26", "80"]));
    expect(modifiers).toEqual(expect.arrayContaining([null, ...priced]));
  });

  it("nothing matters to a lookup without a provider", async () => {
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
});

describe("options effect", () => {
  const DAY = "2026-10-01" as Day;

  function sheet() {
    return sheetOver(DAY, { dollarSignInParentheses: false });
  }

  function paid(amount: string, type = "fee_schedule"): ProviderResult {
    const payment = constant("zz 1", asMoney(factor(amount)), "dollars");
    return { result: { payment_rate_type: type }, outcome: new Outcome(sheet(), {}, payment, null), row: null };
  }

  function unpaid(code: NoRateCode): ProviderResult {
    const outcome = new Outcome(sheet(), {}, null, new NoRate(code, "There is none."));
    return { result: { payment_rate_type: null }, outcome, row: null };
  }

  /** A rate that has no amount until the charges are known. */
  function percentage(text: string): ProviderResult {
    const written = sheet();
    written.note("zz 2", text);
    return { result: { payment_rate_type: "percent" }, outcome: new Outcome(written, {}, null, null), row: null };
  }

  const SAME = { differs: false };
  const OTHER = { differs: true };

  it.each([
    ["the same price", [paid("10.00")], [paid("10.00")], { ...SAME, payment_rate: "10.00", difference: "0.00" }],
    ["a higher price", [paid("10.05")], [paid("10.00")], { ...OTHER, payment_rate: "10.05", difference: "0.05" }],
    ["the same amount by the day", [paid("10.00", "per_diem")], [paid("10.00")], { ...OTHER, difference: "0.00" }],
    ["no rate instead of one", [unpaid("not_payable")], [paid("10.00")], { ...OTHER, rate_found: false }],
    [
      "a rate instead of none",
      [paid("10.00")],
      [unpaid("not_payable")],
      { ...OTHER, rate_found: true, difference: null },
    ],
    ["the same reason", [unpaid("not_payable")], [unpaid("not_payable")], { ...SAME, payment_rate: null }],
    ["another reason", [unpaid("by_report")], [unpaid("not_payable")], { ...OTHER, difference: null }],
    [
      "the same percentage",
      [percentage("60 %")],
      [percentage("60 %")],
      { ...SAME, rate_found: true, payment_rate: null },
    ],
    [
      "another percentage",
      [percentage("70 %")],
      [percentage("60 %")],
      { ...OTHER, rate_found: true, difference: null },
    ],
    [
      "another second result",
      [paid("10.00"), paid("3.00")],
      [paid("10.00"), paid("2.00")],
      { ...OTHER, difference: "0.00", results: 2 },
    ],
    ["a result more", [paid("10.00"), paid("2.00")], [paid("10.00")], { ...OTHER, difference: "0.00", results: 2 }],
    ["a result less", [paid("10.00")], [paid("10.00"), paid("2.00")], { ...OTHER, difference: "0.00", results: 1 }],
  ] as const)("%s", (_what, results, asSent, effect) => {
    expect(effectOf(results, asSent)).toMatchObject(effect);
  });
});

describe("options text", () => {
  const value = (notices: Partial<TriedValue>): TriedValue => ({
    value: null,
    rate_found: true,
    payment_rate: "24.00",
    difference: "0.00",
    made_up: false,
    results: 1,
    differs: false,
    ...notices,
  });

  const option = (notices: Partial<Option>): Option => ({
    parameter: "modifier",
    description: "A modifier.",
    type: "choice",
    sent: null,
    assumed: null,
    matters: true,
    values: [],
    ...notices,
  });

  it("groups the values of what matters by what they pay, and names the rest", () => {
    const none = { rate_found: false, payment_rate: null, difference: null, made_up: null, differs: true };
    const values = [
      value({}),
      value({ value: "26", payment_rate: "10.00", difference: "-14.00", differs: true }),
      value({ value: "TC", payment_rate: "30.00", difference: "6.00", differs: true, results: 2 }),
      value({ value: "50", ...none }),
      value({ value: "51", ...none }),
      value({ value: "52", payment_rate: null, difference: null, differs: true }),
    ];
    const parameters = [
      option({ values, assumed: "26" }),
      option({ parameter: "size", matters: false }),
      option({ parameter: "region", matters: null }),
      option({ parameter: "stay", sent: 3, values: [value({ value: 1 })] }),
    ];
    const asSent = { rate_found: true, payment_rate: "24.00", parameters, complete: false };
    expect(optionsText({ value: asSent }).text).toBe(
      `As sent: $24.00

modifier (not sent, assumed 26)
  A modifier.
    $24.00: not sent
    $10.00 (-14.00): 26
    $30.00 (+6.00), first of 2 results: TC
    no rate: 50, 51
    rate found, no dollar amount: 52

stay (sent 3)
  A modifier.
    $24.00: 1

Changes nothing here: size

Not known: region

Not every value was tried: the provider has too many records.`,
    );
  });
});

describe("options every state", () => {
  /*
   * For the lookups of the conformance cases: what options say of a value is what the lookup answers that is sent with it, read from
   * a query string like any other.
   */

  /** Lookups of each setting whose options are held against lookups, of the most different requests: enough for every branch. */
  const LOOKUPS_MAX = 6;

  /** Counts and amounts that options do not try: where these say that none matters, neither do those. */
  const UNTRIED: Readonly<Record<string, readonly string[]>> = {
    count: ["4", "7", "29", "45", "365"],
    dollars: ["0.01", "2500.50", "45000", "750000", "9999999999.99"],
  };

  type Query = Readonly<Record<string, string>>;

  describe.each(states)("$name", (state) => {
    describe.each(SETS)("set %s", (set) => {
      const files = filesOf(state.code, set);
      const source = stateOfDataset(files.dataset, state.code);

      it.each(state.lookups)("$setting: options say what lookups answer", async (lookup) => {
        const seen = { lookups: 0, mattering: 0, idle: 0, priced: 0 };
        const declared = optionalParameters(lookup).map(({ name }) => snakeCase(name));
        let readable = 0;
        for (const query of queriesOf(files.lookups(lookup.setting))) {
          const read = optionsParameters(state, lookup).read(query, TODAY);
          if (!read.ok) continue;
          readable += 1;
          if (seen.lookups === LOOKUPS_MAX) break;
          seen.lookups += 1;
          const asSent = resultsAsSent(lookup, read.request, source());
          const { parameters, complete } = await optionsOf(lookup, read.request, source(), asSent);
          expect(complete).toBe(true);
          expect(parameters.map(({ parameter }) => parameter).sort()).toEqual(declared.toSorted());
          for (const option of parameters) {
            for (const tried of option.values) {
              const results = await answered(lookup, withValue(query, option, tried.value), source());
              const about = { query, parameter: option.parameter, value: tried.value };
              const { rate_found, payment_rate } = results[0]?.result ?? {};
              const is = [tried.rate_found, tried.payment_rate, tried.results];
              const wanted = [rate_found, payment_rate, results.length];
              if (JSON.stringify(is) !== JSON.stringify(wanted)) expect({ about, is }).toEqual({ about, is: wanted });
              const { difference } = tried;
              if (!isDifference(difference, payment_rate, asSent[0]?.result.payment_rate))
                expect({ about, difference }).toEqual({ about, difference: `${payment_rate} less as sent` });
              if (paidAndWhy(results) !== paidAndWhy(asSent)) expect(option.matters, JSON.stringify(about)).toBe(true);
              if (payment_rate !== null) seen.priced += 1;
            }
            for (const value of option.matters === false ? (UNTRIED[option.type] ?? []) : []) {
              const results = await answered(lookup, withValue(query, option, value), source());
              const is = paidAndWhy(results);
              if (is !== paidAndWhy(asSent))
                expect({ query, option, value, is }).toMatchObject({ is: paidAndWhy(asSent) });
            }
            if (option.matters === true) expect(option.values.some(({ differs }) => differs)).toBe(true);
            seen[option.matters === true ? "mattering" : "idle"] += 1;
          }
        }
        // Nothing is compared where nothing matters or is priced: as often, at least, as there are parameters.
        expect(seen.lookups).toBe(Math.min(readable, LOOKUPS_MAX));
        expect(seen.lookups).toBeGreaterThan(0);
        expect(seen.mattering).toBeGreaterThanOrEqual(declared.length);
        expect(seen.idle).toBeGreaterThanOrEqual(declared.length);
        expect(seen.priced).toBeGreaterThanOrEqual(2 * declared.length);
      });

      it.each(state.lookups)("$setting: every optional parameter has values that are tried", (lookup) => {
        for (const named of optionalParameters(lookup)) {
          const texts = triedTexts(named, { lookup, source: source(), results: [] }).filter((text) => text !== null);
          const read = texts.filter((text) => !(named.parameter.fromText(text) instanceof Refusal));
          expect(read, `${named.name} of ${lookup.setting}`).not.toEqual([]);
          expect(new Set(read).size).toBe(read.length);
          const { enum: values } = named.parameter.schema;
          if (values !== undefined) expect(read).toEqual(values);
        }
      });
    });

    it.each(state.lookups)("$setting: every parameter is an option, asked for already, or whose or when", (lookup) => {
      const options = new Set(optionalParameters(lookup).map(({ name }) => name));
      const others = Object.keys(lookup.parameters).filter((name) => !options.has(name));
      const left = others.filter((name) => {
        const { required, identifiesProvider } = lookup.parameters[name] ?? {};
        return !required && !identifiesProvider && snakeCase(name) !== lookup.dayParameter;
      });
      expect(left).toEqual(["referenceId"]);
    });
  });

  function queriesOf(file: string): Query[] {
    return mostDifferentFirst(casesIn<LookupCase>(file))
      .filter((each) => "results" in each)
      .map(({ request }) =>
        Object.fromEntries(
          Object.entries(request)
            .filter(([, value]) => value !== null)
            .map(([name, value]) => [name, String(value)]),
        ),
      );
  }

  function withValue(query: Query, { parameter }: Option, value: Option["sent"]): Query {
    const { [parameter]: _, ...others } = query;
    return value === null ? others : { ...others, [parameter]: String(value) };
  }

  async function answered(
    lookup: RateLookup,
    query: Query,
    source: StateInRelease,
  ): Promise<readonly ProviderResult[]> {
    const answer = await lookupAnswer(lookup, "fromQuery", query, TODAY, source);
    if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
    return answer.results;
  }

  /** Amounts and reasons of all results. */
  function paidAndWhy(results: readonly ProviderResult[]): string {
    return JSON.stringify(results.map(({ result, outcome }) => [result.payment_rate, outcome.noRate?.code]));
  }

  /** Worked out in ten-thousandths of a cent, as whole numbers; the longest price of the cases has fewer decimals. */
  const DECIMALS = 6;

  /** Whether a difference is that of two prices, with their cents; null where one of them is not known. */
  function isDifference(difference: string | null, price: unknown, before: unknown): boolean {
    if (typeof price !== "string" || typeof before !== "string") return difference === null;
    return difference !== null && units(difference) === units(price) - units(before) && /\.[0-9]{2,}$/.test(difference);
  }

  function units(text: string): bigint {
    const { units: digits, scale } = factor(text);
    return digits * 10n ** BigInt(DECIMALS - scale);
  }
});
