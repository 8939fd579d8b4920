import { describe, expect, it } from "vitest";
import type { Answered } from "../../src/answers/answer.ts";
import { ascendingOf, comparisonOf, comparisonParameters, spreadOf } from "../../src/answers/compare/comparison.ts";
import type { Comparison, Member } from "../../src/answers/compare/schema.ts";
import { factor } from "../../src/core/money/factor.ts";
import { snakeCase } from "../../src/core/text/spelling.ts";
import type { RowPlace } from "../../src/dataset/table.ts";
import { lookupAnswer } from "../../src/pricing/answer.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import type { ProviderResult } from "../../src/pricing/result.ts";
import { states } from "../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, mostDifferentFirst, SETS } from "../conformance/cases.ts";
import { type Item, TODAY, withoutIdentifiers } from "../every-state/engines.ts";
import { stateOfDataset } from "../support/compiled-dataset.ts";

/* What a comparison says of a member is what a lookup by its identifiers answers, and the spread is that of these prices. */

/** Those of the most different requests. */
const COMPARISONS_MAX = 6;

type Query = Record<string, string>;

describe.each(states)("$name", (state) => {
  describe.each(SETS)("set %s", (set) => {
    const files = filesOf(state.code, set);
    const source = stateOfDataset(files.dataset, state.code);

    function isByIdentifier(request: Item): boolean {
      return source().identifierNames.some((name) => String(request[snakeCase(name)] ?? "").trim() !== "");
    }

    async function comparison(lookup: RateLookup, query: Query): Promise<Answered<Comparison>> {
      const read = comparisonParameters(state, lookup).read(query, TODAY);
      if (!read.ok) throw new Error(JSON.stringify(read.faults));
      let admitted = -1;
      const admits = async (lookups: number) => {
        admitted = lookups;
        return true;
      };
      const { data: rates, origins } = source();
      const subject = { lookup, source: source(), admits, release: { rates, origins } };
      const answer = (await comparisonOf(read.request, subject)) as Answered<Comparison>;
      expect([answer.value.members.length, answer.lookups]).toEqual([admitted, admitted]);
      expect(answer.value.members.map(({ results }) => results)).toEqual(
        answer.results.map((those) => those.map(({ result }) => result)),
      );
      return answer;
    }

    async function singleLookup(lookup: RateLookup, query: Query) {
      const answer = await lookupAnswer(lookup, "fromQuery", query, TODAY, source());
      if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
      return answer.results;
    }

    it.each(state.lookups)("$setting: providers have the prices of lookups by their identifiers", async (lookup) => {
      const seen = { members: 0, priced: 0 };
      const filters: readonly Query[] = [{ provider_name: "en" }, { city: "a" }, { provider_name: "al" }];
      for (const [place, request] of requestsOf(lookup, files.lookups(lookup.setting)).entries()) {
        const filter = filters[place % filters.length] as Query;
        const query = queryOf(withoutIdentifiers(lookup, request));
        const { value, results: byMember } = await comparison(lookup, { ...query, ...filter });
        const { members, total_results: total } = value;
        expect(members.length).toBeLessThanOrEqual(Math.min(total, 50));
        for (const [number, { identifiers }] of members.entries()) {
          const results = byMember[number] as readonly ProviderResult[];
          const single = await singleLookup(lookup, { ...query, ...withoutNulls(identifiers) });
          const lines = new Set(results.map(({ row }) => (row as RowPlace | null)?.line ?? null));
          const same = single.filter(({ row }) => lines.has((row as RowPlace | null)?.line ?? null));
          expect(lookup.resultsJson(results)).toBe(lookup.resultsJson(same));
          seen.members += 1;
        }
        seen.priced += members.flatMap(pricesOf).length;
        expectSpread(members);
      }
      expect(seen.members).toBeGreaterThan(20);
      expect(seen.priced).toBeGreaterThan(10);
    });

    it.each(state.lookups)("$setting: codes have the prices of lookups one by one", async (lookup) => {
      const requests = requestsOf(lookup, files.lookups(lookup.setting), isByIdentifier);
      const codes = [...new Set(requests.flatMap(({ billing_code: code }) => (code ? [String(code).trim()] : [])))];
      const listed = codes.filter((code) => !code.includes(",")).slice(0, 50);
      let priced = 0;
      for (const { billing_code: _, ...others } of requests) {
        const query = queryOf(others);
        const { value, results: byMember } = await comparison(lookup, { ...query, billing_codes: listed.join(" , ") });
        const { members } = value;
        expect(members.map(({ billing_code }) => billing_code)).toEqual(listed);
        for (const [number, { billing_code }] of members.entries()) {
          const single = await singleLookup(lookup, { ...query, billing_code: billing_code as string });
          expect(lookup.resultsJson(byMember[number] as readonly ProviderResult[])).toBe(lookup.resultsJson(single));
        }
        priced += members.flatMap(pricesOf).length;
        expectSpread(members);
      }
      expect(priced).toBeGreaterThan(0);
    });
  });
});

function requestsOf(lookup: RateLookup, file: string, isWanted: (request: Item) => boolean = () => true): Item[] {
  return mostDifferentFirst(
    casesIn<LookupCase>(file).filter((each) => "results" in each && isOneCode(lookup, each.request)),
  )
    .map(({ request }) => request)
    .filter(isWanted)
    .slice(0, COMPARISONS_MAX);
}

/** A code that every lookup reads: not one of the malformed ones. */
function isOneCode(lookup: RateLookup, request: Item): boolean {
  return lookup.reader.fromItem(request, TODAY).ok;
}

function queryOf(item: Item): Query {
  const sent = Object.entries(item).filter(([, value]) => value !== null);
  return Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
}

function withoutNulls(identifiers: Member["identifiers"]): Query {
  return queryOf(identifiers);
}

function pricesOf({ results, standings }: Member) {
  return results.flatMap((result, place) =>
    result.payment_rate === null ? [] : [{ result, standing: standings[place] }],
  );
}

/** Rank, percentile and difference from the median again, on the wire's texts in ten-thousandths of a dollar. */
function expectSpread(members: readonly Member[]): void {
  for (const ofType of Map.groupBy(members.flatMap(pricesOf), ({ result }) => result.payment_rate_type).values()) {
    const amounts = ofType.map(({ result }) => units(result.payment_rate as string)).sort((a, b) => a - b);
    const middle = (amounts.length - 1) / 2;
    const median = ((amounts[Math.floor(middle)] as number) + (amounts[Math.ceil(middle)] as number)) / 2;
    for (const { result, standing } of ofType) {
      const amount = units(result.payment_rate as string);
      const lower = amounts.indexOf(amount);
      expect(standing).toMatchObject({ rank: lower + 1, of: amounts.length });
      if (amounts.length === 1) expect(standing?.percentile).toBeNull();
      else {
        const percentile = (100 * lower) / (amounts.length - 1);
        expect(Math.abs(Number(standing?.percentile) - percentile)).toBeLessThanOrEqual(0.0501);
      }
      // Half a cent at most, by rounding the median.
      const difference = units(standing?.difference_from_median as string);
      expect(Math.abs(difference - (amount - median))).toBeLessThanOrEqual(50);
    }
  }
}

function units(text: string): number {
  return Math.round(Number(text) * 10_000);
}

function spread(...amounts: readonly string[]): string[] {
  return Object.values(spreadOf(ascendingOf(amounts.map(factor))));
}

describe("the spread of amounts", () => {
  it("of one amount is that amount", () => {
    expect(spread("24.00")).toEqual(["24.00", "24.00", "24.00", "24.00", "24.00"]);
  });

  it("of five amounts is each of them, whatever their order", () => {
    expect(spread("5.00", "1.00", "4.00", "2.00", "3.00")).toEqual(["1.00", "2.00", "3.00", "4.00", "5.00"]);
  });

  it("lies in proportion between two neighbours: 10 and 20 have 12.50, 15 and 17.50 between them", () => {
    expect(spread("10.00", "20.00")).toEqual(["10.00", "12.50", "15.00", "17.50", "20.00"]);
  });

  it("rounds half a cent up: between 0.01 and 0.02 are 0.0125, 0.015 and 0.0175", () => {
    expect(spread("0.01", "0.02")).toEqual(["0.01", "0.01", "0.02", "0.02", "0.02"]);
  });

  it("keeps the decimals of rates that are published with more than two", () => {
    expect(spread("0.0842", "0.0845", "9")).toEqual(["0.0842", "0.0844", "0.0845", "4.5423", "9.00"]);
  });

  it("is exact where binary floating point is not: (0.10 + 0.70) / 2 and beyond fifteen digits", () => {
    expect(spread("0.10", "0.70")[2]).toBe("0.40");
    expect(spread("99999999999999999.97", "99999999999999999.99")[2]).toBe("99999999999999999.98");
  });
});
