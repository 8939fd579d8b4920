import { describe, expect, it } from "vitest";
import type { Option } from "../../src/answers/options/schema.ts";
import {
  optionalParameters,
  optionsOf,
  optionsParameters,
  resultsAsSent,
  triedTexts,
} from "../../src/answers/options/tried.ts";
import { factor } from "../../src/core/money/factor.ts";
import { Refusal } from "../../src/core/text/refusal.ts";
import { snakeCase } from "../../src/core/text/spelling.ts";
import { lookupAnswer } from "../../src/pricing/answer.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import type { ProviderResult } from "../../src/pricing/result.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, SETS } from "../conformance/cases.ts";
import { TODAY } from "../every-state/engines.ts";
import { stateOfDataset } from "../support/compiled-dataset.ts";

/*
 * For the lookups of the conformance cases: what options say of a value is what the lookup answers that is sent with it, read from
 * a query string like any other.
 */

/** Lookups of each setting whose options are held against lookups: enough for every branch, within seconds. */
const LOOKUPS_MAX = 20;

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
        if (seen.lookups === LOOKUPS_MAX) continue;
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
            expect({ ...about, ...tried }).toMatchObject({
              ...about,
              rate_found,
              payment_rate,
              results: results.length,
              difference: differenceOf(payment_rate, asSent[0]?.result.payment_rate),
            });
            if (paidAndWhy(results) !== paidAndWhy(asSent))
              expect({ ...about, ...option }).toMatchObject({ matters: true });
            if (payment_rate !== null) seen.priced += 1;
          }
          for (const value of option.matters === false ? (UNTRIED[option.type] ?? []) : []) {
            const results = await answered(lookup, withValue(query, option, value), source());
            expect({ query, option, value, is: paidAndWhy(results) }).toMatchObject({ is: paidAndWhy(asSent) });
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
  return casesIn<LookupCase>(file)
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

async function answered(lookup: RateLookup, query: Query, source: StateInRelease): Promise<readonly ProviderResult[]> {
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

function differenceOf(price: unknown, before: unknown): unknown {
  if (typeof price !== "string" || typeof before !== "string") return null;
  const shown = units(price) - units(before);
  return expect.toSatisfy((text: string) => units(text) === shown && /\.[0-9]{2,}$/.test(text), `${price} - ${before}`);
}

function units(text: string): bigint {
  const { units: digits, scale } = factor(text);
  return digits * 10n ** BigInt(DECIMALS - scale);
}
